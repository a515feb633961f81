import type {
  CastVoteResult,
  ContestView,
  HostView,
  PaymentCorrectionResult,
  QuarantineView,
  RemoteLink,
  ResultCorrectionView,
} from '@abato/contracts';
import type { AuditAction } from '@abato/accounts';
import { aContest, aUser, aVote, type BuiltContest, type BuiltUser, sql } from '../support/builders.js';
import { addElectors } from '../support/electorate.js';
import { manyPhonesOfOneDevice } from '../support/held-votes.js';
import { ApiClient } from '../support/http.js';
import { castFree } from '../support/transparency.js';
import { waitFor } from '../support/wait-for.js';
import type { About, AuditWorld } from './audit-world.js';
import { done, mailedToken, REASON, setAside, signInAgain, withSecondFactor } from './audit-world.js';

/** Does the action through its route, or says which spec does it and reads it. */
type Row = ((world: AuditWorld) => Promise<About>) | { elsewhere: string };

const WALLET = { type: 'mobile_money', bankCode: 'MTN', accountNumber: '0551234987' };
const FEES = { percentage: 5, fixed: 0, minimum: 0, bearer: 'host' };
const visitor = new ApiClient();

const of = ({ id, hostId }: { id: string; hostId: string }): About => ({ contest: id, host: hostId });

/** About a contest of its own. */
function ofContest(
  build: (world: AuditWorld) => Promise<BuiltContest>,
  act: (contest: BuiltContest, world: AuditWorld) => Promise<unknown>,
): Row {
  return async (world) => {
    const contest = await build(world);
    await act(contest, world);
    return of(contest);
  };
}

/** About the host of a contest of its own. */
function ofHost(act: (path: string, world: AuditWorld) => Promise<unknown>): Row {
  return async (world) => {
    const { hostId } = await draft(world);
    await act(`/hosts/${hostId}`, world);
    return { contest: null, host: hostId };
  };
}

/** About a payment of the world. */
function ofPayment(act: (world: AuditWorld) => Promise<unknown>): Row {
  return async (world) => {
    await act(world);
    return of(world.paid);
  };
}

/** What a super admin does with an account. @param isLeft the account can sign in afterwards, and reads it itself */
function ofAccount(
  user: () => Promise<BuiltUser>,
  act: (path: string, admin: BuiltUser) => Promise<unknown>,
  isLeft: boolean,
): Row {
  return async ({ admin }) => {
    const { id, api } = await user();
    await act(`/users/${id}`, admin);
    return { account: id, reader: isLeft ? api : admin.api };
  };
}

const draft = ({ owner }: AuditWorld) => aContest().ownedBy(owner).draft().save();
const open = ({ owner }: AuditWorld) => aContest().ownedBy(owner).freeVotesPerHour(1_000).save();
const election = ({ owner }: AuditWorld) => aContest().ownedBy(owner).electorate().draft().save();
const dear = ({ owner }: AuditWorld) => aContest().ownedBy(owner).paid('100.00').save();

/** A contest with a final result, whose rules were sealed at its start. */
async function final(world: AuditWorld): Promise<BuiltContest> {
  const contest = await draft(world);
  for (const status of ['ACTIVE', 'ENDED'])
    await done(world.owner.api.put(`/contests/${contest.id}`, { status }));
  await sql`UPDATE contests SET results_final_at = now() WHERE id = ${contest.id}`;
  return contest;
}
const askCorrection = ({ id, contestant }: BuiltContest, { owner }: AuditWorld) =>
  done(
    owner.api.post<ResultCorrectionView>(`/contests/${id}/result-corrections`, {
      changes: [{ contestantId: contestant.id, name: 'Efua Corrected' }],
      reason: REASON,
    }),
  );
const enter = (contest: BuiltContest, { owner }: AuditWorld, voteCount = 1) =>
  done(owner.api.post<CastVoteResult>('/votes/manual', { ...aVote(contest, { voteCount }), reason: REASON }));
/** Cash above what one person may enter. */
const enterMuch = (contest: BuiltContest, world: AuditWorld) => enter(contest, world, 200);
const ofCash = (voteId: string): Promise<string> =>
  sql.value<string>`SELECT id FROM payments WHERE vote_id = ${voteId}`;

