import { Secret, TOTP } from 'otpauth';
import type {
  DisputeView,
  SecondFactorConfirmed,
  SecondFactorSetUp,
  SessionView,
  UserView,
} from '@abato/contracts';
import { aContest, aUser, type BuiltContest, type BuiltUser, database, sql } from '../support/builders.js';
import { type ApiAnswer, ApiClient } from '../support/http.js';
import { beginPaid, payCounted, paymentIdOf, waitForState } from '../support/payments.js';
import { SimulatorControl } from '../support/simulator.js';

export const REASON = 'It was agreed with the committee';

/** Who acts, and payments of the organiser in the states that actions need. */
export interface AuditWorld {
  owner: BuiltUser;
  admin: BuiltUser;
  second: BuiltUser;
  paid: BuiltContest;
  counted: Paid;
  disputed: Paid & { dispute: string };
  lost: Paid;
  held: Paid;
  /** Its refund waits for an account of the payer. */
  stuck: Paid;
  /** Ended so long ago that its voters are to be erased. */
  old: BuiltContest;
}

export interface Paid {
  id: string;
  voteId: string;
  reference: string;
}

/** @throws Error when the call was refused */
export async function done<T>(call: Promise<ApiAnswer<T>>): Promise<T> {
  const { status, body, data } = await call;
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
  return data;
}

/** What an action was about, as its row must say it. */
export type About =
  | { contest: string | null; host: string }
  /** An account: `reader` is who must be able to read it. */
  | { account: string; reader: ApiClient };
/** The token of the newest mail to a person. */
export async function mailedToken(email: string): Promise<string> {
  const body = await sql.value<string>`SELECT body FROM mail_outbox WHERE recipient = ${email}
    ORDER BY id DESC LIMIT 1`;
  return /\?token=([\w-]+)/.exec(body)?.[1] ?? '';
}

/** A new account with a second factor. @returns its session after `act` */
export async function withSecondFactor(act: (api: ApiClient) => Promise<unknown>): Promise<About> {
  const user = await aUser().save();
  const { secret } = await done(user.api.post<SecondFactorSetUp>('/auth/second-factor/setup'));
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  const { token } = await done(user.api.post<SecondFactorConfirmed>('/auth/second-factor/confirm', { code }));
  const api = user.api.as(token);
  await act(api);
  const isSignedIn = (await api.get<UserView>('/auth/profile')).status === 200;
  return { account: user.id, reader: isSignedIn ? api : await signInAgain(user) };
}

export async function signInAgain({
  email,
  password,
}: Pick<BuiltUser, 'email' | 'password'>): Promise<ApiClient> {
  const { token } = await done(new ApiClient().post<SessionView>('/auth/login', { email, password }));
  return new ApiClient().as(token);
}

/** A payment that a webhook was set aside for: writing one that cannot be processed takes the worker a day. */
export async function setAside({ reference }: Paid): Promise<number> {
  const body = JSON.stringify({ event: 'transfer.success', data: { reference } });
  const { rows } = await database().query<{ id: number }>(
    `INSERT INTO webhook_inbox (body_sha256, body, event, reference, received_at, processed_at, outcome, attempts, set_aside_at)
     VALUES (sha256($1), $1, 'transfer.success', $2, now(), now(), 'set-aside', 10, now()) RETURNING id`,
    [Buffer.from(body), reference],
  );
  return rows[0]?.id ?? 0;
}

/** Payments take the provider some time: all at once. */
export async function anAuditWorld(): Promise<AuditWorld> {
  const simulator = new SimulatorControl();
  const [owner, admin, second] = await Promise.all([
    aUser().save(),
    aUser().superAdmin().save(),
    aUser().superAdmin().save(),
  ]);
  const paid = await aContest().ownedBy(owner).paid('1.00').save();
  const pay = () => payCounted(paid, { voteCount: 4, voterEmail: `esi-${paid.id}@example.com` });
  const inDispute = async (): Promise<Paid> => {
    const payment = await pay();
    await simulator.dispute(payment.reference);
    await waitForState(payment.reference, 'DISPUTED');
    return payment;
  };
  const withWrongAmount = async (): Promise<Paid> => {
    const begun = await beginPaid(paid);
    await simulator.script(begun.reference, { amount: 50 });
    await simulator.complete(begun.reference);
    await waitForState(begun.reference, 'REVIEW');
    return { ...begun, id: await paymentIdOf(begun.reference) };
  };
  const withRefund = async (): Promise<Paid> => {
    const payment = await pay();
    const { id, reference } = payment;
    await simulator.script(reference, { refund: 'needs-attention', refundDelayMs: 10, webhook: 'once' });
    await done(admin.api.post(`/payments/${id}/refund`, { reason: REASON }));
    await waitForState(reference, 'REFUND_ATTENTION');
    return payment;
  };
  const longEnded = async (): Promise<BuiltContest> => {
    const contest = await aContest().ownedBy(owner).ended().save();
    await sql`UPDATE contests SET start_date = now() - interval '2 years', end_date = now() - interval '1 year',
         ended_at = now() - interval '1 year' WHERE id = ${contest.id}`;
    return contest;
  };
  const [old, counted, disputed, lost, held, stuck] = await Promise.all([
    longEnded(),
    pay(),
    inDispute(),
    inDispute(),
    withWrongAmount(),
    withRefund(),
  ]);
  const { data } = await owner.api.get<DisputeView[]>('/payments/disputes');
  const dispute = data.find(({ reference }) => reference === disputed.reference)?.id ?? '';
  return { owner, admin, second, paid, counted, disputed: { ...disputed, dispute }, lost, held, stuck, old };
}
