import { Problem } from '../output.mjs';
import { document } from './emit.mjs';
import { migrationPolicy } from './hooks.mjs';
import { prepared, serverRules } from './prepare.mjs';
import { dashboards, externalSecrets, monitoring, namesWith, objectWith, VARIANTS } from './sources.mjs';
import { choose } from './tree.mjs';

/** What the chart leaves out: Helm makes the namespace, if told to. */
const LEFT_OUT = ['Namespace abato'];
const BARE = { route: 'none', volume: false, keda: false };
const GATEWAY = { route: 'gateway' };

/**
 * Templates of the chart.
 * @property from where a change is made
 * @property when condition for all its objects
 * @property objects names of objects that every overlay of production has
 * @property adds in place of them: all objects that these options add to what is beside them
 * @property beside options of the overlay that these are added to
 * @property made in place of both: objects of another source
 * @property also trees of objects that no overlay has
 */
const TEMPLATES = [
  { file: 'settings', from: 'k8s/base/settings.env', objects: ['ConfigMap settings'] },
  {
    file: 'serviceaccounts',
    from: 'k8s/base/serviceaccounts.yaml',
    objects: ['ServiceAccount api', 'ServiceAccount worker'],
  },
  {
    file: 'migrate',
    from: 'k8s/base/migrate.yaml, serviceaccounts.yaml and network.yaml',
    objects: ['ServiceAccount migrate', 'Job migrate'],
    also: () => [policyOfMigration()],
  },
  {
    file: 'api',
    from: 'k8s/base/api and k8s/roles',
    objects: ['Deployment api', 'Service api', 'PodDisruptionBudget api', 'HorizontalPodAutoscaler api'],
  },
  {
    file: 'api-roles',
    from: 'k8s/roles',
    when: '.Values.roles.enabled',
    adds: { roles: true },
    beside: GATEWAY,
  },
  {
    file: 'worker',
    from: 'k8s/base/worker.yaml',
    objects: ['Deployment worker', 'PodDisruptionBudget worker'],
  },
  { file: 'worker-scaling', from: 'k8s/keda', when: '.Values.keda.enabled', adds: { keda: true } },
  {
    file: 'network',
    from: 'k8s/base/network.yaml and k8s/overlays/prod/network.yaml',
    objects: ['nothing', 'names', 'metrics', 'traces', 'outside', 'servers'].map(
      (name) => `NetworkPolicy ${name}`,
    ),
  },
  {
    file: 'uploads',
    from: 'k8s/overlays/prod/storage.yaml',
    when: '.Values.uploads.volume',
    adds: { volume: true },
  },
  {
    file: 'gateway',
    from: 'k8s/routes/gateway and k8s/roles/gateway.yaml',
    when: 'eq .Values.route.kind "gateway"',
    adds: GATEWAY,
  },
  {
    file: 'ingress',
    from: 'k8s/routes/ingress',
    when: 'eq .Values.route.kind "ingress"',
    adds: { route: 'ingress' },
    // An Ingress cannot tell the paths of roles apart, and the chart refuses the two.
    beside: { roles: false },
  },
  { file: 'backup', from: 'k8s/backup', when: '.Values.backup.enabled', adds: { backup: true } },
  { file: 'monitoring', from: 'monitoring/operator', when: '.Values.monitoring.enabled', made: monitoring },
  {
    file: 'dashboards',
    from: 'monitoring/dashboards',
    when: '.Values.monitoring.enabled',
    made: dashboards,
  },
  {
    file: 'external-secrets',
    from: 'k8s/examples/external-secrets.yaml',
    when: '.Values.externalSecrets.enabled',
    made: externalSecrets,
  },
];

/**
 * Every template of the chart, made from the manifests.
 * @returns {Map<string, string>} text by name of the file
 * @throws Problem when an object is in no template
 */
export function templates() {
  const placed = new Set(LEFT_OUT);
  const made = new Map(
    TEMPLATES.map((template) => {
      const trees = treesOf(template, placed);
      return [`${template.file}.yaml`, text(template, trees)];
    }),
  );
  const everything = { route: 'gateway', volume: true, keda: true, roles: true, backup: true };
  const forgotten = namesWith(everything).filter((name) => !placed.has(name));
  if (forgotten.length)
    throw new Problem(`No template has ${forgotten.join(', ')}: add it in scripts/lib/chart/templates.mjs.`);
  return made;
}

function text({ from, when, file }, trees) {
  const head = `{{- /* Made by \`npm run chart\` from ${from}: change it there. */ -}}\n`;
  const check = file === 'settings' ? '{{- include "abato.check" . -}}\n' : '';
  const body = trees.map(document).join('');
  return head + check + (when ? `{{- if ${when} }}\n${body}{{- end }}\n` : body);
}

function treesOf({ objects, adds, beside = {}, made, also = () => [] }, placed) {
  if (made) return made().map((object) => prepared(object));
  const fixed = adds ? { ...beside, ...adds } : GATEWAY;
  const names = objects ?? added(adds, beside);
  for (const name of names) placed.add(name);
  const variants = VARIANTS.filter(({ option }) => !(option in fixed));
  return [...also(), ...names.map((name) => treeOf(name, fixed, variants))];
}

function added(adds, beside) {
  const without = namesWith({ ...BARE, ...beside });
  return namesWith({ ...BARE, ...beside, ...adds }).filter((name) => !without.includes(name));
}

/** One tree of the object in all variants that are left. */
function treeOf(name, options, [variant, ...others]) {
  if (!variant) {
    const object = objectWith(options, name);
    if (!object)
      throw new Problem(
        `There is no ${name} with ${JSON.stringify(options)}: its template needs a condition.`,
      );
    return prepared(object, options);
  }
  const { option, condition } = variant;
  const [then, otherwise] = [true, false].map((is) => treeOf(name, { ...options, [option]: is }, others));
  return choose(condition, then, otherwise);
}

function policyOfMigration() {
  const [names, servers, job] = ['NetworkPolicy names', 'NetworkPolicy servers', 'Job migrate'].map((name) =>
    objectWith(GATEWAY, name),
  );
  return prepared(migrationPolicy(names, serverRules(servers.spec.egress), job));
}

/** Files beside the templates, by path. */
export function files() {
  const found = dashboards().flatMap(({ data }) => Object.entries(data));
  return new Map(found.map(([name, content]) => [`dashboards/${name}`, content]));
}
