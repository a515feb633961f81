import { canonical } from './entry.mjs';
import { Newer } from './forms.mjs';
import { Failure } from './log.mjs';
import { readReceipt, readStatement } from './receipt.mjs';
import { unreadable } from './source.mjs';
import { verifyLog } from './verify.mjs';
import { election, freeContest, hiddenContest, paidContest } from '../test/honest-contests.mjs';
import { filesOf, pageAnswer, published, rulesAnswer } from '../test/published-contest.mjs';

/** What no honest site serves. Each random number follows from the seed, so that a failure comes again. */

const TURNS = 1_500;
let state = 20_261_127;
function random(below) {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state / 2 ** 32) * below);
}
const one = (list) => list[random(list.length)];

const deep = (levels) => JSON.parse('['.repeat(levels) + ']'.repeat(levels));
const VALUES = [
  null,
  true,
  '',
  0,
  -1,
  0.5,
  1e308,
  2 ** 53,
  -(2 ** 53),
  [],
  {},
  [null],
  { id: null },
  deep(9),
  'x'.repeat(300),
  '\ud800',
  '__proto__',
  'constructor',
  '9'.repeat(20),
  '2026-02-30T10:00Z',
  '0000-00-00T00:00Z',
  '10:800,,',
  '1/2*3',
  '2: x +1',
];

/** Every object and list below a value, with the keys under which others are. */
function places(value, found = []) {
  if (typeof value !== 'object' || value === null) return found;
  for (const key of Object.keys(value)) {
    found.push([value, key]);
    places(value[key], found);
  }
  return found;
}

function spoil(value) {
  const [parent, key] = one(places(value));
  const kind = random(4);
  if (kind === 0) delete parent[key];
  else if (kind === 1) parent[one(['v', 'kind', 'of', 'x', '__proto__'])] = one(VALUES);
  else parent[key] = one(VALUES);
}

const judge = ({ files, page, rules }) =>
  verifyLog({
    place: 'files',
    read: async (path) => files.get(path) ?? unreadable(`${path} is not there`),
    page: async () => page,
    rules: async () => rules,
  });

it('whatever is served ends with a sentence, and never with an error of the program', async () => {
  const ends = { accepted: 0, refused: 0 };
  for (let turn = 0; turn < TURNS; turn += 1) {
    const contest = one([paidContest, freeContest, election, hiddenContest])();
    const [page, rules] = [pageAnswer(contest), rulesAnswer(contest)];
    const entries = JSON.parse(JSON.stringify(contest.entries));
    const spoilt = one([{ entries }, { page }, { rules }, { entries, page, rules }]);
    const copy = JSON.parse(JSON.stringify(spoilt));
    spoil(copy);
    const whole = JSON.parse(JSON.stringify(copy));
    const served = {
      files: filesOf(Array.isArray(whole.entries) ? whole.entries : entries),
      page: whole.page ?? page,
      rules: whole.rules ?? rules,
    };
    const failure = await judge(served).catch((error) => error);
    const isError = failure instanceof Error;
    const told = `turn ${turn}: ${failure.message} ${failure.cause?.stack ?? failure.stack}`;
    expect(isError && !(failure instanceof Failure && failure.cause === undefined) ? told : '').toBe('');
    ends[isError ? 'refused' : 'accepted'] += 1;
  }
  // Fields without a meaning for the log can be changed.
  expect(ends.refused).toBeGreaterThan(TURNS / 2);
  expect(ends.accepted).toBeGreaterThan(0);
});

/** One entry more after those of an honest contest, as bytes that the operator has signed. */
const withLast = (text) =>
  judge({
    ...published({ of: hiddenContest }),
    files: filesOf([...hiddenContest().entries.map(canonical), text]),
  });

it.each([
  ['null', 'entry 7 is not in canonical form'],
  ['[]', 'entry 7 has no version that is known: undefined'],
  ['[[[[[[[[1]]]]]]]]', 'entry 7 is not in canonical form'],
  ['"free"', 'entry 7 is not in canonical form'],
  ['{"kind":"free","kind":"free","v":2}', 'entry 7 is not in canonical form'],
  ['{"kind":"\\ud800","v":2}', 'entry 7 is not in canonical form'],
  ['{"v":1e400}', 'entry 7 is not in canonical form'],
  ['{"v":"2"}', 'entry 7 has no version that is known: "2"'],
  ['{"kind":"constructor","v":2}', 'entry 7 is of no kind that is known in version 2: "constructor"'],
  ['{"kind":["free"],"v":2}', 'entry 7 is of no kind that is known in version 2: ["free"]'],
  ['['.repeat(20_000), 'entry 7 is not JSON'],
])('an entry that is signed and is not one, %#, is refused by a sentence', async (text, sentence) => {
  const failure = await withLast(text).catch((error) => error);
  expect(failure.message).toBe(sentence);
});

it('a version that is higher than the newest is newer, and not false', async () => {
  const failure = await withLast('{"anything":[1],"kind":"score","v":3}').catch((error) => error);
  expect(failure).toBeInstanceOf(Newer);
  expect(failure.message).toBe('entry 7 has version 3, which is newer than this verifier: get a newer one');
});

it.each([
  '{"data":null,"later":3}',
  '{"index":1,"entry":{},"later":[null]}',
  '{"index":0,"entry":[]}',
  '7',
  '{"data":7}',
  '{"statement":{}}',
])('a receipt %s is refused by a sentence', (text) => {
  expect(readStatement(text)).toBeNull();
  expect(() => readReceipt(text)).toThrow(Failure);
});
