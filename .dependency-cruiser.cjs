const { readdirSync } = require('node:fs');

/** Who may import whom (see "Folders" in the README). Knip finds files that are not imported. A line here is the only place that decides it. */
const NODE_APPS = '^apps/(api|worker|admin)/';

function forbid(name, comment, from, to) {
  return { name, comment, severity: 'error', from, to };
}

/**
 * From the lowest to the highest: a library may reach those of lower rows (and itself), never one of its own row or above. The only list
 * of libraries: everything else takes those that it finds in the folder.
 */
const LAYERS = [
  ['contracts'],
  ['platform'],
  ['database', 'jobs', 'live'],
  ['paystack'],
  ['messages'],
  ['accounts'],
  ['contests'],
  ['transparency'],
  ['voting'],
  ['payments'],
  ['accounting'],
  ['reports'],
  ['ussd'],
];

for (const name of readdirSync(`${__dirname}/libs`)) {
  if (!LAYERS.flat().includes(name))
    throw new Error(`libs/${name} has no layer: add it to LAYERS in .dependency-cruiser.cjs`);
}

function onlyLowerLibs(library, layer) {
  const others = LAYERS.slice(layer)
    .flat()
    .filter((name) => name !== library);
  return forbid(
    `libs-${library}`,
    `libs/${library} may import ${LAYERS.slice(0, layer).flat().join(', ') || 'no other library'}`,
    { path: `^libs/${library}/` },
    { path: `^libs/(${others.join('|')})/` },
  );
}

module.exports = {
  forbidden: [
    forbid('no-cycles', 'a cycle means that two modules are one', {}, { circular: true }),
    forbid('resolvable', 'an import that resolves to nothing', {}, { couldNotResolve: true }),
    forbid(
      'declared-packages',
      'a package used by code that ships must be among the dependencies',
      { path: `(${NODE_APPS}|^libs/)`, pathNot: '\\.spec\\.ts$' },
      {
        dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'],
        dependencyTypesNot: ['type-only'],
        pathNot: '@abato',
      },
    ),
    // All but the highest, which may import every other.
    ...LAYERS.slice(0, -1).flatMap((names, layer) => names.map((name) => onlyLowerLibs(name, layer))),
    forbid(
      'libs-not-apps',
      'libraries know no application',
      { path: '^libs/' },
      // The seed of random inputs is read and printed in one place; servers of specs are opened and closed in one.
      { path: '^(apps|test|scripts)/', pathNot: '^test/support/(seed|small-server)\\.ts$' },
    ),
    forbid(
      'library-front-door',
      'libraries are entered through a door: their index, and in tests testing.ts',
      // The builders of test data are loaded anew by each of a hundred spec files: they take two files of the platform, not all of it.
      { path: '^(apps|test)/', pathNot: '^test/support/builders\\.ts$' },
      { path: '^libs/[^/]+/src/(?!(index|testing)\\.ts$)' },
    ),
    forbid(
      'library-internals',
      'libraries are entered through a door: their index, and in tests testing.ts',
      { path: '^libs/([^/]+)/' },
      { path: '^libs/[^/]+/src/(?!(index|testing)\\.ts$)', pathNot: '^libs/$1/' },
    ),
    forbid(
      'test-doors',
      'a library’s testing.ts is for tests: what ships enters through the index',
      { pathNot: '^test/|\\.spec\\.ts$' },
      { path: '^libs/[^/]+/src/testing\\.ts$' },
    ),
    forbid(
      'apps-apart',
      'applications are separate processes',
      { path: '^apps/([^/]+)/' },
      { path: '^apps/', pathNot: ['^apps/$1/', '^apps/verifier/src/'] },
    ),
    forbid(
      'verifier-for-the-web',
      'no other process judges with the modules of the verifier',
      { path: '^apps/(?!web/|verifier/)' },
      { path: '^apps/verifier/' },
    ),
    forbid(
      'web-knows-contracts-only',
      'the browser gets nothing of the server',
      { path: '^apps/web/' },
      { path: '^libs/(?!contracts/)' },
    ),
    forbid(
      'web-features-apart',
      'features of the web client share through components/ and lib/; app/ joins them',
      { path: '^apps/web/src/features/([^/]+)/' },
      { path: '^apps/web/src/(features|app)/', pathNot: '^apps/web/src/features/$1/' },
    ),
    forbid(
      'web-shared-below-features',
      'components and lib of the web client know no feature',
      { path: '^apps/web/src/(components|lib)/' },
      { path: '^apps/web/src/(features|app)/' },
    ),
    forbid(
      'simulator-alone',
      'the provider’s stand-in shares nothing with the product but constants',
      { path: '^apps/simulator/' },
      { path: '^libs/(?!contracts/)' },
    ),
    forbid(
      'verifier-alone',
      'the verifier judges the product and uses nothing of it, and no package',
      { path: '^apps/verifier/', pathNot: '\\.spec\\.mjs$' },
      { path: '^(libs|test|scripts|node_modules)/' },
    ),
    forbid(
      'contracts-anywhere',
      'contracts run in the browser too: neither Node.js nor packages',
      { path: '^libs/contracts/src', pathNot: '\\.spec\\.ts$' },
      { dependencyTypes: ['core', 'npm', 'npm-dev'] },
    ),
    forbid(
      'settlement-announces',
      'payments are settled by the service Settlement, which announces what it did',
      { pathNot: '^libs/payments/src/confirm/confirmation\\.service\\.ts$' },
      { path: '^libs/payments/src/confirm/confirm\\.ts$' },
    ),
    forbid(
      'rules-pure',
      'rules and states are pure functions: neither input nor output',
      {
        path: '^libs/(payments/src/rules/|contests/src/contests/(contest-state|public-view)|voting/src/limits/vote-pace|messages/src/receipt)',
        pathNot: '\\.spec\\.ts$',
      },
      { dependencyTypes: ['npm', 'npm-dev'], pathNot: '@abato|^libs/' },
    ),
    forbid(
      'no-tests-in-code',
      'code that ships does not import tests',
      // Benchmarks and rehearsals stand with the tests and are started by a script, as the tests are.
      {
        pathNot: '(^test/|\\.spec\\.(ts|tsx|mjs)$|^scripts/(bench|bench-web|fault|mutate|rehearse)\\.mjs$)',
      },
      { path: '(^test/|\\.spec\\.(ts|tsx|mjs)$)' },
    ),
    forbid(
      'scripts-need-no-package',
      'entry scripts run before anything is installed',
      // Vite's server starts after the installation; icons are drawn by hand.
      {
        path: '^scripts/(?!lint/)',
        pathNot: '(\\.spec|^scripts/lib/(vite-dev|verifier-page)|^scripts/draw-icons)\\.mjs$',
      },
      { dependencyTypes: ['npm', 'npm-dev', 'npm-no-pkg'] },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Packages are declared by the root; a library's manifest makes it importable.
    combinedDependencies: true,
    // Anchored: packages have folders of these names too, and rules about packages must see them.
    exclude: { path: '^(dist|coverage|\\.cache|\\.local)/' },
    // The browser's program has path names of its own: it is checked by a second run (scripts/check.mjs).
    tsConfig: { fileName: process.env.ABATO_WEB ? 'tsconfig.web.json' : 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