/** Cash above what one person may take back, which one person wants to take back. */
async function askReturn(contest: BuiltContest, world: AuditWorld): Promise<string> {
  const { id } = await enterMuch(contest, world);
  await done(world.admin.api.post(`/votes/manual/${id}/confirm`));
  const path = `/payments/${await ofCash(id)}/returned`;
  const { correctionId } = await done(
    world.admin.api.post<PaymentCorrectionResult>(path, { reason: REASON }),
  );
  return `/payments/corrections/${correctionId}`;
}

async function decideHeld(contest: BuiltContest, { owner }: AuditWorld, decision: string): Promise<unknown> {
  await manyPhonesOfOneDevice(contest, 6);
  const path = `/votes/contest/${contest.id}/held/decide`;
  return done(owner.api.post(path, { decision, all: true, reason: REASON }));
}

/** Takes the votes of the last hour out, or those of one nominee. @returns the path of the quarantine */
async function takeOut(contest: BuiltContest, { owner }: AuditWorld, isWhole = false): Promise<string> {
  const [first, second] = contest.categories[0]?.contestants ?? [];
  await castFree(contest, { contestantId: first?.id, voteCount: 100 });
  await castFree(contest, { contestantId: second?.id });
  // Whether it waits for a second person is decided by the share of what is counted.
  const tallied = () => sql.value<number>`SELECT votes FROM contest_tallies WHERE contest_id = ${contest.id}`;
  await waitFor(async () => (await tallied()) >= 101, { what: 'the tally of 101 votes' });
  const path = `/contests/${contest.id}/quarantine`;
  const { id, state } = await done(
    owner.api.post<QuarantineView>(path, {
      from: new Date(Date.now() - 3_600_000).toISOString(),
      to: new Date(Date.now() + 60_000).toISOString(),
      ...(!isWhole && { contestantId: second?.id }),
      reason: REASON,
    }),
  );
  if (state !== (isWhole ? 'WAITING' : 'APPLIED')) throw new Error(state);
  return `${path}/${id}`;
}
const refundRequest = ({ owner, counted }: AuditWorld) =>
  done(owner.api.post(`/payments/${counted.id}/refund-request`, { reason: REASON }));
const withdrawRequest = ({ owner, counted }: AuditWorld) =>
  done(owner.api.delete(`/payments/${counted.id}/refund-request`));
const enterAccount = (path: string, { owner }: AuditWorld) =>
  done(owner.api.put(`${path}/settlement-account`, WALLET));
const remoteLink = ({ id }: BuiltContest, { owner }: AuditWorld) =>
  done(owner.api.post<RemoteLink>(`/contests/${id}/stage-remote`));

/**
 * Each audited action, done as a person does it. A new action needs a row: the contest and host that its entry must carry are what the row
 * returns, and its organiser must be able to read it.
 */
