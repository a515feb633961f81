import { Transactions } from '@abato/database';
import { createHash } from 'node:crypto';
import { SetAsideWebhooksService } from '@abato/payments';
import { keepWebhooks, KeptWebhook, readInbox } from '@abato/testing/payments';
import { FIRST_PAGE } from '../support/first-page.js';
import { begun, database, sql, stateOf, useOwnWorld, world } from './model/own-world.js';
import { confirmationAt } from './model/confirm.js';

/** Webhooks that cannot be processed, and webhooks that say the same again. */
const HOUR = 3_600_000;

useOwnWorld();

let alerts: string[] = [];
const confirmation = () =>
  confirmationAt(database.pool, () => world.now, {
    send: (settled) => {
      alerts.push(...settled.filter(({ result }) => result.alert).map(({ result }) => result.situation));
      return Promise.resolve();
    },
  });

async function paid(amount = 100): Promise<string> {
  const reference = await begun();
  world.provider.pay(reference, world.now, { amount });
  return reference;
}

/** Keep a webhook about a payment. @param change of what it says */
async function keep(reference: string, change: Record<string, unknown> = {}): Promise<void> {
  const data = { ...world.provider.data(reference), status: 'success', ...change };
  const rawBody = Buffer.from(JSON.stringify({ event: 'charge.success', data }));
  const digest = createHash('sha256').update(rawBody).digest();
  await keepWebhooks(database.pool, [{ rawBody, digest, event: 'charge.success', reference }], world.now);
}

async function read(): Promise<boolean[]> {
  const failures: boolean[] = [];
  await readInbox(confirmation(), (_error, setAside) => failures.push(setAside === true));
  return failures;
}

describe('a webhook that cannot be processed', () => {
  it('is set aside after ten tries, is shown, delays no other, and is tried again when a person asks for it', async () => {
    const [broken, good] = [await paid(), await paid()];
    const [voteId] = world.votes;
    await sql`CREATE TABLE kept AS SELECT * FROM votes WHERE id = ${voteId}`;
    await sql`DELETE FROM votes WHERE id = ${voteId}`;
    await keep(broken);
    await keep(good);
    const ends: boolean[] = [];
    for (let hour = 0; hour < 24; hour++) {
      // The batch fails as a whole, then each row by itself.
      ends.push(...(await read()).slice(1));
      world.now = new Date(world.now.getTime() + HOUR);
    }
    expect(await stateOf(good)).toBe('COMPLETED');
    expect(ends).toEqual([...Array.from({ length: 9 }, () => false), true]);
    const webhooks = (await database.source()).getRepository(KeptWebhook);
    const service = new SetAsideWebhooksService(Transactions.of(webhooks.manager.dataSource), webhooks, {
      now: () => world.now,
    });
    const {
      items: [webhook, ...others],
    } = await service.list(FIRST_PAGE);
    expect(others).toEqual([]);
    expect(webhook).toMatchObject({
      reference: broken,
      attempts: 10,
      error: expect.stringContaining('has no vote'),
    });

    await sql`INSERT INTO votes SELECT * FROM kept`;
    const actor = { id: world.contestId } as Parameters<SetAsideWebhooksService['retry']>[0];
    await service.retry(actor, String(webhook?.id));
    await expect(service.retry(actor, String(webhook?.id))).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await read()).toEqual([]);
    expect([await stateOf(broken), await service.list(FIRST_PAGE)]).toEqual([
      'COMPLETED',
      { items: [], total: 0 },
    ]);
  });

  it.each(['9223372036854775808', '18446744073709551615'])(
    'is none for an id beyond what the column holds (%s)',
    async (id) => {
      const reference = await paid();
      await keep(reference, { id });
      expect([await read(), await stateOf(reference)]).toEqual([[], 'COMPLETED']);
    },
  );
});

it('webhooks about a held payment alert once, and again when they say something else', async () => {
  const reference = await paid(99);
  alerts = [];
  for (let copy = 0; copy < 5; copy++) {
    await keep(reference, { log: copy });
    await read();
  }
  expect([await stateOf(reference), alerts]).toEqual(['REVIEW', ['paid-otherwise']]);
  await keep(reference, { amount: 98 });
  await read();
  await keep(reference, { amount: 98, log: 1 });
  await read();
  expect(alerts).toEqual(['paid-otherwise', 'paid-otherwise']);
  const { rows } = await database.pool.query(
    'SELECT FROM payment_events e JOIN payments p ON p.id = e.payment_id WHERE p.reference = $1 AND e.source = $2',
    [reference, 'webhook'],
  );
  expect(rows).toHaveLength(2);
});
