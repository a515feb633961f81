import type { Confirmation } from '@abato/payments';
import type { ConfirmationResult, PaymentUpdate } from '@abato/testing/payments';
import { ownDatabase } from './model/database.js';
import { confirmationAt } from './model/confirm.js';
import { World } from './model/world.js';

/** The service announces what it settled, so that no caller can forget it. */

const database = await ownDatabase();

interface Announced {
  result: ConfirmationResult;
  /** The payment's state as another connection sees it at that moment. */
  committed: string | undefined;
}

async function stateOf(reference: string): Promise<string | undefined> {
  const rows = await database.sql<{ state: string }>`SELECT state FROM payments
    WHERE reference = ${reference}`;
  return rows[0]?.state;
}

/** A service whose announcements the test reads, and updates that each count a vote of their own. */
async function prepare(
  votes: number,
): Promise<{ confirmation: Confirmation; announced: Announced[]; updates: PaymentUpdate[] }> {
  const world = new World(database.pool, database.owner);
  await world.create();
  const updates: PaymentUpdate[] = [];
  for (let i = 0; i < votes; i++) {
    await world.cast(1);
    await world.begin(world.votes.at(-1) ?? '', 'ok');
    const proof = {
      status: 'success',
      amount: 100,
      currency: 'GHS',
      domain: 'test',
      paidAt: world.now,
    } as const;
    updates.push({ reference: world.attempts.at(-1)?.reference ?? '', proof, source: 'webhook' });
  }
  const announced: Announced[] = [];
  const confirmation = confirmationAt(database.pool, () => world.now, {
    async send(settled) {
      for (const { update, result } of settled) {
        announced.push({ result, committed: await stateOf(update.reference) });
      }
    },
  });
  return { confirmation, announced, updates };
}

it('announces one settled update after its commit and before it returns', async () => {
  const { confirmation, announced, updates } = await prepare(1);
  const result = await confirmation.confirm(updates[0] as PaymentUpdate);
  expect(result).toMatchObject({ counted: true, to: 'COMPLETED' });
  expect(announced).toEqual([{ result, committed: 'COMPLETED' }]);
});

it('announces every update that was settled together with rows of the caller, and none of an unknown reference', async () => {
  const { confirmation, announced, updates } = await prepare(2);
  const unknown: PaymentUpdate = { reference: 'A-UNKNOWN', proof: { status: 'failed' }, source: 'list' };
  const results = await confirmation.transaction(async ({ confirm, confirmTogether }) => [
    ...(await confirmTogether([...updates.slice(1), unknown])),
    await confirm(updates[0] as PaymentUpdate),
  ]);
  expect(results).toMatchObject([{ counted: true }, null, { counted: true }]);
  expect(announced).toEqual([
    { result: results[0], committed: 'COMPLETED' },
    { result: results[2], committed: 'COMPLETED' },
  ]);
});

it('announces nothing of a transaction that was rolled back', async () => {
  const { confirmation, announced, updates } = await prepare(1);
  const failing = confirmation.transaction(async ({ confirm }) => {
    await confirm(updates[0] as PaymentUpdate);
    throw new Error('refused by the caller');
  });
  await expect(failing).rejects.toThrow('refused by the caller');
  expect(announced).toEqual([]);
  expect(await stateOf(updates[0]?.reference ?? '')).toBe('INITIALIZED');
});

it('announces the transition of a refund that is taken', async () => {
  const { confirmation, announced, updates } = await prepare(1);
  const { reference } = updates[0] as PaymentUpdate;
  await confirmation.confirm(updates[0] as PaymentUpdate);
  const actor = { userId: '00000000-0000-7000-8000-000000000000', reason: 'a test' };
  await confirmation.confirm({ reference, proof: { status: 'refund-ordered' }, source: 'manual', actor });
  expect(await confirmation.takeRefund(reference)).toMatchObject({ reference, amountPesewas: 100 });
  expect(announced.at(-1)).toMatchObject({ result: { to: 'REFUNDING' }, committed: 'REFUNDING' });
  expect(await confirmation.takeRefund(reference)).toBeNull();
});
