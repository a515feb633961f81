import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ROOT, inPackage } from '../lib/paths.mjs';

/**
 * Every rule about imports, and every rule of the linter that keeps a boundary, is broken once in a small tree of its own, with the real
 * configuration and packages that are only names.
 */
const { forbidden } = createRequire(import.meta.url)('../../.dependency-cruiser.cjs');
const LIBRARIES = readdirSync(join(ROOT, 'libs'));
let tree;

beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), 'abato-boundaries-'));
  const configuration = ['.dependency-cruiser.cjs', '.oxlintrc.json', 'package.json', 'tsconfig.json'];
  for (const file of [...configuration, 'tsconfig.web.json', 'apps/web/tsconfig.json', 'scripts/lint']) {
    cpSync(join(ROOT, file), join(tree, file), {
      recursive: true,
      filter: (path) => !path.endsWith('.spec.mjs'),
    });
  }
  for (const name of ['@nestjs/common', 'fast-check', 'undici', 'typeorm', 'zod']) {
    write(
      `node_modules/${name}/package.json`,
      JSON.stringify({ name, version: '1.0.0', main: 'dist/index.js' }),
    );
    write(`node_modules/${name}/dist/index.js`, 'export const inner = 1;\n');
  }
  for (const name of LIBRARIES) {
    cpSync(join(ROOT, 'libs', name, 'package.json'), join(tree, 'libs', name, 'package.json'));
    for (const door of ['index', 'testing'])
      write(`libs/${name}/src/${door}.ts`, `export { inner } from './inner.js';\n`);
    write(`libs/${name}/src/inner.ts`, 'export const inner = 1;\nexport type Inner = number;\n');
  }
  for (const name of ['api', 'worker', 'admin', 'simulator', 'local', 'verifier', 'web'])
    write(`apps/${name}/src/inner.ts`, 'export const inner = 1;\n');
});
afterAll(() => rmSync(tree, { recursive: true, force: true }));

function write(file, text) {
  mkdirSync(dirname(join(tree, file)), { recursive: true });
  writeFileSync(join(tree, file), text);
}

const value = (from) => `import { inner } from '${from}';\nexport const used = inner;\n`;
const type = (from) => `import type { Inner } from '${from}';\nexport type Used = Inner;\n`;

/** For each library's rule an import of every library that it forbids, of a value or of a type, from a service or an entity. */
const UPWARD = Object.fromEntries(
  forbidden.flatMap(({ name, from, to }) => {
    const above = /^\^libs\/\((.+)\)\/$/.exec(to.path ?? '')?.[1];
    if (!name.startsWith('libs-') || !above) return [];
    const folder = `${from.path.slice(1)}src`;
    const files = above.split('|').flatMap((other) => [
      [`${folder}/value-of-${other}.ts`, value(`@abato/${other}`)],
      [`${folder}/type-of-${other}.entity.ts`, type(`@abato/${other}`)],
    ]);
    return [[name, Object.fromEntries(files)]];
  }),
);

