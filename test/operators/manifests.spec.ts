import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseAllDocuments } from 'yaml';
import { QUEUE_NAMES } from '@abato/jobs';
import { describeSettings } from '@abato/platform';
import { type Manifest, render, repository } from './kustomize.js';
import { type Container, type PodHolder, podsOf } from './pods.js';
import { schemaMistakes, unknownFields } from './schemas.js';

const OVERLAYS = ['dev', 'prod'] as const;
const rendered = Object.fromEntries(
  OVERLAYS.map((name) => [name, render(repository('k8s', 'overlays', name))]),
) as Record<(typeof OVERLAYS)[number], Manifest[]>;
const kubectl = spawnSync('kubectl', ['version', '--client'], { stdio: 'ignore' }).status === 0;
const settings = describeSettings();
const ours = (pods: PodHolder[]): PodHolder[] =>
  pods.filter(({ name }) => ['api', 'worker', 'migrate'].includes(name));

/** Keys of the Secrets that production's operators make by hand. */
function exampleKeys(file: string): string[] {
  const text = readFileSync(repository('k8s', 'overlays', 'prod', file), 'utf8');
  return [...text.matchAll(/^([A-Z_]+)=/gm)].map((match) => match[1] ?? '');
}

function dataOf(manifests: Manifest[], kind: string, name: string): Record<string, string> {
  const found = manifests.find((one) => one.kind === kind && one.metadata.name === name);
  const data = (found?.['data'] ?? {}) as Record<string, string>;
  if (kind === 'Secret' && !found) {
    const file = name === 'abato-owner' ? 'owner.example.env' : 'secrets.example.env';
    return Object.fromEntries(exampleKeys(file).map((key) => [key, 'made by hand']));
  }
  return data;
}

/** The environment a container starts with. */
function environmentOf(manifests: Manifest[], container: Container): Record<string, string> {
  const bulk = (container.envFrom ?? []).map(({ configMapRef, secretRef }) =>
    configMapRef
      ? dataOf(manifests, 'ConfigMap', configMapRef.name)
      : dataOf(manifests, 'Secret', secretRef?.name ?? ''),
  );
  const single = (container.env ?? []).map(({ name, value, valueFrom }) => {
    if (value !== undefined) return { [name]: value };
    const reference = valueFrom?.secretKeyRef;
    const data = dataOf(manifests, 'Secret', reference?.name ?? '');
    return reference && reference.key in data ? { [name]: data[reference.key] ?? '' } : {};
  });
  return Object.assign({}, ...bulk, ...single) as Record<string, string>;
}

interface WayIn extends Manifest {
  spec: {
    rules?: {
      host?: string;
      http?: { paths: { backend: { service: { name: string } } }[] };
      backendRefs?: { name: string }[];
    }[];
    tls?: { hosts: string[] }[];
    listeners?: { hostname: string }[];
    hostnames?: string[];
  };
}
const waysIn = (manifests: Manifest[]): WayIn['spec'][] =>
  manifests
    .filter(({ kind }) => ['Ingress', 'Gateway', 'HTTPRoute'].includes(kind))
    .map((manifest) => (manifest as WayIn).spec);

function hostsOf(manifests: Manifest[]): (string | undefined)[] {
  return waysIn(manifests).flatMap(({ rules = [], tls = [], listeners = [], hostnames = [] }) => [
    ...rules.flatMap(({ host }) => host ?? []),
    ...tls.flatMap(({ hosts }) => hosts),
    ...listeners.map(({ hostname }) => hostname),
    ...hostnames,
  ]);
}

function backendsOf(manifests: Manifest[]): Set<string> {
  const rules = waysIn(manifests).flatMap(({ rules: own = [] }) => own);
  return new Set(
    rules.flatMap(({ http, backendRefs = [] }) => [
      ...(http?.paths ?? []).map(({ backend }) => backend.service.name),
      ...backendRefs.map(({ name }) => name),
    ]),
  );
}

