const HOOKS = { file: 'scripts/lib/chart/hooks.mjs', spec: 'test/operators/chart-hooks.spec.ts' };
const PREPARE = { file: 'scripts/lib/chart/prepare.mjs' };

/** Mutants of the Helm chart's generator. */
export const CHART = [
  {
    name: 'chart: the migration’s way to PostgreSQL is made after it',
    text: "[`${ARGO}sync-wave`]: '-1'",
    replacement: "[`${ARGO}sync-wave`]: '1'",
    ...HOOKS,
  },
  {
    name: 'chart: Secrets of the External Secrets Operator are made after the migration',
    text: "const SECRETS_WEIGHT = '-2';",
    replacement: "const SECRETS_WEIGHT = '1';",
    ...HOOKS,
  },
  {
    name: 'chart: an upgrade deletes the Secrets that pods read',
    text: "object.spec.target.creationPolicy = 'Orphan';",
    replacement: '',
    ...HOOKS,
  },
  {
    name: 'chart: the migration’s log is deleted with it',
    text: "object.kind === 'Job' ? 'before-hook-creation' : ",
    replacement: '',
    ...HOOKS,
  },
  {
    name: 'chart: the end of a release deletes pictures and dumps',
    text: "if (object.kind === 'PersistentVolumeClaim') keep(object);",
    replacement: 'void keep;',
    ...PREPARE,
    spec: 'test/operators/chart-hooks.spec.ts',
  },
  {
    name: 'chart: objects name the namespace of the overlay',
    text: 'delete object.metadata.namespace;',
    replacement: '',
    ...PREPARE,
    spec: 'test/operators/chart.spec.ts',
  },
  {
    name: 'chart: pods keep running with old settings',
    text: "if (!places(spec, 'containers * envFrom * configMapRef').length) return;",
    replacement: 'return;',
    ...PREPARE,
    spec: 'test/operators/chart-values.spec.ts',
  },
  {
    name: 'chart: braces of the manifests are templates',
    text: `.replaceAll('{{', '{{ "{{" }}')`,
    replacement: '',
    file: 'scripts/lib/chart/emit.mjs',
    spec: 'scripts/lib/chart/chart.spec.mjs',
  },
  {
    name: 'chart: YAML of Kubernetes reads a text as something else',
    text: "const YAML = { version: '1.1', ",
    replacement: "const YAML = { version: '1.2', ",
    file: 'scripts/lib/chart/emit.mjs',
    spec: 'scripts/lib/chart/chart.spec.mjs',
  },
  {
    name: 'chart: a secret may be a setting',
    text: '.filter((name) => !secret.includes(name) && ',
    replacement: '.filter((name) => ',
    file: 'scripts/lib/chart/sources.mjs',
    spec: 'test/operators/chart-values.spec.ts',
  },
];
