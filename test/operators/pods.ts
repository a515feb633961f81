import type { Manifest } from './kustomize.js';

interface Probe {
  httpGet?: { path: string; port: string };
}

export interface Container {
  name: string;
  image: string;
  ports?: { name: string; containerPort: number }[];
  env?: {
    name: string;
    value?: string;
    valueFrom?: { secretKeyRef?: { name: string; key: string } };
  }[];
  envFrom?: { configMapRef?: { name: string }; secretRef?: { name: string } }[];
  resources?: { requests?: Record<string, string>; limits?: Record<string, string> };
  securityContext?: unknown;
  livenessProbe?: Probe;
  readinessProbe?: Probe;
  startupProbe?: Probe;
  lifecycle?: { preStop: { exec: { command: string[] } } };
}

/** A pod template with what holds it. */
export interface PodHolder {
  kind: string;
  name: string;
  labels: Record<string, string>;
  selector: Record<string, string> | undefined;
  spec: {
    automountServiceAccountToken?: boolean;
    securityContext?: { runAsUser?: number };
    terminationGracePeriodSeconds?: number;
    containers: Container[];
  };
}

interface Workload extends Manifest {
  spec: {
    selector?: { matchLabels: Record<string, string> };
    template: { metadata: { labels: Record<string, string> }; spec: PodHolder['spec'] };
    /** Of a CronJob, in place of the two above. */
    jobTemplate?: { spec: Workload['spec'] };
  };
}

export const podsOf = (manifests: Manifest[]): PodHolder[] =>
  manifests
    .filter(({ kind }) => ['Deployment', 'StatefulSet', 'Job', 'CronJob'].includes(kind))
    .map((manifest) => {
      const { kind, metadata, spec: own } = manifest as Workload;
      const spec = own.jobTemplate?.spec ?? own;
      return {
        kind,
        name: metadata.name,
        labels: spec.template.metadata.labels,
        selector: spec.selector?.matchLabels,
        spec: spec.template.spec,
      };
    });
