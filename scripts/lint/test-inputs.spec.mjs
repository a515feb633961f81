import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DIGITS } from '../../test/support/phones.ts';
import { listFiles } from '../lib/inputs.mjs';
import { ROOT } from '../lib/paths.mjs';

/** Random inputs, addresses and telephone numbers of tests are drawn in one place each: two ways of drawing them collide. */
const read = (path) => readFileSync(join(ROOT, path), 'utf8');
const filesOf = (...folders) =>
  folders.flatMap((folder) => listFiles(folder)).filter((path) => /\.(ts|tsx|mjs)$/.test(path));
const tests = filesOf('test').filter((path) => !/^test\/(bench|mutants|upgrade)\//.test(path));
const withInputs = [...filesOf('apps', 'libs').filter((path) => /\.spec\.tsx?$/.test(path)), ...tests];

/** Uses of fast-check whose inputs no run could repeat. A spec prints its seed; helpers are given one. */
function unseeded(path, text) {
  if (text.includes('fc.configureGlobal({ seed: seedOf(')) return 0;
  const runs = text.match(/\bfc\.(assert|check|sample)\(/g)?.length ?? 0;
  const isTold = text.includes('seedOf(') || !/\.spec\.tsx?$/.test(path);
  const seeds = isTold ? (text.match(/\bseed(: (?!\d)| ?[,}])/g)?.length ?? 0) : 0;
  return Math.max(0, runs - seeds);
}
/** A process id has up to 22 bits, a group of an IPv6 address 16. */
const drawsNetwork = (text) => /process\.pid\.toString\(16\)|2001:db8:\$\{/.test(text);
/** The number that is typed is another form of one that was drawn. */
const drawsPhone = (text) => /`(\+233|0[25]\d)\d*\$\{(?!\w+\.slice\(1\)\})/.test(text);

describe('a way of drawing is recognised:', () => {
  it.each([
    ['fc.assert(fc.property(a, b));', 1],
    ['fc.assert(a, { numRuns: 60 }); fc.sample(b);', 2],
    ["const SEED = seedOf('x'); fc.assert(a, { numRuns: 60, seed: SEED }); fc.assert(b);", 1],
    ['const SEED = 7; fc.assert(a, { seed: SEED });', 1],
    ["seedOf('x'); fc.assert(a, { seed: 7 });", 1],
    ["const seed = seedOf('x'); fc.assert(a, { numRuns: RUNS, seed });", 0],
    ["fc.assert(a, { numRuns: 60, seed: seedOf('x') });", 0],
    ["fc.configureGlobal({ seed: seedOf('x') }); fc.assert(a); fc.assert(b);", 0],
  ])('%s leaves %i without a seed', (text, count) => {
    expect(unseeded('some.spec.ts', text)).toBe(count);
  });

  it.each([
    [`2001:db8:\${process.pid.toString(16)}::1`, true],
    ['const group = process.pid.toString(16);', true],
    ["client.get('/x', '2001:db8::1')", false],
  ])('the network of %s: %s', (text, drawn) => {
    expect(drawsNetwork(text)).toBe(drawn);
  });

  it.each([
    [`\`+23324\${String(phones++)}\``, true],
    [`\`+233\${prefix}\${String(phones++)}0003\``, true],
    [`\`024\${String(phones++)}\``, true],
    [`\`+233\${phone.slice(1)}\``, false],
    ["'+233241234567'", false],
  ])('the number of %s: %s', (text, drawn) => {
    expect(drawsPhone(text)).toBe(drawn);
  });
});

it('random inputs have a seed that is printed, and the environment’s seeds are read in one place', () => {
  const files = withInputs.filter((path) => /\bfc\./.test(read(path)));
  expect(files.length).toBeGreaterThan(20);
  expect(files.filter((path) => unseeded(path, read(path)))).toEqual([]);
  const own = tests.filter((path) => /process\.env\S*ABATO_\w*SEED/.test(read(path)));
  expect(own).toEqual([]);
});

it('networks come from test/support/networks.ts', () => {
  const own = tests.filter((path) => path !== 'test/support/networks.ts' && drawsNetwork(read(path)));
  expect(own).toEqual([]);
});

/** Whose numbers meet no other file's, and why. */
const ON_THEIR_OWN = {
  'test/api/generated-language.spec.ts': 'a platform of its own',
  'test/fault/automated-votes.spec.ts': 'a platform of its own',
  'test/fault/limits-without-redis.spec.ts': 'a platform of its own',
  'test/fault/ussd-journeys.spec.ts': 'a platform of its own',
  'test/fault/wild-inputs.spec.ts': 'a platform of its own',
  'test/payments/model/world.ts': 'a database of its own',
};

describe('telephone numbers', () => {
  const isHarness = (path) => path.startsWith('test/fault/harness/') || path === 'test/support/phones.ts';

  it('come from the table of test/support/phones.ts', () => {
    const own = tests.filter((path) => !isHarness(path) && drawsPhone(read(path)));
    expect(own.sort()).toEqual(Object.keys(ON_THEIR_OWN).sort());
  });

  it('of two rows of the table are never the same: no digits begin with those of another row', () => {
    const rows = Object.entries(DIGITS);
    const meeting = rows.filter(([name, digits]) =>
      rows.some(([other, begin]) => other !== name && digits.startsWith(begin)),
    );
    expect(meeting).toEqual([]);
  });

  it('of a row are drawn by one file', () => {
    const texts = tests.filter((path) => path !== 'test/support/phones.ts').map(read);
    const isDrawnIn = (name, text) => new RegExp(`\\b(phones(Apart)?Of|phoneAt)\\('${name}'`).test(text);
    const notOnce = Object.keys(DIGITS).filter(
      (name) => texts.filter((text) => isDrawnIn(name, text)).length !== 1,
    );
    expect(notOnce).toEqual([]);
  });
});