describe.each(OVERLAYS)('overlay %s', (overlay) => {
  const manifests = rendered[overlay];
  const pods = podsOf(manifests);

  (kubectl ? it : it.skip)('is what kubectl renders', () => {
    const folder = repository('k8s', 'overlays', overlay);
    const { stdout, stderr, status } = spawnSync('kubectl', ['kustomize', folder], { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const withoutHashes = stdout.replace(/\b(settings|abato-secrets|abato-owner)-[a-z0-9]{10}\b/g, '$1');
    const theirs = parseAllDocuments(withoutHashes).map((document) => document.toJS() as Manifest);
    const key = ({ kind, metadata }: Manifest): string => `${kind} ${metadata.name}`;
    const sorted = (list: Manifest[]): Manifest[] => [...list].sort((a, b) => (key(a) < key(b) ? -1 : 1));
    expect(sorted(manifests)).toEqual(sorted(theirs));
  });

  it('follows the schemas of Kubernetes and KEDA', async () => {
    expect(await schemaMistakes(manifests)).toEqual([]);
    expect(unknownFields(manifests)).toEqual([]);
  });

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
    expect(namespace?.metadata.labels).toMatchObject({
      'pod-security.kubernetes.io/enforce': 'restricted',
    });
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
    for (const { kind, spec } of pods.filter((pod) => pod.kind !== 'Job')) {
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

  it('gives every process the settings it needs, and none that nobody reads', () => {
    const known = new Set<string>(settings.map(({ name }) => name));
    for (const { name, spec } of ours(pods)) {
      for (const container of spec.containers) {
        const env = environmentOf(manifests, container);
        expect(Object.keys(env).filter((key) => !known.has(key))).toEqual([]);
        const required = settings.filter(({ required: when }) =>
          name === 'migrate' ? false : when === 'always' || (overlay === 'prod' && when === 'production'),
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
    if (overlay === 'prod') return expect(rendered.prod.some(({ kind }) => kind === 'Secret')).toBe(false);
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

  it('has one way in, with one host, which the settings name', () => {
    expect(JSON.stringify(manifests)).not.toMatch(/"HOST"|\/HOST|@HOST/);
    const host = new URL(dataOf(manifests, 'ConfigMap', 'settings')['PUBLIC_URL'] ?? '').host;
    const hosts = hostsOf(manifests);
    expect(hosts.length).toBeGreaterThan(1);
    expect(new Set(hosts)).toEqual(new Set([host]));
    expect(backendsOf(manifests)).toEqual(new Set(['api']));
  });

  it('scales workers by age and depth of every queue, and the API by processor and sockets', () => {
    const scaled = manifests.find(({ kind }) => kind === 'ScaledObject');
    const queries = JSON.stringify(scaled);
    for (const queue of QUEUE_NAMES) {
      expect(queries).toContain(`abato_queue_oldest_seconds{namespace=\\"abato\\",queue=\\"${queue}\\"}`);
      expect(queries).toContain(
        `abato_queue_jobs{namespace=\\"abato\\",queue=\\"${queue}\\",state=\\"waiting\\"}`,
      );
    }
    const autoscaler = JSON.stringify(manifests.find(({ kind }) => kind === 'HorizontalPodAutoscaler'));
    expect(autoscaler).toContain('"cpu"');
    expect(autoscaler).toContain('"abato_sockets"');
  });

  it('lets nobody but Prometheus to the internal port, where the queue board is', () => {
    const worker = pods.find(({ name }) => name === 'worker');
    expect(worker?.spec.containers.flatMap(({ ports = [] }) => ports)).toEqual([
      { name: 'metrics', containerPort: 9464 },
    ]);
    for (const service of manifests.filter(({ kind }) => kind === 'Service')) {
      const { selector } = service['spec'] as { selector: Record<string, string> };
      expect(selector['app.kubernetes.io/name']).not.toBe('worker');
      expect(JSON.stringify(service)).not.toMatch(/metrics|9464/);
    }
    const openings = manifests
      .filter(({ kind }) => kind === 'NetworkPolicy')
      .flatMap(
        (policy) =>
          (policy['spec'] as { ingress?: { from: unknown[]; ports?: { port: number }[] }[] }).ingress ?? [],
      )
      .filter(({ ports = [] }) => ports.some(({ port }) => port === 9464));
    expect(openings.map(({ from }) => from)).toEqual([
      [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'monitoring' } } }],
    ]);
  });

  it('keeps pictures where every API pod finds them: on the volume, or in a store', () => {
    const api = manifests.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'api');
    const claims = manifests.filter(({ kind }) => kind === 'PersistentVolumeClaim');
    const hasStore = Boolean(dataOf(manifests, 'ConfigMap', 'settings')['S3_ENDPOINT']);
    const mounts = JSON.stringify(api).includes('"persistentVolumeClaim":{"claimName":"uploads"}');
    expect(mounts).toBe(!hasStore);
    expect(claims.some(({ metadata }) => metadata.name === 'uploads')).toBe(!hasStore);
  });

  it('lets through what a certificate, a name and a migration need', () => {
    const policies = manifests.filter(({ kind }) => kind === 'NetworkPolicy');
    const specOf = (name: string) =>
      policies.find(({ metadata }) => metadata.name === name)?.['spec'] as {
        podSelector: { matchLabels?: Record<string, string> };
        ingress: { from: unknown; ports: { port: number }[] }[];
        egress: { to: unknown[] }[];
      };
    // cert-manager's label and port; from where visitors come, too.
    const solver = specOf('certificates');
    expect(solver.podSelector.matchLabels).toEqual({ 'acme.cert-manager.io/http01-solver': 'true' });
    expect(solver.ingress[0]?.from).toEqual(specOf('visitors').ingress[0]?.from);
    expect(solver.ingress[0]?.ports).toEqual([{ protocol: 'TCP', port: 8089 }]);
    expect(specOf('names').egress[0]?.to).toContainEqual({ ipBlock: { cidr: '169.254.20.10/32' } });
    // A hook runs before the other objects are there: what it runs as must be a hook that comes earlier.
    const job = manifests.find(({ kind }) => kind === 'Job');
    const account = manifests.find(
      ({ kind, metadata }) => kind === 'ServiceAccount' && metadata.name === 'migrate',
    );
    expect(job?.metadata.annotations?.['argocd.argoproj.io/hook']).toBe('PreSync');
    expect(account?.metadata.annotations).toMatchObject({
      'argocd.argoproj.io/hook': 'PreSync',
      'argocd.argoproj.io/sync-wave': '-1',
    });
  });

  it('denies traffic that no policy names', () => {
    const policies = manifests.filter(({ kind }) => kind === 'NetworkPolicy');
    expect(policies.map((policy) => policy['spec'])).toContainEqual({
      podSelector: {},
      policyTypes: ['Ingress', 'Egress'],
    });
  });
});

interface ServiceSpec {
  selector: Record<string, Record<string, string>> & Record<string, string>;
  ports: { targetPort: string }[];
}

it('can be entered by the Gateway API and by an ingress controller, one in each overlay', () => {
  const kinds = (manifests: Manifest[]): boolean[] =>
    ['Gateway', 'Ingress'].map((kind) => manifests.some((manifest) => manifest.kind === kind));
  expect([kinds(rendered.prod), kinds(rendered.dev)]).toEqual([
    [true, false],
    [false, true],
  ]);
});

it('needs no volume with an S3-compatible store', () => {
  const base = render(repository('k8s', 'base'));
  expect(base.filter(({ kind }) => kind === 'PersistentVolumeClaim')).toEqual([]);
  expect(JSON.stringify(base)).not.toContain('persistentVolumeClaim');
});

it('carries no secret into production', () => {
  expect(rendered.prod.filter(({ kind }) => kind === 'Secret')).toEqual([]);
});

describe('the checks themselves', () => {
  const spoilt = (change: (pod: Record<string, unknown>) => void): Manifest[] => {
    const copy = structuredClone(rendered.prod.filter(({ kind }) => kind === 'Deployment'));
    const pod = podsOf(copy)[0]?.spec.containers[0];
    change(pod as unknown as Record<string, unknown>);
    return copy;
  };

  it('notice a misspelt field', () => {
    const manifests = spoilt((container) => (container['readinessprobe'] = {}));
    expect(unknownFields(manifests).join()).toContain('Deployment api: ');
  });

  it('notice a value of a wrong type', async () => {
    const manifests = spoilt((container) => (container['ports'] = '3000'));
    expect((await schemaMistakes(manifests)).join()).toContain('ports must be array');
  });

  it('notice a trigger that KEDA would refuse', async () => {
    const copy = structuredClone(rendered.prod.filter(({ kind }) => kind === 'ScaledObject'));
    const spec = copy[0]?.['spec'] as { triggers: { metadata: Record<string, unknown> }[] };
    Object.assign(spec.triggers[0]?.metadata ?? {}, { threshold: 5 });
    expect((await schemaMistakes(copy)).join()).toContain('threshold');
  });
});
