import type { ResultWrite } from '@abato/contests';
import { aVote, type BuiltContest, type BuiltUser } from '../support/builders.js';
import { type ApiAnswer, ApiClient, formOf } from '../support/http.js';

/** What the writes are tried on: contests in one phase of their result, with everything that could be written about. */
export interface ResultWorld {
  owner: BuiltUser;
  admin: BuiltUser;
  /** Of two nominees; one vote is held. */
  free: BuiltContest;
  paid: BuiltContest;
  /** Entered by hand in the free contest. */
  vote: string;
  /** Cash in the paid contest that waits for a second person. */
  cash: string;
  photo: Blob;
}

type Call = (world: ResultWorld) => Promise<ApiAnswer<unknown>>;
interface Attempt {
  /** null: may be answered in any way, and changes nothing of a result. */
  write: ResultWrite | null;
  call: Call;
}

const attempt =
  (write: ResultWrite | null) =>
  (call: Call): Attempt => ({ write, call });
/** Changes nothing of a result. */
const harmless = attempt(null);
const visitor = new ApiClient();

const editContest = (write: ResultWrite | null, fields: object) =>
  attempt(write)(({ owner, free }) => owner.api.put(`/contests/${free.id}`, fields));
const editCategory = (write: ResultWrite | null, fields: object) =>
  attempt(write)(({ owner, free }) => owner.api.put(`/categories/${free.contestant.categoryId}`, fields));
const editNominee = (write: ResultWrite | null, fields: object) =>
  attempt(write)(({ owner, free }) => owner.api.put(`/contestants/${free.contestant.id}`, fields));

/** Why no attempt is made here. */
const OF_NO_CONTEST = 'is about no contest';
const OF_PEOPLE = 'is about accounts; a super admin who deletes an organiser archives the contests (ADR 61)';
const PROVIDER = 'settlement asks the guard: final-results.spec and settlement.spec try it';
const MONEY = 'is about money that has moved: final-results.spec tries what it does to votes';

const QUARANTINED = 'is about a quarantine of before the end: quarantine.spec tries it after the end';
const LAST_HOUR = () => ({
  from: new Date(Date.now() - 3_600_000).toISOString(),
  to: new Date().toISOString(),
});

/**
 * Every write route of the API's document, with what is tried on ended and final contests. A new route needs a line: attempts with the kind of
 * write that the guard is asked for, `harmless` for one that changes nothing of a result, or why none is made.
 */
