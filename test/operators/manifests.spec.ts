import { readFileSync } from 'node:fs';
import { parseAllDocuments } from 'yaml';
import { describeSettings } from '@abato/testing/platform';
import { DATABASE_EXAMPLE } from './cloudnativepg.js';
import { describeRendered, itRendered } from './kubectl.js';
import { type Manifest, repository } from './kustomize.js';
import type { Production } from './overlays.js';
import { dataOf, environmentOf, inProduction, ours, OVERLAYS, render, rendered } from './overlays.js';
import { type Container, podsOf } from './pods.js';
import { schemaMistakes, unknownFields } from './schemas.js';

const settings = describeSettings();

describeRendered.each(OVERLAYS)('overlay %s', (overlay) => {
  const manifests = rendered[overlay];
  const pods = podsOf(manifests);

  it('follows the schemas of Kubernetes and KEDA', async () =>
    expect(await schemaMistakes(manifests)).toEqual([]));

  it('runs nothing as root, with no right it does not need', () => {
    for (const { spec } of pods) {
      expect(spec.automountServiceAccountToken).toBe(false);
      expect(spec.securityContext).toMatchObject({
        runAsNonRoot: true,
        seccompProfile: { type: 'RuntimeDefault' },
      });
      expect(spec.securityContext?.runAsUser).toBeGreaterThan(0);
      expect(spec).not.toMatchObject({ hostNetwork: true });
      for (const container of spec.containers) {
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
      }
    }
    const namespace = manifests.find(({ kind }) => kind === 'Namespace');
    expect(namespace?.metadata.labels).toMatchObject({ 'pod-security.kubernetes.io/enforce': 'restricted' });
  });

  it('bounds every container and pins every image', () => {
    for (const { containers } of pods.map(({ spec }) => spec)) {
      for (const { name, image, resources } of containers) {
        expect({ name, ...resources?.requests }).toMatchObject({
          cpu: expect.anything(),
          memory: expect.anything(),
        });
        expect({ name, ...resources?.limits }).toMatchObject({
          cpu: expect.anything(),
          memory: expect.anything(),
        });
        expect(image).toMatch(/:[\w.-]+$/);
        expect(image).not.toMatch(/:latest$/);
      }
    }
  });

  it('asks every server whether it lives and whether it is ready, on a port that is there', () => {
    for (const { kind, spec } of pods.filter((pod) => !pod.kind.endsWith('Job'))) {
      for (const container of spec.containers) {
        expect({ kind, ...container }).toMatchObject({
          livenessProbe: expect.anything(),
          readinessProbe: expect.anything(),
        });
        const ports = (container.ports ?? []).map(({ name }) => name);
        for (const probe of [container.livenessProbe, container.readinessProbe, container.startupProbe]) {
          if (probe?.httpGet) expect(ports).toContain(probe.httpGet.port);
        }
      }
    }
  });

  it('has selectors that find their pods and services that find their ports', () => {
    const labels = pods.map((pod) => pod.labels);
    const matches = (selector: Record<string, string>): boolean =>
      labels.some((own) => Object.entries(selector).every(([key, value]) => own[key] === value));
    for (const { selector, labels: own } of pods) {
      if (selector) expect(own).toMatchObject(selector);
    }
    for (const { kind, metadata, spec } of manifests as (Manifest & { spec: ServiceSpec })[]) {
      if (kind === 'PodDisruptionBudget') expect(matches(spec.selector['matchLabels'] ?? {})).toBe(true);
      if (kind !== 'Service') continue;
      const pod = pods.find((one) => one.name === metadata.name);
      expect(pod?.labels).toMatchObject(spec.selector);
      const names = pod?.spec.containers.flatMap(({ ports = [] }) => ports.map(({ name }) => name));
      for (const { targetPort } of spec.ports) expect(names).toContain(targetPort);
    }
  });

  it('gives every process the settings it needs, and none that is not read', () => {
    const known = new Set<string>(settings.map(({ name }) => name));
    for (const { name, spec } of ours(pods)) {
      for (const container of spec.containers) {
        const env = environmentOf(manifests, container);
        expect(Object.keys(env).filter((key) => !known.has(key))).toEqual([]);
        const required = settings.filter(({ required: when }) =>
          name === 'migrate' ? false : when === 'always' || (overlay !== 'dev' && when === 'production'),
        );
        expect(required.map(({ name: key }) => key).filter((key) => !env[key])).toEqual([]);
        if (name === 'migrate') expect(env).toHaveProperty('DATABASE_OWNER_URL');
      }
    }
  });

  it('keeps the owner’s login away from everything but the migration', () => {
    for (const { name, spec } of ours(pods)) {
      const names = JSON.stringify(spec.containers).includes('abato-owner');
      expect({ name, names }).toEqual({ name, names: name === 'migrate' });
    }
  });

  it('gives the processes another login than the owner’s', () => {
    if (overlay !== 'dev') return expect(manifests.some(({ kind }) => kind === 'Secret')).toBe(false);
    const login = (secret: string, key: string): string => {
      const encoded = dataOf(manifests, 'Secret', secret)[key] ?? '';
      return new URL(Buffer.from(encoded, 'base64').toString()).username;
    };
    const owner = login('abato-owner', 'DATABASE_OWNER_URL');
    expect(login('abato-secrets', 'DATABASE_URL')).not.toBe(owner);
    const server = pods.find(({ name }) => name === 'postgres')?.spec.containers[0] as Container;
    expect(environmentOf(manifests, server)['POSTGRES_USER']).toBe(owner);
  });

  it('stops a process only after what it does is done', () => {
    for (const { spec } of ours(pods).filter(({ kind }) => kind !== 'Job')) {
      const [container] = spec.containers;
      const preStop = Number(container?.lifecycle?.preStop.exec.command[1]);
      const drain = Number(environmentOf(manifests, container as Container)['SHUTDOWN_DRAIN_SECONDS'] ?? 0);
      const source = readFileSync(repository('libs', 'platform', 'src', 'lifecycle.ts'), 'utf8');
      const bound = Number(/boundMs = ([\d_]+)/.exec(source)?.[1]?.replace('_', '')) / 1000;
      expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(preStop + drain + bound);
    }
  });

  it('scales workers by age and depth of the queue that needs most, and the API by processor and sockets', () => {
    const scaled = manifests.find(({ kind }) => kind === 'ScaledObject');
    // A cluster on a desk has no KEDA, and would refuse the whole overlay.
    expect(Boolean(scaled)).toBe(overlay !== 'dev');
    if (!scaled) return;
    const { triggers } = scaled['spec'] as { triggers: { metadata: { query: string } }[] };
    const everywhere = '{namespace="abato"}';
    // A name of a queue here would leave the other queues out.
    expect(triggers.map(({ metadata }) => metadata.query)).toEqual([
      `max(abato_queue_oldest_seconds${everywhere} / abato_queue_late_seconds${everywhere})`,
      `max(abato_queue_jobs{namespace="abato",state="waiting"} / ignoring(state) abato_queue_jobs_per_worker${everywhere})`,
      `max(abato_tally_outbox_oldest_seconds${everywhere})`,
    ]);
    const autoscaler = JSON.stringify(manifests.filter(({ kind }) => kind === 'HorizontalPodAutoscaler'));
    expect(autoscaler).toContain('"cpu"');
    expect(autoscaler).toContain('"abato_sockets"');
  });

  it('keeps pictures where every API pod finds them: on the volume, or in a store', () => {
    const api = manifests.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'api');
    const claims = manifests.filter(({ kind }) => kind === 'PersistentVolumeClaim');
    const hasStore = Boolean(dataOf(manifests, 'ConfigMap', 'settings')['S3_ENDPOINT']);
    const mounts = JSON.stringify(api).includes('"persistentVolumeClaim":{"claimName":"uploads"}');
    expect(mounts).toBe(!hasStore);
    expect(claims.some(({ metadata }) => metadata.name === 'uploads')).toBe(!hasStore);
  });
});

