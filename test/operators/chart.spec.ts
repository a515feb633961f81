import { inProduction, type Production } from '../../scripts/lib/overlays.mjs';
import { Chart, PRODUCTION, programFor, type Values } from './helm.js';
import { documents, find, type Manifest, render, repository } from './kustomize.js';
import { schemaMistakes, unknownFields } from './schemas.js';

const helm = await programFor('helm', 'the tests of the chart');

interface Case {
  title: string;
  overlay?: Production;
  /** Objects of the chart that no overlay has. */
  beside?: () => Manifest[];
  values?: Values;
  settings?: Record<string, string>;
  release?: { release: string; namespace: string };
}

const S3 = { S3_ENDPOINT: 'https://store.example.com', S3_BUCKET: 'pictures' };
const operator = (): Manifest[] => render(repository('monitoring', 'operator'));
const dashboards = (): Manifest[] => [
  find(render(repository('monitoring')), 'ConfigMap', 'abato-dashboards'),
];
const externalSecrets = (): Manifest[] =>
  documents(repository('k8s', 'examples', 'external-secrets.yaml')).filter(
    ({ kind }) => kind === 'ExternalSecret',
  );

const CASES: Case[] = [
  { title: 'production as it is' },
  { title: 'an Ingress', overlay: { route: 'ingress' }, values: { route: { kind: 'ingress' } } },
  { title: 'a way in of its own', overlay: { route: 'none' }, values: { route: { kind: 'none' } } },
  {
    title: 'roles and a backup',
    overlay: { roles: true, backup: true },
    values: { roles: { enabled: true }, backup: { enabled: true } },
  },
  { title: 'a fixed number of workers', overlay: { keda: false }, values: { keda: { enabled: false } } },
  {
    title: 'pictures in a store',
    overlay: { volume: false },
    values: { uploads: { volume: false } },
    settings: S3,
  },
  {
    title: 'roles with pictures in a store and a fixed number of workers',
    overlay: { roles: true, volume: false, keda: false },
    values: { roles: { enabled: true }, uploads: { volume: false }, keda: { enabled: false } },
    settings: { ...S3, LIVE_INTERVAL_MS: '500', LOG_LEVEL: 'debug' },
  },
  { title: 'another namespace', release: { release: 'votes', namespace: 'elections' } },
  {
    title: 'the Prometheus Operator',
    beside: () => [...operator(), ...dashboards()],
    values: { monitoring: { enabled: true } },
    release: { release: 'votes', namespace: 'elections' },
  },
  {
    title: 'the External Secrets Operator',
    beside: externalSecrets,
    values: { externalSecrets: { enabled: true } },
  },
];

/**
 * What the chart has otherwise than the overlays. Each function takes it back, in a chart's objects or in an overlay's; whatever else differs is a
 * mistake.
 */
