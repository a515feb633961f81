import { Confirmation, type ReconciliationService } from '@abato/payments';
import { PaymentDeadlines } from '@abato/testing/payments';
import type { PaymentProof } from '@abato/paystack';
import { parseDispute } from '@abato/testing/paystack';
import { Transactions } from '@abato/database';
import { newId } from '@abato/platform';
import { SweepsByHand } from '../support/run-sweeps.js';
import { confirmationAt } from './model/confirm.js';
import {
  begun,
  books,
  database,
  PRICE_PESEWAS as PRICE,
  rowOf,
  sql,
  stateOf,
  success,
  useOwnWorld,
  world,
} from './model/own-world.js';

const DAY_MS = 86_400_000;

/** Who is told of money by mail, and what the books say of fees that payers paid on top. */
let admin: string;
useOwnWorld();
beforeEach(async () => {
  admin = newId();
  await sql`INSERT INTO users (id, first_name, last_name, email, phone, id_number_encrypted, password_hash,
       role, approval_status, created_at,
       updated_at) VALUES (${admin}::uuid, 'A', 'A', ${admin}::text || '@example.com', '+233241234567', '', '',
       'SUPER_ADMIN', 'APPROVED', now(), now())`;
});

async function mailsTo(recipient: string, reference: string): Promise<string[]> {
  const rows = await sql<{ subject: string }>`SELECT subject FROM mail_outbox
    WHERE recipient = ${recipient} AND body LIKE ${`%${reference}%`} ORDER BY created_at, id`;
  return rows.map(({ subject }) => subject);
}

it('super admins are told of a held payment once, however often it is proven', async () => {
  const reference = await begun();
  for (let times = 0; times < 3; times++) await world.confirm(success(reference, { amount: 70 }));
  expect(await mailsTo(`${admin}@example.com`, reference)).toEqual([
    `A payment needs a decision (${reference})`,
  ]);
});

it('a payer is told once that the money went back, and super admins when it could not', async () => {
  const reference = await begun();
  await sql`UPDATE votes SET voter_email = 'payer@example.com' WHERE id = ${world.votes.at(-1)}`;
  await world.confirm(success(reference));
  const actor = { userId: admin, reason: 'asked for' };
  const step = (status: PaymentProof['status'], amount?: number) =>
    world.confirm({ reference, proof: { status, amount }, source: 'refund', actor });
  await step('refund-ordered');
  await step('refund-sent');
  await step('refund-stuck');
  expect(await mailsTo(`${admin}@example.com`, reference)).toHaveLength(1);
  const about = async () =>
    (await mailsTo('payer@example.com', reference)).filter((subject) => subject.includes('refunded'));
  expect(await about()).toEqual([]);
  for (let times = 0; times < 2; times++) await step('reversed', PRICE);
  expect(await about()).toEqual([`Your payment was refunded (${reference})`]);
});

it('books agree when payers pay the fees on top, and hold the same payment without the setting', async () => {
  const reference = await begun();
  const withFees = success(reference, { amount: PRICE + 2, requestedAmount: PRICE, fees: 2 });
  const secrets = { voterDigest: (...parts: string[]) => Buffer.from(parts.join('|')).subarray(0, 16) };
  const env = { PUBLIC_URL: 'http://x', PAYSTACK_FEES_TO_PAYER: 'true' } as const;
  const clock = { now: () => world.now };
  const announcement = { send: () => Promise.resolve() };
  const confirmation = new Confirmation(database.pool, clock, env, secrets, { domain: 'test' }, announcement);
  expect(await confirmation.confirm(withFees)).toMatchObject({ to: 'COMPLETED', counted: true });
  const actor = { id: admin, role: 'SUPER_ADMIN' } as Parameters<ReconciliationService['ofContest']>[0];
  expect(await books().ofContest(actor, world.contestId)).toMatchObject({
    taken: 1,
    counted: 1,
    held: 0,
    difference: 0,
    differences: [],
  });
  const other = await begun();
  expect(await world.confirm({ ...withFees, reference: other })).toMatchObject({ to: 'REVIEW' });
});

const told = async (reference: string, id: number, status: string): Promise<void> => {
  const data = { id, status, resolution: status === 'resolved' ? 'declined' : null, refund_amount: PRICE };
  const proof = { status: status === 'resolved' ? 'dispute-won' : 'disputed' } as const;
  await world.confirm({ reference, proof, source: 'webhook', dispute: parseDispute(data) });
};
const known = (id: number) =>
  rowOf<{ status: string; resolution: string }>('SELECT status, resolution FROM disputes WHERE id = $1', id);

it('a dispute is told to super admins once, however often its webhook comes', async () => {
  const reference = await begun();
  await world.confirm(success(reference));
  for (let times = 0; times < 3; times++) await told(reference, 71, 'awaiting-merchant-feedback');
  expect(await mailsTo(`${admin}@example.com`, reference)).toHaveLength(1);
});

it('a dispute that has no answer is reminded of once: by the provider’s reminder, or a day before the answer is due', async () => {
  const subjects = (reference: string) =>
    mailsTo(`${admin}@example.com`, reference).then((all) => all.filter((one) => one.includes('Reminder')));
  const opened = async (id: number): Promise<string> => {
    const reference = await begun();
    await world.confirm(success(reference));
    await told(reference, id, 'awaiting-merchant-feedback');
    await sql`UPDATE disputes SET due_at = ${new Date(world.now.getTime() + 2 * DAY_MS)} WHERE id = ${id}`;
    return reference;
  };
  const sweeps = new SweepsByHand();
  new PaymentDeadlines(
    new Transactions(database.pool),
    { now: () => world.now },
    { PUBLIC_URL: 'http://x', RESULT_DEADLINE_HOURS: 24, UNPAID_VOTE_MINUTES: 30 },
    confirmationAt(database.pool, () => world.now),
    sweeps,
  );
  const [byProvider, bySweep, answered] = [await opened(81), await opened(82), await opened(83)];
  await sql`UPDATE disputes SET evidence_id = 1 WHERE id = 83`;

  await sweeps.run();
  expect(await subjects(bySweep)).toEqual([]);
  const dispute = { ...parseDispute({ id: 81, status: 'awaiting-merchant-feedback' }), isReminder: true };
  for (let times = 0; times < 2; times++) {
    const update = { reference: byProvider, proof: { status: 'disputed' }, source: 'webhook' } as const;
    await world.confirm({ ...update, dispute });
  }
  expect(await subjects(byProvider)).toHaveLength(1);

  world.now = new Date(world.now.getTime() + 1.5 * DAY_MS);
  for (let times = 0; times < 2; times++) await sweeps.run();
  expect(await subjects(bySweep)).toHaveLength(1);
  expect(await subjects(byProvider)).toHaveLength(1);
  expect(await subjects(answered)).toEqual([]);
});

it('a dispute that is resolved stays so when an older webhook comes late', async () => {
  const reference = await begun();
  await world.confirm(success(reference));
  await told(reference, 72, 'awaiting-merchant-feedback');
  await told(reference, 72, 'resolved');
  await told(reference, 72, 'awaiting-bank-feedback');
  expect(await known(72)).toEqual({ status: 'resolved', resolution: 'declined' });
  expect(await stateOf(reference)).toBe('COMPLETED');
  await told(reference, 73, 'awaiting-merchant-feedback');
  expect(await stateOf(reference)).toBe('DISPUTED');
});