interface ServiceSpec {
  selector: Record<string, Record<string, string>> & Record<string, string>;
  ports: { targetPort: string }[];
}

/** What the comments of production's overlay tell an operator to change, beside roles and backup. */
const VARIANTS: Production[] = [
  { route: 'ingress', volume: false },
  { route: 'none', keda: false },
  { roles: true, volume: false, keda: false },
];

itRendered.each(VARIANTS)("production's overlay can be changed as its comments say: %j", async (options) => {
  expect(await schemaMistakes(inProduction(options, render))).toEqual([]);
});

itRendered('the dashboards are rendered as one ConfigMap that follows the schema', async () => {
  const objects = render(repository('monitoring'));
  expect(objects.map(({ kind }) => kind)).toContain('ConfigMap');
  expect(await schemaMistakes(objects)).toEqual([]);
});

itRendered('has no field that Kubernetes does not know', () => {
  // One program of the compiler for all of them: it takes seconds.
  const all = [...OVERLAYS.flatMap((overlay) => rendered[overlay]), ...DATABASE_EXAMPLE];
  expect(unknownFields(all)).toEqual([]);
});

itRendered('needs no volume with an S3-compatible store', () => {
  const base = render(repository('k8s', 'base'));
  expect(base.filter(({ kind }) => kind === 'PersistentVolumeClaim')).toEqual([]);
  expect(JSON.stringify(base)).not.toContain('persistentVolumeClaim');
});

itRendered('carries no secret into production', () => {
  expect(rendered.prod.filter(({ kind }) => kind === 'Secret')).toEqual([]);
});

const text = readFileSync(repository('k8s', 'examples', 'external-secrets.yaml'), 'utf8');
const objects = parseAllDocuments(text).map((document) => document.toJS() as Manifest);

it('the example for the External Secrets Operator follows the schema of the operator', async () =>
  expect(await schemaMistakes(objects)).toEqual([]));

it('the example for the External Secrets Operator makes both Secrets with the keys that production needs', () => {
  const made = objects
    .filter(({ kind }) => kind === 'ExternalSecret')
    .map(({ spec }) => {
      const { target, data } = spec as { target: { name: string }; data: { secretKey: string }[] };
      return [target.name, data.map(({ secretKey }) => secretKey)];
    });
  const needed = ['abato-secrets', 'abato-owner'].map((name) => [
    name,
    Object.keys(dataOf(rendered.prod, 'Secret', name)),
  ]);
  expect(made).toEqual(needed);
});
