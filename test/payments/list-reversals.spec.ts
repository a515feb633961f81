import type { Actor } from '@abato/accounts';
import { Transactions } from '@abato/database';
import { PaymentDecisionsService } from '@abato/payments';
import { PaystackClient, ProviderError } from '@abato/paystack';
import { addNote, type ListReversalsService, type ListSuccessesService } from '@abato/testing/payments';
import { LIST_PAGE_SIZE } from '@abato/testing/paystack';
import { FIRST_PAGE } from '../support/first-page.js';
import { confirmationOf, paymentServices } from '../support/payment-services.js';
import {
  control,
  counted as countedBy,
  paidInSilence,
  redis,
  requestFor,
  SECRET_KEY,
  simulator,
  startToday,
  useSimulator,
} from './model/at-simulator.js';
import { books, database, removeVoteOf, rowOf, sql, useOwnWorld, world } from './model/own-world.js';

/** Money that goes back at the provider without a dispute and without a webhook. */
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

useOwnWorld(startToday);
useSimulator();
const clock = { now: () => world.now };
let calls: string[];
let refuse: boolean;
const settings = () => ({ baseUrl: simulator.url, secretKey: SECRET_KEY });
const counted = (votes: number) => countedBy(new PaystackClient(settings()), votes);

beforeEach(() => {
  calls = [];
  refuse = false;
});

/** A worker that has just started. Its calls to the provider are noted. */
function worker(): ListReversalsService {
  const client = new PaystackClient(settings(), undefined, {
    pass: (purpose) => {
      calls.push(purpose);
      return refuse ? Promise.reject(new ProviderError('rate-limited', 'enough')) : Promise.resolve();
    },
    refused: () => Promise.resolve(),
    answered: () => Promise.resolve(),
  });
  return paymentServices(database.pool, redis, clock, client).reversals;
}

async function bookedOf(reference: string): Promise<{ state: string; votes: number } | undefined> {
  const rows = await sql<{ state: string; votes: number }>`
    SELECT p.state, (SELECT coalesce(sum(votes), 0)::int FROM vote_ledger l WHERE l.vote_id = p.vote_id) AS votes
     FROM payments p WHERE p.reference = ${reference}`;
  return rows[0];
}

it('is found within the hour, takes the votes back, and waits for a super admin’s note', async () => {
  const reference = await counted(3);
  const kept = await counted(2);
  const service = worker();
  await service.read();
  expect(await bookedOf(reference)).toEqual({ state: 'COMPLETED', votes: 3 });
  await control.reverse(reference);
  world.now = new Date(world.now.getTime() + 31 * MINUTE);
  await service.read();
  expect(await bookedOf(reference)).toEqual({ state: 'REVERSED', votes: 0 });
  expect(await bookedOf(kept)).toEqual({ state: 'COMPLETED', votes: 2 });

  const client = new PaystackClient(settings());
  const confirmation = confirmationOf(database.pool, redis, clock, client);
  const decisions = new PaymentDecisionsService(new Transactions(database.pool), client, confirmation);
  expect((await books().differences(FIRST_PAGE)).items).toEqual([
    expect.objectContaining({ class: 'reversed', reference, contestId: world.contestId, bookedAmount: 3 }),
  ]);
  const { items: waiting } = await decisions.waiting(FIRST_PAGE);
  expect(waiting).toEqual([expect.objectContaining({ reference, state: 'REVERSED', reason: 'reversed' })]);

  const actor = { id: world.contestId } as Actor;
  await addNote(
    database.pool,
    { actor: actor, paymentId: waiting[0]?.id ?? '', note: 'Reported to the network' },
    clock.now(),
  );
  const nothing = { items: [], total: 0 };
  expect(await books().differences(FIRST_PAGE)).toEqual(nothing);
  expect(await decisions.waiting(FIRST_PAGE)).toEqual(nothing);
  // The list still has it: a case that is closed stays closed.
  world.now = new Date(world.now.getTime() + 31 * MINUTE);
  await service.read();
  expect(await books().differences(FIRST_PAGE)).toEqual(nothing);
});

