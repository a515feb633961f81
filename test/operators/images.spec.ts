import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { describeSettings } from '@abato/testing/platform';
import { isAtLeast } from '../support/programs.js';
import { repository } from './kustomize.js';

interface Stage {
  name: string;
  from: string;
  steps: { instruction: string; rest: string }[];
}

/** Stages of the Dockerfile; continued lines are joined. */
function stages(): Stage[] {
  const lines = readFileSync(repository('Dockerfile'), 'utf8')
    .replace(/\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'));
  const found: Stage[] = [];
  for (const line of lines) {
    const [instruction = '', ...words] = line.split(' ');
    const rest = words.join(' ');
    const from = /^(\S+) AS (\S+)$/.exec(rest);
    if (instruction === 'FROM') found.push({ name: from?.[2] ?? '', from: from?.[1] ?? '', steps: [] });
    else found.at(-1)?.steps.push({ instruction, rest });
  }
  return found;
}

const all = stages();
const byName = new Map(all.map((stage) => [stage.name, stage]));
/** The steps of a stage with those of the stages it is made from. */
function steps(name: string): Stage['steps'] {
  const stage = byName.get(name);
  return stage ? [...steps(stage.from), ...stage.steps] : [];
}
const last = (name: string, instruction: string): string | undefined =>
  steps(name)
    .filter((step) => step.instruction === instruction)
    .at(-1)?.rest;
/** The source of a program in the build: `apps/api/src/main.js` → `apps/api/src/main.ts`. */
const sourceOf = (program: string): string => repository(program.replace(/\.js$/, '.ts'));
const TARGETS = ['api', 'web', 'worker', 'migrate', 'admin', 'simulator'];

it('the Dockerfile has the targets that compose and Kubernetes use', () => {
  for (const target of TARGETS) expect(byName.has(target)).toBe(true);
});

it('the Dockerfile copies only what is there, and installs packages before it copies sources, which change more often', () => {
  for (const { steps: own } of all) {
    for (const { instruction, rest } of own) {
      if (instruction !== 'COPY' || rest.startsWith('--from')) continue;
      const sources = rest.split(' ').slice(0, -1);
      for (const source of sources)
        expect({ source, there: existsSync(repository(source)) }).toEqual({ source, there: true });
    }
  }
  const order = steps('sources').map(({ instruction, rest }) => `${instruction} ${rest}`);
  const installs = order.findIndex((step) => step.includes('ensurePackages()'));
  expect(installs).toBeGreaterThan(order.indexOf('COPY package.json package-lock.json .npmrc ./'));
  for (const folder of ['libs', 'apps'])
    expect(order.indexOf(`COPY ${folder} ${folder}`)).toBeGreaterThan(installs);
});

it('the Dockerfile lets through .dockerignore what it copies, and nothing that holds a secret', () => {
  const rules = readFileSync(repository('.dockerignore'), 'utf8').split('\n');
  expect(rules).toContain('*');
  expect(rules).toContain('**/.env');
  const copied = steps('sources').filter(({ instruction }) => instruction === 'COPY');
  for (const { rest } of copied) {
    for (const source of rest.split(' ').slice(0, -1)) expect(rules).toContain(`!${source.split('/')[0]}`);
  }
});

it('the Dockerfile copies between stages only folders that the build makes', () => {
  for (const { steps: own } of all) {
    for (const { rest } of own.filter(({ rest: text }) => text.startsWith('--from=build'))) {
      const path = /\/app\/build\/(\S+)/.exec(rest)?.[1] ?? '';
      const made = ['package.json', 'node_modules'].includes(path) || existsSync(repository(path));
      expect({ path, made }).toEqual({ path, made: true });
    }
  }
});

it.each(TARGETS)(
  'the Dockerfile starts %s from a program that exists, as nobody, from pinned ground',
  (target) => {
    const command = `${last(target, 'ENTRYPOINT') ?? ''} ${last(target, 'CMD') ?? ''}`;
    const program = /apps\/[a-z]+\/src\/main\.js/.exec(command)?.[0] ?? '';
    expect(existsSync(sourceOf(program))).toBe(true);
    const app = program.split('/')[1] ?? '';
    const brought = steps(target).some(({ rest }) => rest.includes(`/app/build/apps/${app} `));
    expect(brought).toBe(true);
    expect(last(target, 'USER')).toBe('1000:1000');
    expect(last(target, 'HEALTHCHECK')).toBeDefined();
    expect(readFileSync(repository('Dockerfile'), 'utf8')).toMatch(/^ARG NODE_VERSION=\d+\.\d+\.\d+$/m);
  },
);

it('the Dockerfile checks health where the programs answer', () => {
  const internal = readFileSync(repository('libs', 'platform', 'src', 'internal-server.ts'), 'utf8');
  expect(internal).toContain("'/health/ready'");
  for (const target of ['api', 'web', 'worker'])
    expect(last(target, 'HEALTHCHECK')).toContain("process.env.METRICS_PORT + '/health/ready'");
  expect(last('simulator', 'HEALTHCHECK')).toContain("'/health/live'");
});

it('the Dockerfile installs no development package into what it ships', () => {
  const install = byName.get('modules')?.steps.find(({ instruction }) => instruction === 'RUN')?.rest;
  expect(install).toContain('--omit=dev');
  expect(install).toContain('--ignore-scripts');
  for (const target of TARGETS) {
    const copies = steps(target).filter(({ rest }) => rest.includes('node_modules'));
    expect(copies.every(({ rest }) => /--from=(modules|build)/.test(rest) || rest.startsWith('rm '))).toBe(
      true,
    );
  }
});

interface Service {
  image: string;
  build?: { context: string; target: string };
  environment?: Record<string, string>;
  command?: string[];
  ports?: string[];
  volumes?: string[];
  networks?: string[];
  profiles?: string[];
  depends_on?: Record<string, unknown> | string[];
  deploy?: { replicas: number };
  read_only?: boolean;
  cap_drop?: string[];
}

const text = readFileSync(repository('docker-compose.yml'), 'utf8');
const compose = parse(text, { merge: true }) as {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
  networks: Record<string, unknown>;
};
const { services } = compose;
const example = readFileSync(repository('.env.example'), 'utf8');
const offered = new Set([...example.matchAll(/^(?:# )?([A-Z0-9_]+)=/gm)].map((match) => match[1]));

it('docker-compose.yml starts the whole: servers, migration, two of each process, proxy, mail, monitoring', () => {
  expect(Object.keys(services).sort()).toEqual(
    [
      'alertmanager',
      'api',
      'grafana',
      'mail',
      'migrate',
      'postgres',
      'prometheus',
      'proxy',
      'redis',
      'simulator',
      'worker',
    ].sort(),
  );
  expect(services['api']?.deploy?.replicas).toBe(2);
  expect(services['worker']?.deploy?.replicas).toBe(2);
  expect(services['simulator']?.profiles).toEqual(['simulator']);
  expect(services['redis']?.command?.join(' ')).toMatch(/--appendonly yes .*--maxmemory-policy noeviction/);
});

it('docker-compose.yml builds targets that exist and pins every image', () => {
  for (const { image, build } of Object.values(services)) {
    if (build) expect(byName.has(build.target)).toBe(true);
    expect(image).toMatch(/:(\$\{ABATO_VERSION:-)?v?\d+\.\d+/);
    expect(image).not.toContain('latest');
  }
});

it('docker-compose.yml refers only to files, volumes, networks and services that are there', () => {
  for (const { volumes = [], networks = [], depends_on = {} } of Object.values(services)) {
    for (const volume of volumes) {
      const source = volume.split(':')[0] ?? '';
      if (source.startsWith('.')) expect(existsSync(repository(source))).toBe(true);
      else expect(compose.volumes).toHaveProperty(source);
    }
    for (const network of networks) expect(compose.networks).toHaveProperty(network);
    const needed = Array.isArray(depends_on) ? depends_on : Object.keys(depends_on);
    for (const name of needed) expect(services).toHaveProperty(name);
  }
});

it('docker-compose.yml passes on every setting that is needed, and none that is not read', () => {
  const known = describeSettings();
  for (const name of ['api', 'worker']) {
    const given = Object.keys(services[name]?.environment ?? {});
    expect(given.filter((key) => !known.some((setting) => setting.name === key))).toEqual([]);
    const needed = known.filter(({ required }) => required !== 'no').map((setting) => setting.name);
    expect(needed.filter((key) => !given.includes(key))).toEqual([]);
  }
  const read = readFileSync(repository('apps', 'simulator', 'src', 'core', 'settings.ts'), 'utf8');
  for (const key of Object.keys(services['simulator']?.environment ?? {})) expect(read).toContain(`${key}:`);
});

it('docker-compose.yml gives API and worker a login of their own, and the owner’s to the migration alone', () => {
  const loginIn = (setting = ''): string | undefined => /postgres:\/\/([a-z_]+):/.exec(setting)?.[1];
  const owner = services['postgres']?.environment?.['POSTGRES_USER'];
  for (const name of ['api', 'worker']) {
    const env = services[name]?.environment ?? {};
    expect(loginIn(env['DATABASE_URL'])).toBe('abato_processes');
    expect(JSON.stringify(env)).not.toMatch(/DATABASE_OWNER_URL|POSTGRES_PASSWORD/);
  }
  const migration = services['migrate']?.environment ?? {};
  expect(loginIn(migration['DATABASE_URL'])).toBe('abato_processes');
  expect(loginIn(migration['DATABASE_OWNER_URL'])).toBe(owner);
});

it('docker-compose.yml offers in .env.example every variable it uses and every setting there is', () => {
  const used = [...text.matchAll(/\$\{([A-Z0-9_]+)/g)].map((match) => match[1]);
  expect(used.filter((name) => !offered.has(name))).toEqual([]);
  expect(describeSettings().filter(({ name }) => !offered.has(name))).toEqual([]);
  // What must be set stands without a comment sign, with an empty or a usable value.
  for (const [, name] of text.matchAll(/\$\{([A-Z0-9_]+):\?\}/g))
    expect(example).toMatch(new RegExp(`^${name}=`, 'm'));
});

it('docker-compose.yml runs our processes without rights, on a file system that cannot be written', () => {
  for (const name of ['api', 'worker', 'migrate', 'simulator', 'proxy', 'mail'])
    expect(services[name]).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
});

it('docker-compose.yml lets the proxy and Prometheus find the ports that the processes listen on', () => {
  const port = describeSettings().find(({ name }) => name === 'PORT')?.fallback;
  const metrics = describeSettings().find(({ name }) => name === 'METRICS_PORT')?.fallback;
  const proxy = readFileSync(repository('deploy', 'compose', 'nginx.conf'), 'utf8');
  expect(proxy).toContain(`server api:${port} resolve`);
  const listens = /listen (\d+);/.exec(proxy)?.[1];
  expect(services['proxy']?.ports?.[0]).toMatch(new RegExp(`:${listens}$`));
  const scraped = parse(readFileSync(repository('deploy', 'compose', 'prometheus.yml'), 'utf8')) as {
    scrape_configs: { dns_sd_configs: { names: string[]; port: number }[] }[];
  };
  for (const { dns_sd_configs: found } of scraped.scrape_configs) {
    expect(services).toHaveProperty(found[0]?.names[0] ?? '');
    expect(String(found[0]?.port)).toBe(metrics);
  }
  const tls = readFileSync(repository('deploy', 'compose', 'tls.yml'), 'utf8');
  for (const file of readdirSync(repository('deploy', 'compose')))
    expect(`${text}${tls}`).toContain(join('deploy', 'compose', file));
});

it('docker-compose.yml has one proxy with certificates in place of the plain one, which finds the API where it listens', () => {
  const tls = parse(readFileSync(repository('deploy', 'compose', 'tls.yml'), 'utf8')) as {
    services: Record<string, Service>;
    volumes: Record<string, unknown>;
  };
  // A second hop would be taken for every voter's address.
  expect(Object.keys(tls.services)).toEqual(['proxy']);
  const caddyfile = readFileSync(repository('deploy', 'compose', 'Caddyfile'), 'utf8');
  const api = describeSettings().find(({ name }) => name === 'PORT')?.fallback;
  expect(caddyfile).toMatch(new RegExp(`name api\\s+port ${api}\\b`));
  const listens = [...caddyfile.matchAll(/https?_port (\d+)/g)].map((match) => match[1]);
  // From here on it sends a vote to another container when one is away (the tests may have an older one).
  expect(isAtLeast(tls.services['proxy']?.image.split(':')[1] ?? '', '2.11.4')).toBe(true);
  expect(tls.services['proxy']?.ports?.map((port) => port.split(':')[1])).toEqual(listens);
  for (const volume of tls.services['proxy']?.volumes ?? []) {
    const source = volume.split(':')[0] ?? '';
    if (source.startsWith('.')) expect(existsSync(repository(source))).toBe(true);
    else expect(tls.volumes).toHaveProperty(source);
  }
});
