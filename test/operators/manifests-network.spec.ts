import { describeRendered, itRendered } from './kubectl.js';
import { API_DEPLOYMENTS, dataOf, OVERLAYS, rendered } from './overlays.js';
import type { Manifest } from './kustomize.js';
import { podsOf } from './pods.js';

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

const hostsOf = (manifests: Manifest[]): (string | undefined)[] =>
  waysIn(manifests).flatMap(({ rules = [], tls = [], listeners = [], hostnames = [] }) => [
    ...rules.flatMap(({ host }) => host ?? []),
    ...tls.flatMap(({ hosts }) => hosts),
    ...listeners.map(({ hostname }) => hostname),
    ...hostnames,
  ]);

function backendsOf(manifests: Manifest[]): Set<string> {
  const rules = waysIn(manifests).flatMap(({ rules: own = [] }) => own);
  return new Set(
    rules.flatMap(({ http, backendRefs = [] }) => [
      ...(http?.paths ?? []).map(({ backend }) => backend.service.name),
      ...backendRefs.map(({ name }) => name),
    ]),
  );
}

describeRendered.each(OVERLAYS)('overlay %s', (overlay) => {
  const manifests = rendered[overlay];

  it('has one way in, with one host, which the settings name', () => {
    expect(JSON.stringify(manifests)).not.toMatch(/"HOST"|\/HOST|@HOST/);
    const host = new URL(dataOf(manifests, 'ConfigMap', 'settings')['PUBLIC_URL'] ?? '').host;
    const hosts = hostsOf(manifests);
    expect(hosts.length).toBeGreaterThan(1);
    expect(new Set(hosts)).toEqual(new Set([host]));
    expect(backendsOf(manifests)).toEqual(new Set(API_DEPLOYMENTS[overlay]));
  });

  it('lets only Prometheus to the internal port, where the queue board is', () => {
    const pods = podsOf(manifests);
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

itRendered('can be entered by the Gateway API and by an ingress controller, one in each overlay', () => {
  const kinds = (manifests: Manifest[]): boolean[] =>
    ['Gateway', 'Ingress'].map((kind) => manifests.some((manifest) => manifest.kind === kind));
  expect([kinds(rendered.prod), kinds(rendered.dev)]).toEqual([
    [true, false],
    [false, true],
  ]);
});
