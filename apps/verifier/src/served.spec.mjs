import { freeContest } from '../test/honest-contests.mjs';
import { filesOf, pageAnswer, rulesAnswer } from '../test/published-contest.mjs';
import { verifyServed } from './served.mjs';
import { unreadable } from './source.mjs';

/** A contest after so many of its entries, before its amendment. */
function contestOf(size) {
  const { entries, rules, ...contest } = freeContest();
  return { ...contest, entries: entries.slice(0, size), rules: rules.slice(0, 1) };
}

/** A site whose log and page have so many entries, one moment after the other. @param {[log: number, page: number][]} moments */
async function verify(...moments) {
  const [missing, waits] = [{}, []];
  const now = () => moments[Math.min(waits.length, moments.length - 1)];
  const read = async (path) =>
    filesOf(contestOf(now()[0]).entries).get(path) ?? unreadable(`${path} is not there`);
  const page = async () => pageAnswer(contestOf(now()[1]));
  const rules = async () => rulesAnswer(contestOf(now()[0]));
  const wait = async () => waits.push(now());
  const asked = { place: 'files', read, page, rules };
  const found = await verifyServed(asked, missing, wait).catch((error) => error.message);
  return { found, missing, waits: waits.length };
}

it('a contest at its address holds when the page was a moment ahead of the log, or behind it', async () => {
  for (const first of [
    [3, 4],
    [4, 3],
  ])
    expect(await verify(first, [4, 4])).toMatchObject({ found: { isCompared: true, size: 4 }, waits: 1 });
});

it('a contest at its address whose votes do not stop is checked without its page, and the report says so', async () =>
  expect(await verify([3, 4], [4, 5], [5, 6])).toMatchObject({
    found: { isCompared: null, areRulesCompared: true, size: 5, total: 17 },
    missing: { public: expect.stringContaining('votes are being counted') },
  }));

it('a contest at its address whose log rests fails when the page differs', async () =>
  expect(await verify([3, 4])).toMatchObject({
    found: expect.stringContaining('the page shows 3 votes for'),
    missing: {},
    waits: 2,
  }));

it('a contest at its address whose entries are false fails at once', async () => {
  const read = async (path) => filesOf(['{}']).get(path);
  const wait = () => Promise.reject(new Error('no second try'));
  await expect(verifyServed({ place: 'files', read }, {}, wait)).rejects.toThrow('entry 0');
});
