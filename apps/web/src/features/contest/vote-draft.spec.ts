import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { giveStorage, removeStorage } from '../../../../../test/support/browser-storage';

const typed = { voteCount: '7', voterName: 'Ama', voterEmail: 'ama@example.com', voterPhone: '0241234567' };
const empty = { voteCount: '1', voterName: '', voterEmail: '', voterPhone: '' };

/** A page that was just opened: drafts are in its memory. */
async function newPage() {
  jest.resetModules();
  return { ...(await import('./vote-draft')), ...(await import('@/lib/payment/pending-payment')) };
}
let page: Awaited<ReturnType<typeof newPage>>;
beforeEach(async () => {
  giveStorage('sessionStorage');
  page = await newPage();
});
afterEach(removeStorage);

it('a form is empty, for one vote, until something is typed', () =>
  expect(page.draftFor('nominee')).toEqual(empty));

it('what was typed for a nominee is there again, for another one without the number of votes', () => {
  page.keepDraft('nominee', typed);
  expect(page.draftFor('nominee')).toEqual(typed);
  expect(page.draftFor('other')).toEqual({ ...typed, voteCount: '1' });
});

it('a ballot code is not there again: the next voter at the device has another one', () => {
  page.keepDraft('nominee', { ...typed, ballotCode: 'ABCD-EFGH' });
  expect(page.draftFor('nominee')).toEqual(typed);
});

it('after a payment that failed its nominee’s form has its number of votes and no personal data, until something is typed', async () => {
  const pending = { reference: 'R', voteId: 'vote', contestId: 'contest', contestantName: 'Esi' };
  const again = { reference: 'R', contestId: 'contest', contestantId: 'nominee', voteCount: typed.voteCount };
  page.rememberPayment({ ...pending, voteCount: 7, amount: 7, timestamp: 0 }, again);
  page = await newPage();
  expect(page.draftFor('other')).toEqual(empty);
  expect(page.draftFor('nominee')).toEqual({ ...empty, voteCount: typed.voteCount });
  page.keepDraft('nominee', { ...typed, voteCount: '2' });
  expect(page.draftFor('nominee')).toEqual({ ...typed, voteCount: '2' });
});

it('a payment of another reference is not this tab’s, and after a success storage has nothing of it', () => {
  const again = { reference: 'R', contestId: 'contest', contestantId: 'nominee', voteCount: typed.voteCount };
  const pending = { reference: 'R', voteId: 'vote', contestId: 'contest', contestantName: 'Esi' };
  page.rememberPayment({ ...pending, voteCount: 7, amount: 7, timestamp: 0 }, again);
  expect([page.readPendingPayment('other'), page.readVoteAgain({ reference: 'other' })]).toEqual([
    null,
    null,
  ]);
  expect(page.readPendingPayment('R')).toMatchObject({ voteId: 'vote' });
  page.forgetPayment();
  expect([sessionStorage.getItem('pendingPayment'), sessionStorage.getItem('voteAgain')]).toEqual([
    null,
    null,
  ]);
  // One more vote in the same document.
  expect(page.readVoteAgain({ reference: 'R' })).toEqual(again);
});