/** Files by the rule that they break. */
const NODE = {
  ...UPWARD,
  'no-cycles': {
    'libs/voting/src/cycle-a.ts': value('./cycle-b.js'),
    'libs/voting/src/through-entity.ts': value('./through.entity.js'),
    'libs/voting/src/fetched-a.ts': "export const later = () => import('./fetched-b.js');\n",
    'libs/voting/src/one.entity.ts': value('./two.entity.js'),
    'libs/voting/src/typed-a.ts': type('./typed-b.js'),
  },
  resolvable: { 'apps/api/src/unresolvable.ts': value('./absent.js') },
  'declared-packages': {
    'libs/jobs/src/development-package.ts': value('fast-check'),
    'apps/worker/src/development-package.ts': value('fast-check'),
  },
  'libs-not-apps': { 'libs/payments/src/of-an-application.ts': type('../../../apps/api/src/inner.js') },
  'library-front-door': {
    'apps/api/src/back-door.ts': type('../../../libs/voting/src/inner.js'),
    'test/api/back-door.ts': value('../../libs/voting/src/inner.js'),
  },
  'library-internals': { 'libs/voting/src/back-door.ts': type('../../contests/src/inner.js') },
  'test-doors': {
    'apps/api/src/test-door.ts': value('@abato/testing/voting'),
    'libs/voting/src/test-door.ts': type('@abato/testing/contests'),
    'libs/voting/src/own-test-door.ts': value('./testing.js'),
  },
  'apps-apart': { 'apps/api/src/other-process.ts': type('../../worker/src/inner.js') },
  'verifier-for-the-web': { 'apps/api/src/judge.ts': value('../../verifier/src/inner.js') },
  'simulator-alone': { 'apps/simulator/src/product.ts': type('@abato/platform') },
  'verifier-alone': {
    'apps/verifier/src/product.ts': value('@abato/platform'),
    'apps/verifier/src/package.ts': value('undici'),
  },
  'contracts-anywhere': {
    'libs/contracts/src/node.ts': value('node:fs'),
    'libs/contracts/src/package.ts': value('zod'),
  },
  'settlement-announces': { 'libs/payments/src/silent.ts': value('./confirm/confirm.js') },
  'rules-pure': {
    'libs/payments/src/rules/impure.ts': value('typeorm'),
    'libs/messages/src/receipt-impure.ts': type('@nestjs/common'),
  },
  'no-tests-in-code': { 'apps/api/src/tested.ts': value('./some.spec.js') },
  'scripts-need-no-package': { 'scripts/packaged.mjs': value('undici') },
};
const WEB = {
  'web-knows-contracts-only': { 'apps/web/src/lib/server.ts': type('../../../../libs/platform/src/index') },
  'web-features-apart': {
    'apps/web/src/features/one/other.ts': type('@/features/two/inner'),
    'apps/web/src/features/one/frame.ts': value('@/app/inner'),
  },
  'web-shared-below-features': {
    'apps/web/src/components/above.ts': value('@/features/two/inner'),
    'apps/web/src/lib/above.ts': type('@/app/inner'),
  },
};
/** What the rules allow, and what the violations above point to. */
const ALLOWED = {
  // A cycle is reported once, at one of its files.
  'libs/voting/src/two.entity.ts': value('./one.entity.js'),
  'libs/voting/src/typed-b.ts': type('./typed-a.js'),
  'libs/voting/src/cycle-b.ts': value('./cycle-a.js'),
  'libs/voting/src/through.entity.ts': value('./through-entity.js'),
  'libs/voting/src/fetched-b.ts': value('./fetched-a.js'),
  'libs/voting/src/downward.ts': value('@abato/contests'),
  'libs/payments/src/confirm/confirm.ts': 'export const inner = 1;\n',
  'libs/payments/src/confirm/confirmation.service.ts': value('./confirm.js'),
  'libs/payments/src/rules/pure.spec.ts': value('fast-check'),
  'apps/api/src/some.spec.ts': value('./inner.js'),
  'apps/api/src/front-door.ts': value('@abato/payments'),
  'test/api/test-door.ts': value('@abato/testing/payments'),
  'libs/voting/src/test-door.spec.ts': value('@abato/testing/contests'),
  'apps/web/src/app/inner.ts': value('@/features/two/inner'),
  'apps/web/src/features/two/inner.ts': value('@/lib/inner'),
  'apps/web/src/lib/inner.ts': value('@abato/contracts'),
};

function cruise(folders, env) {
  const program = inPackage('dependency-cruiser', 'bin', 'dependency-cruise.mjs');
  const options = ['--config', '.dependency-cruiser.cjs', '--output-type', 'json'];
  return spawnSync(process.execPath, [program, ...options, ...folders], {
    cwd: tree,
    encoding: 'utf8',
    env: { ...process.env, ...env },
    maxBuffer: 64 * 1024 * 1024,
  });
}

/** Files by the rule they break, as dependency-cruiser says. */
function violations(folders, env) {
  const { stdout, stderr } = cruise(folders, env);
  if (!stdout) throw new Error(stderr);
  const found = JSON.parse(stdout).summary.violations;
  return filesByRule(found.map(({ rule, from }) => [rule.name, from]));
}

