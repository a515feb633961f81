import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { describeSettings } from '@abato/platform';
import { writeChart } from '../../scripts/lib/chart/write.mjs';
import { Chart, PRODUCTION, programFor, type Values } from './helm.js';
import { find, type Manifest, repository } from './kustomize.js';
import { environmentOf } from './overlays.js';
import { podsOf } from './pods.js';

const helm = await programFor('helm', 'the tests of the chart’s values');
const STORE = { S3_ENDPOINT: 'https://store.example.com' };
const EVERYTHING: Values = {
  keda: { enabled: true },
  roles: { enabled: true },
  backup: { enabled: true },
  monitoring: { enabled: true },
  externalSecrets: { enabled: true },
};

/** Both parts of a schema: Helm 3 and 4 write their messages otherwise. */
const REFUSED: [title: string, values: Values, message: RegExp][] = [
  ['a misspelt value', { hosts: 'x' }, /additional property.*hosts|additional properties.*hosts/i],
  ['a misspelt value further down', { worker: { replica: 2 } }, /worker.*additional propert.*replica/i],
  ['a setting that does not exist', { settings: { LOG_LEVL: 'info' } }, /settings.*LOG_LEVL.*not allowed/],
  ['a secret among the settings', { settings: { JWT_SECRET: 'x' } }, /settings.*JWT_SECRET.*not allowed/],
  ['a setting that is no text', { settings: { PORT: 600 } }, /settings.PORT.*string/],
  [
    'a setting without a value',
    { settings: { LOG_LEVEL: null } },
    /settings.*(missing|LOG_LEVEL is required)/,
  ],
  ['a number as a text', { api: { autoscaling: { min: '2' } } }, /api.autoscaling.min.*integer/],
  ['a word that has no meaning', { route: { kind: 'tunnel' } }, /route.kind.*must be one of.*gateway/],
  ['an address as the host', { host: 'https://vote.example.com' }, /host.*pattern/],
  ['no host', { host: '' }, /host is missing/],
  ['no registry', { image: { tag: '1' } }, /image.registry is missing/],
  ['no servers', { servers: [] }, /servers is missing/],
  [
    'roles with an Ingress',
    { roles: { enabled: true }, route: { kind: 'ingress' } },
    /roles.enabled needs route.kind gateway/,
  ],
  ['roles with no route', { roles: { enabled: true }, route: { kind: 'none' } }, /needs route.kind gateway/],
  ['pictures that lie nowhere', { uploads: { volume: false } }, /settings.S3_ENDPOINT must name the store/],
];