it('asks once in half an hour, and again at once after a refusal', async () => {
  await counted(1);
  const service = worker();
  for (let minute = 0; minute < 60; minute++) {
    await service.read();
    world.now = new Date(world.now.getTime() + MINUTE);
  }
  // Reversed payments, refunds and disputes, each twice (ADR 13).
  expect(calls).toEqual(Array.from({ length: 6 }, () => 'books'));
  refuse = true;
  await service.read();
  refuse = false;
  await service.read();
  expect(calls).toHaveLength(6 + 1 + 3);
});

it('is found within a day for payments of the last 120 days, and not asked about later', async () => {
  const [reference, old] = [await counted(1), await counted(1)];
  const service = worker();
  await service.read();
  const start = world.now.getTime();
  await control.reverse(reference);
  world.now = new Date(start + 5 * DAY);
  await service.read();
  expect(await bookedOf(reference)).toEqual({ state: 'REVERSED', votes: 0 });

  calls = [];
  world.now = new Date(start + 121 * DAY);
  await control.reverse(old);
  await worker().read();
  expect(calls).toEqual([]);
  expect(await bookedOf(old)).toEqual({ state: 'COMPLETED', votes: 1 });
});

it('writes down a dispute whose webhook was lost, and its end, once', async () => {
  const [open, lost] = [await counted(3), await counted(1)];
  const service = worker();
  await control.dispute(open);
  await control.dispute(lost);
  await control.dispute(lost, { action: 'resolve', resolution: 'auto-accepted' });
  const read = async (): Promise<unknown[]> => {
    await service.read();
    world.now = new Date(world.now.getTime() + 31 * MINUTE);
    const rows = await sql<{ reference: string }>`
      SELECT p.reference, d.status, d.resolution, d.amount_pesewas, d.due_at IS NOT NULL AS has_due
       FROM disputes d JOIN payments p ON p.id = d.payment_id WHERE d.contest_id = ${world.contestId} ORDER BY p.reference`;
    return [open, lost].map((one) => rows.find(({ reference }) => reference === one));
  };
  const asOpened = {
    status: 'awaiting-merchant-feedback',
    resolution: null,
    amount_pesewas: 300,
    has_due: true,
  };
  const asLost = { status: 'resolved', resolution: 'auto-accepted', amount_pesewas: 100, has_due: true };
  for (let times = 0; times < 2; times++) expect(await read()).toMatchObject([asOpened, asLost]);
  expect([await bookedOf(open), await bookedOf(lost)]).toMatchObject([
    { state: 'DISPUTED' },
    { state: 'REVERSED' },
  ]);
  await control.dispute(open, { action: 'resolve', resolution: 'declined' });
  expect(await read()).toMatchObject([{ status: 'resolved', resolution: 'declined' }, asLost]);
  expect(await bookedOf(open)).toEqual({ state: 'COMPLETED', votes: 3 });
  const mails = await sql<{ body: string }>`SELECT body FROM mail_outbox
    WHERE subject LIKE '%disputed%'`;
  const about = (reference: string) => mails.filter(({ body }) => body.includes(reference)).length;
  expect([about(open), about(lost)]).toEqual([1, 0]);
});

it('settles the money of other payments when one cannot be settled, and reads the lists to their end', async () => {
  // On both sides of it in the list, in whichever order that is.
  const [before, kept, after] = [await counted(1), await counted(2), await counted(1)];
  for (const reference of [before, kept, after]) await control.reverse(reference);
  await removeVoteOf(before);
  await removeVoteOf(after);
  await worker().read();
  expect(await bookedOf(kept)).toEqual({ state: 'REVERSED', votes: 0 });
  expect((await bookedOf(before))?.state).toBe('COMPLETED');
  expect(calls).toHaveLength(3);
});