export const RESULT_ATTEMPTS: Record<string, Attempt[] | string> = {
  'PUT /api/contests/{id}': [
    editContest('edit-title', { title: 'Another title' }),
    editContest('change-rules', { startDate: '2020-01-01T00:00:00Z' }),
    editContest('change-rules', { endDate: new Date(Date.now() + 9e7).toISOString() }),
    editContest('change-rules', { freeVotesPerHour: 7 }),
    editContest('change-rules', { challenge: 'ALWAYS' }),
    editContest('change-rules', { addressProof: false }),
    editContest('change-rules', { votePrice: 1 }),
    editContest('hide-results', { showResults: false }),
    editContest(null, { status: 'ACTIVE' }),
    editContest(null, { status: 'ENDED', showResults: true }),
    editContest(null, { description: 'Thank you all' }),
  ],
  'DELETE /api/contests/{id}': [
    attempt('delete-contest')(({ owner, free }) => owner.api.delete(`/contests/${free.id}`)),
    attempt('delete-contest')(({ owner, paid }) => owner.api.delete(`/contests/${paid.id}`)),
  ],
  'POST /api/contests/{id}/duplicate': [
    harmless(({ owner, free }) => owner.api.post(`/contests/${free.id}/duplicate`)),
  ],
  'PATCH /api/contests/{id}/toggle-pause': [
    attempt('pause-or-resume')(({ owner, free }) => owner.api.patch(`/contests/${free.id}/toggle-pause`)),
  ],
  'PATCH /api/contests/{id}/toggle-results': [
    attempt('hide-results')(({ owner, free }) => owner.api.patch(`/contests/${free.id}/toggle-results`)),
  ],
  'POST /api/contests/{id}/electorate': [
    harmless(({ owner, free }) => owner.api.post(`/contests/${free.id}/electorate`, { codes: 1 })),
  ],
  'DELETE /api/contests/{id}/electorate': [
    harmless(({ owner, free }) => owner.api.delete(`/contests/${free.id}/electorate`)),
  ],
  'POST /api/contests/{id}/result-corrections': [
    attempt('correction')(({ owner, free }) =>
      owner.api.post(`/contests/${free.id}/result-corrections`, {
        changes: [{ contestantId: free.contestant.id, votes: 1, name: 'Corrected' }],
        reason: 'A typing error',
      }),
    ),
  ],
  'POST /api/contests/{id}/result-corrections/{correctionId}/confirm': 'is the exception: tested below',
  'POST /api/contests/{id}/result-corrections/{correctionId}/reject': 'closes a correction: tested below',
  'POST /api/contests/{contestId}/stage-remote': [
    harmless(({ owner, free }) => owner.api.post(`/contests/${free.id}/stage-remote`)),
  ],
  'DELETE /api/contests/{contestId}/stage-remote': [
    harmless(({ owner, free }) => owner.api.delete(`/contests/${free.id}/stage-remote`)),
  ],
  'POST /api/contests/{id}/cosignatures': [
    harmless(({ free }) => visitor.post(`/contests/${free.id}/cosignatures`, { checkpoint: 'x' })),
  ],
  'POST /api/categories': [
    attempt('add-category')(({ owner, free }) =>
      owner.api.post('/categories', { contestId: free.id, name: 'New', description: 'New' }),
    ),
  ],
  'PUT /api/categories/{id}': [
    editCategory('edit-category', { name: 'Another name' }),
    editCategory('edit-category', { order: 7 }),
    attempt('change-rules')(({ owner, paid }) =>
      owner.api.put(`/categories/${paid.contestant.categoryId}`, { votePrice: 2 }),
    ),
    editCategory(null, { description: 'Of the night' }),
  ],
  'DELETE /api/categories/{id}': [
    attempt('delete-category')(({ owner, free }) =>
      owner.api.delete(`/categories/${free.contestant.categoryId}`),
    ),
  ],
  'POST /api/contestants': [
    attempt('add-nominee')(({ owner, free, photo }) =>
      owner.api.post(
        '/contestants',
        formOf({ categoryId: free.contestant.categoryId, name: 'New', bio: 'New' }, { photo }),
      ),
    ),
  ],
  'POST /api/contestants/list': [
    attempt('add-nominee')(({ owner, free }) =>
      owner.api.post('/contestants/list', { categoryId: free.contestant.categoryId, list: 'Listed' }),
    ),
  ],
  'PUT /api/contestants/{id}': [
    editNominee('edit-nominee', { name: 'Another name' }),
    editNominee('edit-nominee', { order: 7 }),
    attempt('edit-nominee')(({ owner, free, photo }) =>
      owner.api.put(`/contestants/${free.contestant.id}`, formOf({}, { photo })),
    ),
    attempt('edit-nominee')(({ owner, free }) =>
      owner.api.put(`/contestants/${free.contestant.id}`, { categoryId: free.categories[1]?.id }),
    ),
    editNominee(null, { bio: 'Sings since 2001' }),
  ],
  'DELETE /api/contestants/{id}': [
    attempt('delete-nominee')(({ owner, free }) => owner.api.delete(`/contestants/${free.contestant.id}`)),
  ],
  'POST /api/votes/cast': [
    harmless(({ free }) => visitor.post('/votes/cast', aVote(free))),
    harmless(({ paid }) => visitor.post('/votes/cast', aVote(paid))),
  ],
  'POST /api/votes/manual': [
    attempt('manual-vote')(({ owner, free }) =>
      owner.api.post('/votes/manual', { ...aVote(free), reason: 'Paper' }),
    ),
    attempt('manual-vote')(({ owner, paid }) =>
      owner.api.post('/votes/manual', { ...aVote(paid, { voteCount: 200 }), reason: 'Cash' }),
    ),
  ],
  'POST /api/votes/manual/{id}/confirm': [
    attempt('confirm-manual-vote')(({ admin, cash }) => admin.api.post(`/votes/manual/${cash}/confirm`)),
  ],
  'POST /api/votes/manual/{id}/undo': [
    attempt('undo-manual-vote')(({ owner, vote }) =>
      owner.api.post(`/votes/manual/${vote}/undo`, { reason: 'Twice' }),
    ),
    attempt('undo-manual-vote')(({ admin, vote }) =>
      admin.api.post(`/votes/manual/${vote}/undo`, { reason: 'Twice' }),
    ),
  ],
  'POST /api/votes/manual/{id}/reject': [
    harmless(({ admin, cash }) => admin.api.post(`/votes/manual/${cash}/reject`, { reason: 'No receipt' })),
  ],
  'POST /api/votes/contest/{contestId}/search': [
    harmless(({ owner, free }) => owner.api.post(`/votes/contest/${free.id}/search`, { search: 'Esi' })),
  ],
  'POST /api/votes/{id}/receipt': [harmless(({ owner, vote }) => owner.api.post(`/votes/${vote}/receipt`))],
  'POST /api/votes/{id}/reveal': [harmless(({ owner, vote }) => owner.api.post(`/votes/${vote}/reveal`))],
  'POST /api/votes/find': 'reads',
  'POST /api/votes/appeal': 'asks for a decision and makes none',
  'POST /api/votes/challenge': OF_NO_CONTEST,
  // Rejects: what it releases before results are final, held-votes.spec tries.
  'POST /api/votes/contest/{contestId}/held/decide': [
    attempt('decide-held-vote')(({ owner, free }) =>
      owner.api.post(`/votes/contest/${free.id}/held/decide`, {
        decision: 'REJECTED',
        all: true,
        reason: 'Cast by a program',
      }),
    ),
  ],

  'POST /api/contests/{id}/quarantine/preview': [
    harmless(({ owner, free }) => owner.api.post(`/contests/${free.id}/quarantine/preview`, LAST_HOUR())),
  ],
  'POST /api/contests/{id}/quarantine': [
    attempt('quarantine')(({ owner, free }) =>
      owner.api.post(`/contests/${free.id}/quarantine`, { ...LAST_HOUR(), reason: 'A program cast them' }),
    ),
  ],
  'POST /api/contests/{id}/quarantine/{quarantineId}/confirm': QUARANTINED,
  'POST /api/contests/{id}/quarantine/{quarantineId}/reject': QUARANTINED,
  'POST /api/contests/{id}/quarantine/{quarantineId}/undo': QUARANTINED,

  'POST /api/payments/{provider}/initialize': PROVIDER,
  'POST /api/payments/{provider}/charge': PROVIDER,
  'POST /api/payments/{provider}/charge/{reference}/otp': PROVIDER,
  'POST /api/payments/{provider}/charge/{reference}/pin': PROVIDER,
  'POST /api/payments/{provider}/charge/{reference}/phone': PROVIDER,
  'POST /api/payments/{provider}/charge/{reference}/birthday': PROVIDER,
  'POST /api/payments/{provider}/charge/{reference}/address': PROVIDER,
  'POST /api/payments/{id}/accept': PROVIDER,
  'POST /api/payments/{id}/returned': MONEY,
  'POST /api/payments/{id}/kept': MONEY,
  'POST /api/payments/{id}/refund': MONEY,
  'POST /api/payments/{id}/refund-request': MONEY,
  'DELETE /api/payments/{id}/refund-request': MONEY,
  'POST /api/payments/{id}/refund-account': MONEY,
  'POST /api/payments/{id}/refund-account/resolve': MONEY,
  'POST /api/payments/corrections/{id}/confirm': MONEY,
  'POST /api/payments/corrections/{id}/reject': MONEY,
  'POST /api/payments/disputes/{id}/evidence': MONEY,
  'POST /api/payments/disputes/{id}/resolve': MONEY,
  'POST /api/payments/webhooks/{id}/retry': PROVIDER,
  'POST /api/payments/{id}/notes': MONEY,
  'POST /api/payments/{id}/reveal': MONEY,
  'POST /api/payments/contest/{contestId}/search': 'reads',
  'POST /api/payments/find': 'reads',

  'PUT /api/hosts/{id}': [
    harmless(({ owner, free }) => owner.api.put(`/hosts/${free.hostId}`, { name: 'Another host' })),
  ],
  'PATCH /api/hosts/{id}/toggle-status': [
    harmless(({ owner, free }) => owner.api.patch(`/hosts/${free.hostId}/toggle-status`)),
  ],
  'DELETE /api/hosts/{id}': [harmless(({ owner, free }) => owner.api.delete(`/hosts/${free.hostId}`))],
  'POST /api/hosts': OF_NO_CONTEST,
  'POST /api/contests': OF_NO_CONTEST,
  'PUT /api/hosts/{id}/settlement-account': OF_NO_CONTEST,
  'POST /api/hosts/{id}/settlement-account/resolve': OF_NO_CONTEST,
  'DELETE /api/hosts/{id}/settlement-account': OF_NO_CONTEST,
  'POST /api/hosts/{id}/settlement-account/approve': OF_NO_CONTEST,
  'POST /api/hosts/admin/settlement-differences/{id}/close': OF_NO_CONTEST,
  'PUT /api/hosts/{id}/fee-policy': OF_NO_CONTEST,
  'POST /api/voters/browser': OF_NO_CONTEST,
  'POST /api/voters/verification': 'proves a number; casts are refused all the same',
  'POST /api/voters/verification/{id}': 'proves a number; casts are refused all the same',
  'POST /api/stage-remote/connect': 'moves the stage; results that are shown stay shown',
  'POST /api/stage-remote/status': 'moves the stage; results that are shown stay shown',
  'POST /api/stage-remote/command': 'moves the stage; results that are shown stay shown',
  'POST /api/auth/register': OF_PEOPLE,
  'POST /api/auth/login': OF_PEOPLE,
  'POST /api/auth/forgot-password': OF_PEOPLE,
  'POST /api/auth/reset-password': OF_PEOPLE,
  'POST /api/auth/verify-email': OF_PEOPLE,
  'POST /api/auth/verify-email/send': OF_PEOPLE,
  'POST /api/auth/reauthenticate': OF_PEOPLE,
  'POST /api/auth/second-factor/setup': OF_PEOPLE,
  'POST /api/auth/second-factor/confirm': OF_PEOPLE,
  'POST /api/auth/second-factor/recovery-codes': OF_PEOPLE,
  'DELETE /api/auth/second-factor': OF_PEOPLE,
  'POST /api/auth/logout': OF_PEOPLE,
  'POST /api/users/{id}/reveal': OF_PEOPLE,
  'PUT /api/users/{id}/approve': OF_PEOPLE,
  'PUT /api/users/{id}/reject': OF_PEOPLE,
  'DELETE /api/users/{id}': OF_PEOPLE,
};
