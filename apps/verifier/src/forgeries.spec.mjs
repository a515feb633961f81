import { FORGERIES } from '../test/forgeries.mjs';
import { election, freeContest, hiddenContest, paidContest } from '../test/honest-contests.mjs';
import { published } from '../test/published-contest.mjs';
import { unreadable } from './source.mjs';
import { verifyLog } from './verify.mjs';

/** What the verifier says of what a site serves. */
function judge({ files, page, rules }) {
  const read = async (path) => files.get(path) ?? unreadable(`${path} is not there`);
  return verifyLog({ place: 'files', read, page: async () => page, rules: async () => rules });
}

it.each([paidContest, freeContest, election, hiddenContest])(
  'an honest contest is accepted: %p',
  async (of) =>
    expect(await judge(published({ of }))).toMatchObject({
      isSigned: true,
      isCompared: true,
      areRulesCompared: true,
    }),
);

it.each(FORGERIES)('a forgery is refused in which $what', async (forgery) => {
  const failure = await judge(published(forgery)).catch((error) => error);
  expect(failure).toBeInstanceOf(Error);
  expect(failure.message).toContain(forgery.refused);
  // A sentence of a check, and none of a program that met something unexpected.
  expect(failure.cause).toBeUndefined();
});

it('the table of forgeries has more than forty, each of them once', () => {
  const whats = FORGERIES.map(({ what }) => what);
  expect(new Set(whats).size).toBe(whats.length);
  expect(whats.length).toBeGreaterThanOrEqual(40);
});