/** More payments at the provider than one page lists. */
const PAID = LIST_PAGE_SIZE + 5;

type Gate = ConstructorParameters<typeof PaystackClient>[2];

/** The service that reads the list, its calls through a gate. */
function listThrough(gate?: Gate): ListSuccessesService {
  const client = new PaystackClient({ baseUrl: simulator.url, secretKey: SECRET_KEY }, undefined, gate);
  return paymentServices(database.pool, redis, { now: () => world.now }, client).list;
}

/** Votes paid for at the provider of which no webhook has told us. @returns their references */
async function paid(count: number): Promise<string[]> {
  const client = new PaystackClient({ baseUrl: simulator.url, secretKey: SECRET_KEY });
  const references: string[] = [];
  while (references.length < count) references.push(await paidInSilence(client, 1));
  return references;
}

const successesCounted = async (): Promise<number | undefined> =>
  (
    await rowOf<{ n: number }>(
      `SELECT count(*)::int AS n FROM payments WHERE contest_id = $1 AND state = 'COMPLETED'`,
      world.contestId,
    )
  )?.n;

it('reads on where the limit of calls has stopped it, so that the oldest payments are reached too', async () => {
  // A limit that lets one call pass for each reading.
  let left = 0;
  await paid(PAID);
  const list = listThrough({
    pass: () =>
      left-- > 0
        ? Promise.resolve()
        : Promise.reject(new ProviderError('rate-limited', 'enough', { retryAfter: 1 })),
    refused: () => Promise.resolve(),
    answered: () => Promise.resolve(),
  });
  left = 1;
  await list.read();
  expect(await successesCounted()).toBe(LIST_PAGE_SIZE);
  left = 1;
  await list.read();
  expect(await successesCounted()).toBe(PAID);
});

it('ends after the page in hand when the worker stops, and goes on there when asked again', async () => {
  const stop = new AbortController();
  await paid(PAID);
  const list = listThrough({
    pass: async () => stop.abort(),
    refused: () => Promise.resolve(),
    answered: () => Promise.resolve(),
  });
  await list.read(stop.signal);
  expect(await successesCounted()).toBe(LIST_PAGE_SIZE);
  await list.read();
  expect(await successesCounted()).toBe(PAID);
});

it('counts the other payments when one cannot be settled', async () => {
  const [before = '', , after = ''] = await paid(3);
  await removeVoteOf(before);
  await removeVoteOf(after);
  await listThrough().read();
  expect(await successesCounted()).toBe(1);
});

describe('a direct charge whose next step the provider does not tell', () => {
  afterEach(() => control.faults({ reset: true }));
  const client = () => new PaystackClient({ baseUrl: simulator.url, secretKey: SECRET_KEY });

  /** Waits at the provider, and is due to be asked about. @returns its reference */
  async function pendingCharge(): Promise<string> {
    const reference = await world.castAndBegin(1, 'CHARGE');
    await client().initialize(requestFor(reference, 100));
    await sql`UPDATE payments SET charge_status = 'pending' WHERE reference = ${reference}`;
    world.now = new Date(world.now.getTime() + 11_000);
    return reference;
  }

  it.each([{ errorRate: 1 }, { tooManyRate: 1 }])(
    'is asked about no sooner than others, and keeps no other waiting (%j)',
    async (fault) => {
      await control.faults({ endpoints: ['check-charge'], ...fault });
      const { sweeps } = paymentServices(database.pool, redis, { now: () => world.now }, client());
      for (const times of [1, 2]) {
        const reference = await pendingCharge();
        await sweeps.checkDue();
        const checked = 'SELECT checked_at, check_started_at, checks FROM payments WHERE reference = $1';
        expect([times, await rowOf(checked, reference)]).toEqual([
          times,
          { checked_at: world.now, check_started_at: null, checks: 1 },
        ]);
      }
    },
  );
});
