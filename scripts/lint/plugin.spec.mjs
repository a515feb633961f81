import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT, inPackage } from '../lib/paths.mjs';

let folder;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'abato-lint-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What one of our rules says about each of these texts, linted as a file of its own. */
function linted(rule, texts) {
  const config = join(folder, 'config.json');
  writeFileSync(
    config,
    JSON.stringify({
      jsPlugins: [join(ROOT, 'scripts', 'lint', 'plugin.mjs')],
      categories: { correctness: 'off' },
      rules: { [`abato/${rule}`]: 'error' },
    }),
  );
  const files = texts.map((text, index) => {
    const file = join(folder, `${rule}-${index}.ts`);
    writeFileSync(file, text);
    return file;
  });
  const { stdout } = spawnSync(
    process.execPath,
    [inPackage('oxlint', 'bin', 'oxlint'), '--config', config, '--format=json', ...files],
    { cwd: folder, encoding: 'utf8' },
  );
  const { diagnostics } = JSON.parse(stdout);
  return files.map((file) =>
    diagnostics.filter(({ filename }) => file.endsWith(filename)).map(({ message }) => message),
  );
}

const route = (decorators) => `class C { ${decorators} handle() {} }`;

test('a route needs exactly one access decorator', () => {
  const right = [
    route("@Public() @Get('x')"),
    route('@Post() @Organiser()'),
    route('@SignedIn({ unapproved: true }) @Get()'),
    route('@SubscribeMessage()'),
    route(''),
  ];
  const without = [route("@Get('x')"), route('@Delete() @HttpCode(200)')];
  const several = [route('@Public() @SuperAdmin() @Put()')];
  const missing = [expect.stringContaining('does not say who may call it')];
  expect(linted('guarded-routes', [...right, ...without, ...several])).toEqual([
    ...right.map(() => []),
    ...without.map(() => missing),
    [expect.stringContaining('more than one access decorator')],
  ]);
});

test('a transaction begins with Transactions.run', () => {
  const right = ['this.transactions.run(work);', 'settlement.transaction(work);'];
  const wrong = ['this.source.transaction(work);', 'repository.manager.transaction(work);'];
  expect(linted('one-transaction', [...right, ...wrong])).toEqual([
    ...right.map(() => []),
    ...wrong.map(() => [expect.stringContaining('Transactions.run')]),
  ]);
});

test('a query key is written where the query options are', () =>
  expect(
    linted('query-keys', [
      'useQuery({ queryKey: keys.contest(id) })',
      'useQuery(contestQuery(id))',
      "useQuery({ queryKey: ['contest', id] })",
    ]),
  ).toEqual([[], [], [expect.stringContaining('Query keys belong to')]]));

test('nothing is removed or written while React draws', () => {
  const changes = [expect.stringContaining('React may begin a first drawing more than once')];
  expect(
    linted('pure-drawing', [
      'function Page() { const [token] = useState(takeToken); }',
      "function Page() { const [draft] = useState(() => removeDraft('a')); }",
      "function Page() { const [draft] = useState(() => localStorage.removeItem('a')); }",
      'function Page() { const [rows] = useState(() => tabStorage.read("a").toSorted()); }',
      'const Page = () => { const [draft] = useState(() => readDraft()); useEffect(() => removeDraft()); }',
      'function Page() { useState(() => taken()); keepRow(); }',
    ]),
  ).toEqual([changes, changes, changes, [], [], []]);
});

test('a constructor has at most six parameters', () => {
  const taking = (parameters) => `class C { constructor(${parameters.join(', ')}) {} }`;
  const six = ['private readonly a: A', '@Inject(B) private readonly b: B', 'c: C', 'd: D', 'e: E', 'f: F'];
  expect(
    linted('constructor-parameters', [
      taking(six),
      taking([...six, 'private readonly g: G']),
      'class C { handle(a, b, c, d, e, f, g) {} }',
    ]),
  ).toEqual([[], [expect.stringContaining('this one has 7')], []]);
});