(helm ? describe : describe.skip)('the values of the chart', () => {
  let chart: Chart;
  let defaults: Values;
  let schema: Schema;
  beforeAll(() => {
    chart = new Chart(helm ?? '');
    defaults = parse(readFileSync(join(chart.path, 'values.yaml'), 'utf8')) as Values;
    schema = JSON.parse(readFileSync(join(chart.path, 'values.schema.json'), 'utf8')) as Schema;
  });
  afterAll(() => chart.remove());

  const objects = (values: Values): Manifest[] => chart.objects({ ...PRODUCTION, ...values });

  it.each([
    ['as few values as possible', {}],
    ['every part', EVERYTHING],
    ['an Ingress and a store', { route: { kind: 'ingress' }, uploads: { volume: false }, settings: STORE }],
  ])('pass the strict check of Helm with %s', (_, values) => {
    const { status, stdout } = chart.run(['lint', '--strict', chart.path], { ...PRODUCTION, ...values });
    expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringContaining('0 chart(s) failed') });
  });

  it.each(REFUSED)('refuse %s and say so', (_, values, message) => {
    const { status, stderr } = chart.run(['template', chart.path], { ...PRODUCTION, ...values });
    expect(status).not.toBe(0);
    expect(stderr).toMatch(message);
  });

  it('are the ones that the schema knows, and it knows the type of each', () => {
    const { global: _, ...properties } = schema.properties ?? {};
    const wrong: string[] = [];
    const compare = (where: string, value: unknown, of: Schema | undefined): void => {
      const known = of?.$ref ? schema.definitions?.[of.$ref.split('/').at(-1) ?? ''] : of;
      if (!known?.type && !known?.enum) wrong.push(`${where} has no type`);
      if (typeof value !== 'object' || value === null || Array.isArray(value) || !known?.properties) return;
      expect({ where, open: known.additionalProperties }).toEqual({ where, open: false });
      const names = where === 'settings' ? Object.keys(value) : Object.keys(known.properties);
      expect({ where, names: Object.keys(value).sort() }).toEqual({ where, names: names.sort() });
      for (const [name, one] of Object.entries(value))
        compare(`${where}.${name}`.replace(/^\./, ''), one, known.properties[name]);
    };
    // Requests and limits are Kubernetes' own, and checked by it.
    const { resources } = schema.definitions ?? {};
    delete resources?.properties;
    compare('', defaults, { ...schema, properties });
    expect(wrong).toEqual([]);
  });

  it('take every setting that is read, but for those of the Secrets', () => {
    const known = Object.keys(schema.properties?.['settings']?.properties ?? {});
    const secret =
      /^(DATABASE_(OWNER_|DIRECT_)?URL|REDIS_URL|SMTP_URL|OTEL_EXPORTER_OTLP_HEADERS|DATA_ENCRYPTION_KEY|.*_(SECRET|PASSWORD|SIGNING_KEY|API_KEY|SECRET_KEY|ACCESS_KEY|ACCESS_KEY_ID))$/;
    const names = describeSettings().map(({ name }) => name as string);
    expect(known.sort()).toEqual(names.filter((name) => !secret.test(name)).sort());
  });

  it('all change something', () => {
    const changed = marked(defaults);
    const texts = [
      { ...changed, ...enabled(changed) },
      { ...changed, route: { ...(changed['route'] as object), kind: 'ingress' } },
    ].map((values) => JSON.stringify(chart.objects(values)));
    const marks = JSON.stringify(changed).match(/marked-\d+|77\d{3}|MARKED|ClusterSecretStore|Always/g) ?? [];
    expect(marks.length).toBeGreaterThan(70);
    expect(marks.filter((mark) => !texts.some((text) => text.includes(mark)))).toEqual([]);
  });

  it('start pods again when a setting changes, and for no other value', () => {
    const podsWith = (values: Values): Record<string, string> =>
      Object.fromEntries(
        objects({ roles: { enabled: true }, ...values })
          .filter(({ kind }) => kind === 'Deployment')
          .map(({ metadata, spec }) => [
            metadata.name,
            JSON.stringify((spec as { template: unknown }).template),
          ]),
      );
    const before = podsWith({});
    expect(Object.keys(before).sort()).toEqual(['api', 'api-cast', 'api-live', 'worker']);
    const after = podsWith({ settings: { LOG_LEVEL: 'debug' } });
    for (const [name, pod] of Object.entries(before)) expect(after[name]).not.toBe(pod);
    expect(podsWith({ monitoring: { enabled: true }, uploads: { size: '30Gi' } })).toEqual(before);
  });

  it('name the same Secrets wherever one is read or made', () => {
    const secrets = { processes: 'voting', owner: 'voting-owner' };
    const made = objects({ ...EVERYTHING, secrets });
    expect(JSON.stringify(made)).not.toMatch(/abato-(secrets|owner)/);
    const named = made.filter(({ kind }) => kind === 'ExternalSecret').map(({ metadata }) => metadata.name);
    expect(named).toEqual(Object.values(secrets));
  });

  it('lay settings over those of the manifests, and make addresses of the host', () => {
    const settings = {
      PAYSTACK_CALLS_PER_MINUTE: '900',
      WALLET_LIMIT_CEDIS: '50',
      MAIL_FROM: 'votes@example.org',
    };
    const made = objects({ settings, host: 'votes.example.org' });
    const [container] = podsOf(made).find(({ name }) => name === 'api')?.spec.containers ?? [];
    expect(container && environmentOf(made, container)).toMatchObject({
      ...settings,
      PUBLIC_URL: 'https://votes.example.org',
      PAYER_EMAIL_DOMAIN: 'votes.example.org',
      SHUTDOWN_DRAIN_SECONDS: '20',
    });
  });

  it('leave out what an empty value means', () => {
    const made = objects({ route: { issuer: '' }, uploads: { storageClass: '' }, image: { registry: 'r' } });
    expect(find(made, 'Gateway', 'abato').metadata.annotations).toBeUndefined();
    expect(find(made, 'PersistentVolumeClaim', 'uploads')['spec']).not.toHaveProperty('storageClassName');
    expect(JSON.stringify(made)).not.toContain('imagePullSecrets');
  });

  it('give every pod the login of the registry', () => {
    const made = objects({ ...EVERYTHING, image: { registry: 'r', pullSecrets: ['first', 'second'] } });
    const pods = podsOf(made);
    expect(pods.length).toBeGreaterThan(5);
    for (const { name, spec } of pods)
      expect({ name, ...spec }).toMatchObject({
        name,
        imagePullSecrets: [{ name: 'first' }, { name: 'second' }],
      });
  });
});

