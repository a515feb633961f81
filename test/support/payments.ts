import { randomUUID } from 'node:crypto';
import type {
  CastVoteResult,
  InitializePaymentResult,
  PaymentVerification,
  PublicContestView,
} from '@abato/contracts';
import { aVote, type BuiltContest, type BuiltUser, sql } from './builders.js';
import { type ApiAnswer, ApiClient } from './http.js';
import { SimulatorControl } from './simulator.js';
import { waitFor } from './wait-for.js';

/** Cast a vote of a paid contest. @returns its id */
export async function castPaid(contest: BuiltContest, fields: Record<string, unknown> = {}): Promise<string> {
  const cast = await new ApiClient().post<CastVoteResult>('/votes/cast', aVote(contest, fields));
  if (cast.data?.status !== 'PENDING') throw new Error(`not a paid vote: ${JSON.stringify(cast.body)}`);
  return cast.data.id;
}

/**
 * Begin to pay.
 * @param script how the simulator treats this initialisation, and no other: it waits for the address that a voter without one pays by
 */
export async function initialize(
  voteId: string,
  script?: Record<string, unknown>,
): Promise<ApiAnswer<InitializePaymentResult>> {
  if (script) await new SimulatorControl().next({ ...script, payer: `v-${voteId}` });
  return new ApiClient().post<InitializePaymentResult>('/payments/paystack/initialize', { voteId });
}

/** Cast and begin to pay. */
export async function beginPaid(
  contest: BuiltContest,
  fields: Record<string, unknown> = {},
): Promise<{ voteId: string; reference: string; authorizationUrl: string }> {
  const voteId = await castPaid(contest, fields);
  const answer = await initialize(voteId);
  if (answer.status !== 201) throw new Error(`not initialised: ${JSON.stringify(answer.body)}`);
  return { voteId, ...answer.data };
}

export const verify = (reference: string, query = ''): Promise<ApiAnswer<PaymentVerification>> =>
  new ApiClient().get<PaymentVerification>(`/payments/paystack/verify/${reference}${query}`);

/** Cast, pay, and wait until the votes count. */
export async function payCounted(
  contest: BuiltContest,
  fields: Record<string, unknown> = {},
): Promise<{ voteId: string; reference: string; id: string }> {
  const begun = await beginPaid(contest, fields);
  await new SimulatorControl().complete(begun.reference);
  await waitForState(begun.reference, 'COMPLETED');
  return { ...begun, id: await paymentIdOf(begun.reference) };
}

/** @returns the id of an attempt, as routes for organisers and super admins have it; empty for an unknown reference */
export async function paymentIdOf(reference: string): Promise<string> {
  return sql.value<string>`SELECT id FROM payments WHERE reference = ${reference}`;
}

/** The precise state of an attempt, from behind the API. */
export const stateOf = (reference: string): Promise<string | undefined> =>
  sql.value<string>`SELECT state FROM payments WHERE reference = ${reference}`;

export async function waitForState(reference: string, state: string, withinMs?: number): Promise<void> {
  await waitFor(async () => (await stateOf(reference)) === state, {
    ...(withinMs && { withinMs }),
    what: `${reference} ${state}`,
  });
}

/** Until the worker has read every webhook that is kept of an attempt: the API answers before anyone has looked at what it says. */
export async function webhooksRead(reference: string): Promise<void> {
  await waitFor(async () => (await unreadWebhooks(reference)) === 0, {
    what: `the reading of webhooks of ${reference}`,
  });
}

async function unreadWebhooks(reference: string): Promise<number | undefined> {
  return sql.value<number>`SELECT count(*) AS unread FROM webhook_inbox
    WHERE reference = ${reference} AND processed_at IS NULL`;
}

/**
 * Let the provider tell of an attempt by webhook, and wait until the worker has read it. Each has words of its own, because the same bytes
 * are kept once: a repeated webhook is read by no one.
 * @param told `as`: a status other than the true one; `times`: that many webhooks at once
 * @throws Error when one is not answered with 200, or is not kept
 */
export async function tellByWebhook(
  reference: string,
  { as, times = 1 }: { as?: string; times?: number } = {},
): Promise<void> {
  const words = Array.from({ length: times }, () => `told-${randomUUID()}`);
  const answers = await Promise.all(
    words.map((message) =>
      new SimulatorControl().webhook(reference, { as: { ...(as && { status: as }), message } }),
    ),
  );
  const kept = await sql.value<number>`SELECT count(*) AS kept FROM webhook_inbox w, unnest(${words}::text[])
      AS word WHERE w.reference = ${reference} AND position(convert_to(word, 'UTF8') IN w.body) > 0`;
  if (answers.flat().some((status) => status !== 200) || kept !== times)
    throw new Error(`of ${times} webhooks ${kept} were kept, answered with ${answers.join(', ')}`);
  await webhooksRead(reference);
}

/** Ledger rows of a vote, oldest first: `+3`, `-3`. */
export async function ledgerOf(voteId: string): Promise<number[]> {
  return sql.column<number>`SELECT votes FROM vote_ledger WHERE vote_id = ${voteId}
    ORDER BY recorded_at, votes DESC`;
}

/** Enter votes that were received on paper or in cash. */
export const enterByHand = (
  by: BuiltUser,
  contest: BuiltContest,
  fields: Record<string, unknown> = {},
  reason = 'Cash at the gate',
) => by.api.post<CastVoteResult>('/votes/manual', { ...aVote(contest, fields), reason });

/** Payments of one vote as they are stored: what was entered by hand, by which user and why. */
export const manualPaymentsOf = (voteId: string): Promise<Record<string, unknown>[]> =>
  sql<Record<string, unknown>>`SELECT method, state, channel, amount_pesewas,
    actor_user_id, reason FROM payments WHERE vote_id = ${voteId}`;

export const voteStatus = (voteId: string): Promise<string | undefined> =>
  sql.value<string>`SELECT status FROM votes WHERE id = ${voteId}`;

/** What the public page shows of a contest. */
export const publicContest = async ({ id }: { id: string }): Promise<PublicContestView> =>
  (await new ApiClient().get<PublicContestView>(`/contests/${id}/public`)).data;

/** Votes that the public page shows. */
export const publicTotal = async (id: string): Promise<number | null> =>
  (await publicContest({ id })).totalVotes;