export const AUDITED: Record<AuditAction, Row> = {
  'contest.change': ofContest(open, ({ id }, { owner }) =>
    done(owner.api.patch(`/contests/${id}/toggle-pause`)),
  ),
  'contest.duplicate': async (world) => {
    const { id, hostId } = await draft(world);
    const copy = await done(world.owner.api.post<ContestView>(`/contests/${id}/duplicate`));
    return of({ id: copy.id, hostId });
  },
  'contest.delete': ofContest(draft, ({ id }, { owner }) => done(owner.api.delete(`/contests/${id}`))),
  'contest.electorate-add': ofContest(election, (contest, { owner }) =>
    done(addElectors(owner, contest, { codes: 1 })),
  ),
  'contest.electorate-clear': ofContest(election, async (contest, { owner }) => {
    await done(addElectors(owner, contest, { codes: 1 }));
    await done(owner.api.delete(`/contests/${contest.id}/electorate`));
  }),
  'contest.correction-ask': ofContest(final, askCorrection),
  'contest.correction-confirm': ofContest(final, async (contest, world) => {
    const { id } = await askCorrection(contest, world);
    await done(world.admin.api.post(`/contests/${contest.id}/result-corrections/${id}/confirm`));
  }),
  'contest.correction-close': ofContest(final, async (contest, world) => {
    const { id } = await askCorrection(contest, world);
    const path = `/contests/${contest.id}/result-corrections/${id}/reject`;
    await done(world.admin.api.post(path, { reason: REASON }));
  }),
  'contest.remote-link': ofContest(open, remoteLink),
  'contest.remote-connect': ofContest(open, async (contest, world) => {
    const { token } = await remoteLink(contest, world);
    await done(visitor.post('/stage-remote/connect', { token }));
  }),
  'contest.remote-end': ofContest(open, async (contest, world) => {
    await remoteLink(contest, world);
    await done(world.owner.api.delete(`/contests/${contest.id}/stage-remote`));
  }),
  'category.delete': ofContest(draft, ({ contestant }, { owner }) =>
    done(owner.api.delete(`/categories/${contestant.categoryId}`)),
  ),
  'contestant.delete': ofContest(draft, ({ contestant }, { owner }) =>
    done(owner.api.delete(`/contestants/${contestant.id}`)),
  ),
  'host.delete': async ({ owner }) => {
    const input = { name: 'A', email: 'a@b.example', phone: '0241234567', description: 'D' };
    const { id } = await done(owner.api.post<HostView>('/hosts', input));
    await done(owner.api.delete(`/hosts/${id}`));
    return { contest: null, host: id };
  },
  'host.toggle-status': ofHost((path, { owner }) => done(owner.api.patch(`${path}/toggle-status`))),
  'host.account-lookup': ofHost((path, { owner }) =>
    done(owner.api.post(`${path}/settlement-account/resolve`, WALLET)),
  ),
  'host.account-request': ofHost(enterAccount),
  'host.account-approve': ofHost(async (path, world) => {
    await enterAccount(path, world);
    await done(world.admin.api.post(`${path}/settlement-account/approve`, {}));
  }),
  'host.account-withdraw': ofHost(async (path, world) => {
    await enterAccount(path, world);
    await done(world.owner.api.delete(`${path}/settlement-account`));
  }),
  'host.fee-policy': ofHost((path, { admin }) => done(admin.api.put(`${path}/fee-policy`, FEES))),
  'user.approve': ofAccount(
    () => aUser().pending().save(),
    (path, { api }) => done(api.put(`${path}/approve`)),
    true,
  ),
  'user.reject': ofAccount(
    () => aUser().pending().save(),
    (path, { api }) => done(api.put(`${path}/reject`, { reason: REASON })),
    false,
  ),
  'user.delete': ofAccount(
    () => aUser().save(),
    (path, { api }) => done(api.delete(path)),
    false,
  ),
  'user.reveal': ofAccount(
    () => aUser().save(),
    (path, { api }) => done(api.post(`${path}/reveal`)),
    true,
  ),
  'user.reset-password': async () => {
    const { id, email } = await aUser().save();
    await done(visitor.post('/auth/forgot-password', { email }));
    const password = 'Replaced-2026';
    const token = await mailedToken(email);
    await done(visitor.post('/auth/reset-password', { token, password, confirmPassword: password }));
    return { account: id, reader: await signInAgain({ email, password }) };
  },
  'user.verify-email': async () => {
    const { id, email, api } = await aUser().unverified().save();
    await done(api.post('/auth/verify-email/send'));
    await done(visitor.post('/auth/verify-email', { token: await mailedToken(email) }));
    return { account: id, reader: api };
  },
  'user.second-factor-on': () => withSecondFactor(() => Promise.resolve()),
  'user.second-factor-off': () => withSecondFactor((api) => done(api.delete('/auth/second-factor'))),
  'user.recovery-codes': () =>
    withSecondFactor((api) => done(api.post('/auth/second-factor/recovery-codes'))),
  'vote.reveal': ofPayment(({ owner, counted }) => done(owner.api.post(`/votes/${counted.voteId}/reveal`))),
  'vote.receipt': ofPayment(({ owner, counted }) => done(owner.api.post(`/votes/${counted.voteId}/receipt`))),
  'payment.reveal': ofPayment(({ admin, counted }) => done(admin.api.post(`/payments/${counted.id}/reveal`))),
  'payment.note': ofPayment(({ admin, counted }) =>
    done(admin.api.post(`/payments/${counted.id}/notes`, { note: REASON })),
  ),
  'payment.evidence': ofPayment(({ admin, counted }) =>
    done(admin.api.get(`/payments/${counted.id}/evidence`)),
  ),
  'payment.refund-request': ofPayment(async (world) => {
    await refundRequest(world);
    await withdrawRequest(world);
  }),
  'payment.refund-withdraw': ofPayment(async (world) => {
    await refundRequest(world);
    await withdrawRequest(world);
  }),
  'payment.webhook-retry': ofPayment(async ({ admin, counted }) =>
    done(admin.api.post(`/payments/webhooks/${await setAside(counted)}/retry`)),
  ),
  'payment.accept': ofPayment(({ admin, held }) =>
    done(admin.api.post(`/payments/${held.id}/accept`, { reason: REASON })),
  ),
  'payment.kept': ofPayment(({ admin, lost }) =>
    done(admin.api.post(`/payments/${lost.id}/kept`, { reason: REASON })),
  ),
  'payment.returned': ofPayment(({ admin, counted }) =>
    done(admin.api.post(`/payments/${counted.id}/returned`, { reason: REASON, amount: 1 })),
  ),
  // The world's payment is stuck because of it.
  'payment.refund': ofPayment(() => Promise.resolve()),
  'payment.refund-account': ofPayment(({ admin, stuck }) =>
    done(
      admin.api.post(`/payments/${stuck.id}/refund-account`, {
        ...WALLET,
        accountName: 'AMA TEST MENSAH',
        reason: REASON,
      }),
    ),
  ),
  'payment.correction-wait': ofContest(dear, askReturn),
  'payment.correction-confirm': ofContest(dear, async (contest, world) =>
    done(world.second.api.post(`${await askReturn(contest, world)}/confirm`)),
  ),
  'payment.correction-reject': ofContest(dear, async (contest, world) =>
    done(world.second.api.post(`${await askReturn(contest, world)}/reject`, { reason: REASON })),
  ),
  'dispute.evidence': ofPayment(({ owner, disputed }) =>
    done(
      owner.api.post(`/payments/disputes/${disputed.dispute}/evidence`, {
        serviceDetails: 'One vote for Ama.',
      }),
    ),
  ),
  'dispute.resolve': ofPayment(({ owner, disputed }) =>
    done(
      owner.api.post(`/payments/disputes/${disputed.dispute}/resolve`, {
        answer: 'decline',
        message: 'The vote was counted.',
      }),
    ),
  ),
  'vote.manual': ofContest(open, enter),
  'vote.manual-wait': ofContest(dear, enterMuch),
  'vote.manual-confirm': ofContest(dear, askReturn),
  'vote.manual-reject': ofContest(dear, async (contest, world) => {
    const { id } = await enterMuch(contest, world);
    await done(world.admin.api.post(`/votes/manual/${id}/reject`, { reason: REASON }));
  }),
  'vote.manual-undo': ofContest(open, async (contest, world) => {
    const { id } = await enter(contest, world);
    await done(world.owner.api.post(`/votes/manual/${id}/undo`, { reason: REASON }));
  }),
  'vote.release': ofContest(open, (contest, world) => decideHeld(contest, world, 'RELEASED')),
  'vote.reject': ofContest(open, (contest, world) => decideHeld(contest, world, 'REJECTED')),
  'quarantine.apply': ofContest(open, takeOut),
  'quarantine.wait': ofContest(open, (contest, world) => takeOut(contest, world, true)),
  'quarantine.confirm': ofContest(open, async (contest, world) =>
    done(world.admin.api.post(`${await takeOut(contest, world, true)}/confirm`)),
  ),
  'quarantine.reject': ofContest(open, async (contest, world) =>
    done(world.admin.api.post(`${await takeOut(contest, world, true)}/reject`)),
  ),
  'quarantine.undo': ofContest(open, async (contest, world) =>
    done(world.owner.api.post(`${await takeOut(contest, world)}/undo`)),
  ),
  'person.search': ofContest(open, ({ id }, { owner }) =>
    done(owner.api.post(`/votes/contest/${id}/search`, { search: '024 123 4567' })),
  ),
  // Last: a periodic check does it some seconds after the beginning.
  'contest.erase-voters': async ({ old }) => of(old),
  'settlement.difference-close': { elsewhere: 'settlement-accounts.spec' },
};