(helm ? describe : describe.skip)('the package of the chart', () => {
  it('has the version of package.json, and the images of its registry as they are', () => {
    const { version } = JSON.parse(readFileSync(repository('package.json'), 'utf8')) as { version: string };
    const chart = new Chart(helm ?? '');
    try {
      writeChart(chart.path, { registry: 'ghcr.io/owner/abato' });
      const packed = spawnSync(helm ?? '', ['package', chart.path], { cwd: chart.folder, encoding: 'utf8' });
      expect({ status: packed.status, stderr: packed.stderr }).toEqual({ status: 0, stderr: '' });
      const file = join(chart.folder, `abato-${version}.tgz`);
      expect(existsSync(file)).toBe(true);
      const { image: _, ...values } = PRODUCTION;
      const { stdout } = chart.run(['template', file], values);
      for (const image of ['web', 'worker', 'migrate'])
        expect(stdout).toContain(`image: "ghcr.io/owner/abato/${image}:${version}"`);
    } finally {
      chart.remove();
    }
  });
});

interface Schema {
  $ref?: string;
  type?: string;
  enum?: string[];
  additionalProperties?: boolean;
  properties?: Record<string, Schema>;
  definitions?: Record<string, Schema>;
}

/** The values with another one in place of each text and number, of which each has its own as far as the schema lets it. */
function marked(defaults: Values): Values {
  let count = 100;
  const forms: Record<string, () => string> = {
    host: () => `marked-${count++}.example`,
    prometheus: () => `http://marked-${count++}`,
    refreshInterval: () => `${77_000 + count++}s`,
    size: () => `${77_000 + count++}Gi`,
    pullPolicy: () => 'Always',
  };
  const visit = (node: unknown, name = ''): unknown => {
    if (Array.isArray(node)) return node.length ? ['MARKED'] : node;
    if (typeof node === 'object' && node !== null)
      return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, visit(value, key)]));
    if (typeof node === 'boolean' || name === 'kind') return node;
    if (typeof node === 'number') return 77_000 + count++;
    return forms[name]?.() ?? `marked-${count++}`;
  };
  const values = visit(defaults) as Values & { externalSecrets: { store: object } };
  Object.assign(values.externalSecrets.store, { kind: 'ClusterSecretStore' });
  return { ...values, servers: [{ cidr: '10.20.0.0/24', ports: [5432] }] };
}

/** Every part of it switched on. */
function enabled(values: Values): Values {
  return Object.fromEntries(
    Object.entries(EVERYTHING).map(([name, on]) => [
      name,
      { ...(values[name] as object), ...(on as object) },
    ]),
  );
}