const DIFFERENCES = {
  'Helm makes the namespace, and names it in no object': {
    chart: (objects, namespace) =>
      objects.map((object) => {
        expect(object.metadata.namespace).toBeUndefined();
        return { ...object, metadata: { ...object.metadata, namespace } };
      }),
    overlay: (objects, namespace) =>
      objects
        .filter(({ kind }) => kind !== 'Namespace')
        .map((object) => {
          const text = JSON.stringify(object).replaceAll(
            String.raw`namespace=\"abato\"`,
            String.raw`namespace=\"${namespace}\"`,
          );
          const moved = JSON.parse(text) as Manifest;
          return { ...moved, metadata: { ...moved.metadata, namespace } };
        }),
  },
  'labels of Helm': {
    chart: (objects) =>
      objects.map((object) =>
        withoutKeys(object, 'labels', /^(helm\.sh\/chart|app\.kubernetes\.io\/(instance|managed-by))$/),
      ),
  },
  'hooks of Helm in place of those of Argo CD, and volumes that outlive the release': {
    chart: (objects) => objects.map((object) => withoutKeys(object, 'annotations', /^helm\.sh\//)),
    overlay: (objects) => objects.map((object) => withoutKeys(object, 'annotations', /^argocd\./)),
  },
  'the migration has a network policy of its own': {
    chart: (objects) =>
      objects.filter(({ kind, metadata }) => `${kind} ${metadata.name}` !== 'NetworkPolicy migrate'),
  },
  'Secrets stay while the object that makes them is made anew': {
    chart: (objects) =>
      objects.map((object) => {
        if (object.kind !== 'ExternalSecret') return object;
        const spec = object['spec'] as { target: object };
        expect(spec.target).toMatchObject({ creationPolicy: 'Orphan' });
        return { ...object, spec: { ...spec, target: { ...spec.target, creationPolicy: 'Owner' } } };
      }),
  },
  'pods know their settings by a checksum, not by a name': {
    chart: (objects) =>
      objects.map((object) => {
        const spec = object['spec'] as { template?: Manifest } | undefined;
        if (!spec?.template) return object;
        return {
          ...object,
          spec: { ...spec, template: withoutKeys(spec.template, 'annotations', /^checksum\//) },
        };
      }),
  },
} satisfies Record<string, Partial<Record<'chart' | 'overlay', Change>>>;

type Change = (objects: Manifest[], namespace: string) => Manifest[];

/** The object without some of its labels or annotations. */
function withoutKeys(object: Manifest, part: 'labels' | 'annotations', names: RegExp): Manifest {
  const { [part]: entries = {}, ...metadata } = object.metadata;
  const left = Object.entries(entries).filter(([name]) => !names.test(name));
  return {
    ...object,
    metadata: { ...metadata, ...(left.length && { [part]: Object.fromEntries(left) }) },
  };
}

function alike(side: 'chart' | 'overlay', objects: Manifest[], namespace: string): Map<string, Manifest> {
  let made = objects;
  for (const difference of Object.values(DIFFERENCES) as Partial<Record<typeof side, Change>>[])
    made = difference[side]?.(made, namespace) ?? made;
  const named = made.map((object) => [`${object.kind} ${object.metadata.name}`, object] as const);
  expect(new Set(named.map(([name]) => name)).size).toBe(named.length);
  return new Map(named.sort(([one], [other]) => (one < other ? -1 : 1)));
}

const merged = (...parts: Values[]): Values => Object.assign({}, ...parts) as Values;

(helm ? describe : describe.skip)('the chart', () => {
  let chart: Chart;
  beforeAll(() => {
    chart = new Chart(helm ?? '');
  });
  afterAll(() => chart.remove());

  const objectsOf = ({ values = {}, settings = {}, release }: Partial<Case>): Manifest[] =>
    chart.objects(merged(PRODUCTION, values, { settings }), release);

  it.each(CASES)('is what kustomize renders: $title', (one) => {
    const { overlay = {}, beside, settings = {}, release } = one;
    const namespace = release?.namespace ?? 'abato';
    const expected = [...inProduction(overlay, render), ...(beside?.() ?? [])];
    Object.assign(find(expected, 'ConfigMap', 'settings')['data'] as object, settings);
    expect(alike('chart', objectsOf(one), namespace)).toEqual(alike('overlay', expected, namespace));
  });

  it('knows no namespace but that of the release', () => {
    const release = { release: 'votes', namespace: 'elections' };
    const values = Object.assign({}, ...CASES.map((one) => one.values ?? {}), {
      route: {},
      uploads: {},
    }) as Values;
    const text = JSON.stringify(objectsOf({ values, release }));
    expect(text).toContain(String.raw`namespace=\"elections\"`);
    expect(text).not.toMatch(/namespace[^a-z]+abato\b(?!_)/);
  });

  it('follows the schemas of Kubernetes and of the operators, with no field that they do not know', async () => {
    const all = CASES.map((one) => {
      const namespace = one.release?.namespace ?? 'abato';
      return objectsOf(one).map((object) => ({ ...object, metadata: { ...object.metadata, namespace } }));
    });
    expect(await Promise.all(all.map(schemaMistakes))).toEqual(all.map(() => []));
    expect(unknownFields(all.flat())).toEqual([]);
  });
});
