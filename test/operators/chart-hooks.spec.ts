import { Chart, PRODUCTION, programFor, type Values } from './helm.js';
import type { Manifest } from './kustomize.js';

const helm = await programFor('helm', 'the tests of the chart’s migration');

const HOOK = 'helm.sh/hook';
const nameOf = ({ kind, metadata }: Manifest): string => `${kind} ${metadata.name}`;
const annotation = ({ metadata }: Manifest, name: string): string | undefined => metadata.annotations?.[name];
const isHook = (object: Manifest): boolean => annotation(object, HOOK) !== undefined;
const weightOf = (object: Manifest): number => Number(annotation(object, `${HOOK}-weight`));

interface Pod {
  serviceAccountName: string;
  volumes: { persistentVolumeClaim?: object; configMap?: object; secret?: object }[];
  containers: { envFrom?: object[]; env: { valueFrom: { secretKeyRef: { name: string } } }[] }[];
}

(helm ? describe : describe.skip)('the migration of the chart', () => {
  let chart: Chart;
  beforeAll(() => {
    chart = new Chart(helm ?? '');
  });
  afterAll(() => chart.remove());

  const objects = (values: Values = {}): Manifest[] => chart.objects({ ...PRODUCTION, ...values });
  const job = (made: Manifest[]): Manifest & { pod: Pod; labels: Record<string, string> } => {
    const found = made.find(({ kind }) => kind === 'Job') as Manifest;
    const { template } = found['spec'] as {
      template: { spec: Pod; metadata: { labels: Record<string, string> } };
    };
    return { ...found, pod: template.spec, labels: template.metadata.labels };
  };
  /** What is there when the Job starts, also in a namespace that has nothing but Secrets. */
  const before = (made: Manifest[]): Manifest[] =>
    made.filter((object) => isHook(object) && weightOf(object) < weightOf(job(made)));

  it('runs before an installation and before an upgrade, with all that is there for it alone', () => {
    const made = objects({ externalSecrets: { enabled: true } });
    const hooks = made.filter(isHook);
    expect(hooks.map(nameOf).sort()).toEqual([
      'ExternalSecret abato-owner',
      'ExternalSecret abato-secrets',
      'Job migrate',
      'NetworkPolicy migrate',
      'ServiceAccount migrate',
    ]);
    for (const hook of hooks) expect(annotation(hook, HOOK)).toBe('pre-install,pre-upgrade');
    // What Helm itself takes for hooks.
    const others = chart.objects(
      { ...PRODUCTION, externalSecrets: { enabled: true } },
      { args: ['--no-hooks'] },
    );
    expect(others.map(nameOf).sort()).toEqual(
      made
        .filter((one) => !isHook(one))
        .map(nameOf)
        .sort(),
    );
  });

  it('needs nothing that comes later', () => {
    const made = objects();
    const { pod } = job(made);
    expect(before(made).map(nameOf)).toContain(`ServiceAccount ${pod.serviceAccountName}`);
    const reads = pod.containers.flatMap(({ env }) =>
      env.map(({ valueFrom }) => valueFrom.secretKeyRef.name),
    );
    // Made by an operator, before.
    expect([...new Set(reads)].sort()).toEqual(['abato-owner', 'abato-secrets']);
    expect(made.some(({ kind }) => kind === 'Secret')).toBe(false);
    for (const { envFrom } of pod.containers) expect(envFrom).toBeUndefined();
    for (const { persistentVolumeClaim, configMap, secret } of pod.volumes)
      expect([persistentVolumeClaim, configMap, secret]).toEqual([undefined, undefined, undefined]);
  });

  it('finds its Secrets being made, when the External Secrets Operator makes them', () => {
    const made = objects({ externalSecrets: { enabled: true } });
    expect(before(made).map(nameOf)).toEqual(
      expect.arrayContaining(['ExternalSecret abato-owner', 'ExternalSecret abato-secrets']),
    );
  });

  it('reaches PostgreSQL and names by a policy of its own, whatever the last release allowed', () => {
    const servers = [
      { cidr: '10.30.0.0/24', ports: [5432, 6432] },
      { cidr: '10.40.0.0/24', ports: [6379] },
    ];
    const made = objects({ servers });
    const policies = before(made).filter(({ kind }) => kind === 'NetworkPolicy');
    expect(policies.map(({ spec }) => (spec as { podSelector: object }).podSelector)).toEqual([
      { matchLabels: job(made).labels },
    ]);
    const rules = policies.flatMap(({ spec }) => (spec as { egress: Rule[] }).egress);
    const reached = rules.flatMap(({ to, ports }) =>
      to.flatMap(({ ipBlock, namespaceSelector }) =>
        ports.map(
          ({ port }) =>
            `${ipBlock?.cidr ?? Object.values(namespaceSelector?.matchLabels ?? {}).join()} ${port}`,
        ),
      ),
    );
    expect(reached).toEqual(
      expect.arrayContaining([
        'kube-system 53',
        '10.30.0.0/24 5432',
        '10.30.0.0/24 6432',
        '10.40.0.0/24 6379',
      ]),
    );
  });

  it('leaves its log, and nothing that a later release or an end of the release must clear away', () => {
    const made = objects({ externalSecrets: { enabled: true } });
    const policy = (kind: string): (string | undefined)[] =>
      made
        .filter((one) => isHook(one) && one.kind === kind)
        .map((one) => annotation(one, `${HOOK}-delete-policy`));
    expect(policy('Job')).toEqual(['before-hook-creation']);
    expect(job(made)['spec']).toHaveProperty('ttlSecondsAfterFinished');
    for (const kind of ['ServiceAccount', 'NetworkPolicy'])
      expect(policy(kind)).toEqual(['before-hook-creation,hook-succeeded']);
    // One that is made anew must not take the Secret away from pods that start meanwhile.
    expect(policy('ExternalSecret')).toEqual(['before-hook-creation', 'before-hook-creation']);
    for (const { kind, spec } of made)
      if (kind === 'ExternalSecret') expect(spec).toMatchObject({ target: { creationPolicy: 'Orphan' } });
  });

  it('is told to Helm alone: Argo CD reads those annotations too', () => {
    expect(JSON.stringify(objects())).not.toContain('argocd');
  });

  it('comes with volumes that stay when the release or the part goes', () => {
    const made = objects({ backup: { enabled: true } });
    const claims = made.filter(({ kind }) => kind === 'PersistentVolumeClaim');
    expect(
      claims.map((claim) => [claim.metadata.name, annotation(claim, 'helm.sh/resource-policy')]),
    ).toEqual(
      expect.arrayContaining([
        ['uploads', 'keep'],
        ['backups', 'keep'],
      ]),
    );
  });
});

interface Rule {
  to: { ipBlock?: { cidr: string }; namespaceSelector?: { matchLabels: Record<string, string> } }[];
  ports: { port: number }[];
}
