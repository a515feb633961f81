import { readFileSync } from 'node:fs';
import { APP_ROLE } from '@abato/testing/database';
import { DATABASE_EXAMPLE, type DatabaseCluster } from './cloudnativepg.js';
import { documents, find, type Manifest, repository } from './kustomize.js';
import { schemaMistakes } from './schemas.js';

/** `k8s/examples/cloudnativepg.yaml`: PostgreSQL with standbys, as docs/runbook.md#postgresql-with-standbys wants it. */
const all = [...DATABASE_EXAMPLE];
const { metadata, spec } = find(all, 'Cluster', 'abato-db') as unknown as DatabaseCluster;
const text = readFileSync(repository('k8s', 'examples', 'cloudnativepg.yaml'), 'utf8');

interface Policy {
  podSelector: { matchLabels?: Record<string, string>; matchExpressions?: { values: string[] }[] };
  ingress: { from: Record<string, unknown>[]; ports: { port: number }[] }[];
  egress: { to?: unknown[]; ports: { port: number }[] }[];
}
const policy = (name: string, manifests: Manifest[] = all): Policy =>
  find(manifests, 'NetworkPolicy', name)['spec'] as Policy;

it('follows the schemas of CloudNativePG, the Prometheus Operator and Kubernetes', async () => {
  expect(await schemaMistakes(all)).toEqual([]);
  const misspelt = structuredClone(all);
  const { postgresql } = misspelt[0]?.['spec'] as DatabaseCluster['spec'];
  Object.assign(postgresql.synchronous, { failoverquorum: true });
  expect((await schemaMistakes(misspelt)).join()).toContain('failoverquorum');
});

it('loses no acknowledged vote in a fail-over: one of two standbys has it, on another machine, and no other is promoted', () => {
  const { synchronous } = spec.postgresql;
  expect(synchronous).toMatchObject({ number: 1, dataDurability: 'required', failoverQuorum: true });
  // With as many standbys as must answer, each update of one would stop the votes.
  expect(spec.instances).toBeGreaterThan(synchronous.number + 1);
  expect(spec.affinity.podAntiAffinityType).toBe('required');
  expect(spec.postgresql.parameters).not.toHaveProperty('synchronous_commit');
});

it('has the logins of the runbook, each with the password of its address', () => {
  const { initdb } = spec.bootstrap;
  const [rights, processes, ...others] = spec.managed.roles;
  expect(others).toEqual([]);
  expect(rights).toMatchObject({ name: APP_ROLE, login: false });
  expect(processes).toMatchObject({ login: true, inRoles: [APP_ROLE] });
  expect(processes?.name).not.toBe(initdb.owner);
  for (const [setting, login, secret] of [
    ['DATABASE_URL', processes?.name, processes?.passwordSecret?.name],
    ['DATABASE_OWNER_URL', initdb.owner, initdb.secret.name],
  ]) {
    expect(text).toMatch(
      new RegExp(
        `# ${setting} +is postgres://${login}:<password>@${metadata.name}-rw:5432/${initdb.database}\\?`,
      ),
    );
    expect(text).toContain(
      `secret generic ${secret} --type=kubernetes.io/basic-auth --from-literal=username=${login} `,
    );
  }
});

it('lets through processes, standbys, operator and Prometheus, and nothing else', () => {
  const selector = { 'cnpg.io/cluster': metadata.name };
  const { podSelector, ingress, egress } = policy('database');
  expect(podSelector.matchLabels).toEqual(selector);
  const processes = policy(
    'servers',
    documents(repository('k8s', 'overlays', 'prod', 'network.yaml')),
  ).podSelector;
  const ports = (rules: Policy['ingress'] | Policy['egress']) =>
    rules.map((rule) => rule.ports.map(({ port }) => port));
  expect(ports(ingress)).toEqual([[5432], [5432, 8000], [5432, 8000], [9187]]);
  expect(ingress.map(({ from }) => from.length)).toEqual([1, 1, 1, 1]);
  expect(ingress[0]?.from[0]).toEqual({ podSelector: processes });
  expect(ingress[1]?.from[0]).toEqual({ podSelector: { matchLabels: selector } });
  expect(ports(egress)).toEqual([
    [5432, 8000],
    [443, 6443],
  ]);

  const way = policy('to-database');
  expect(way.podSelector).toEqual(processes);
  expect(way.egress[0]?.to).toEqual([{ podSelector: { matchLabels: selector } }]);
});

it('is scraped for the alerts about standbys and volumes', () => {
  const { selector } = find(all, 'PodMonitor', 'abato-db')['spec'] as { selector: unknown };
  expect(selector).toEqual({ matchLabels: { 'cnpg.io/cluster': metadata.name } });
});