function filesByRule(pairs) {
  const rules = {};
  for (const [rule, file] of pairs) (rules[rule] ??= new Set()).add(file);
  return Object.fromEntries(Object.entries(rules).map(([rule, files]) => [rule, [...files].sort()]));
}

const plantedFiles = (planted) =>
  filesByRule(
    Object.entries(planted).flatMap(([rule, files]) => Object.keys(files).map((file) => [rule, file])),
  );

test('an import that breaks a rule is reported under the name of the rule, and no allowed one is', () => {
  for (const files of [ALLOWED, ...Object.values(NODE), ...Object.values(WEB)])
    for (const [file, text] of Object.entries(files)) write(file, text);
  const apps = ['api', 'worker', 'admin', 'simulator', 'local', 'verifier'].map((name) => `apps/${name}`);
  expect(violations([...apps, 'libs', 'test', 'scripts'])).toEqual(plantedFiles(NODE));
  expect(violations(['apps/web/src', 'libs/contracts'], { ABATO_WEB: '1' })).toMatchObject(plantedFiles(WEB));
  expect(forbidden.map(({ name }) => name).sort()).toEqual(Object.keys({ ...NODE, ...WEB }).sort());
});

test('a library without a layer is named', () => {
  mkdirSync(join(tree, 'libs', 'unlisted'));
  expect(cruise(['libs']).stderr).toContain('libs/unlisted has no layer: add it to LAYERS');
});

/** Files by the rule of the linter that they break, and beside them a place where the same is allowed. */
const LINT = {
  'abato(guarded-routes)': {
    'apps/api/src/open.controller.ts': "export class Open {\n  @Get('x') read() {}\n}\n",
  },
  'abato(constructor-parameters)': {
    'libs/voting/src/greedy.ts': 'export class Greedy {\n  constructor(a, b, c, d, e, f, g) {}\n}\n',
  },
  'abato(query-keys)': {
    'apps/web/src/features/one/keys.ts': "export const keys = { queryKey: ['contest'] };\n",
  },
  'eslint(no-restricted-properties)': {
    'libs/voting/src/setting.ts': 'export const port = process.env.PORT;\n',
    'apps/web/src/lib/markup.ts': "document.body.innerHTML = 'a';\n",
  },
  'react(no-danger)': {
    'apps/web/src/lib/raw.tsx': "export const raw = <p dangerouslySetInnerHTML={{ __html: 'a' }} />;\n",
  },
  'eslint(no-restricted-globals)': {
    'apps/web/src/features/one/call.ts': "export const call = () => fetch('/x');\n",
  },
  'eslint(no-restricted-imports)': {
    'apps/web/src/components/call.ts': "import { api } from '@/lib/api';\nexport const call = api;\n",
    'apps/web/src/features/one/request.ts':
      "import { request } from '@/lib/request';\nexport const call = request;\n",
  },
};
const LINT_ALLOWED = {
  'apps/web/src/features/one/api.ts':
    "import { api } from '@/lib/api';\nexport const keys = { queryKey: ['a', api] };\n",
  'libs/platform/src/environment.ts': 'export const port = process.env.PORT;\n',
};

test('the linter reports code in a place where it does not belong, and only there', () => {
  const planted = Object.assign({}, LINT_ALLOWED, ...Object.values(LINT));
  for (const [file, text] of Object.entries(planted)) write(file, text);
  // Rules about types need the compiler; those about places do not.
  const config = readFileSync(join(tree, '.oxlintrc.json'), 'utf8').replace('"typeAware": true,', '');
  writeFileSync(join(tree, '.oxlintrc.json'), config);
  const program = inPackage('oxlint', 'bin', 'oxlint');
  const { stdout } = spawnSync(process.execPath, [program, '--format=json', ...Object.keys(planted)], {
    cwd: tree,
    encoding: 'utf8',
  });
  const found = JSON.parse(stdout).diagnostics.filter(({ code }) => code in LINT || code.startsWith('abato'));
  expect(filesByRule(found.map(({ code, filename }) => [code, filename]))).toEqual(plantedFiles(LINT));
});
