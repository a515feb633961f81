import { Registry } from 'prom-client';
import { Transactions } from '@abato/database';
import type { Queues } from '@abato/jobs';
import { LivePublisher } from '@abato/live';
import { CHECKED_LATER_REASON, OVER_LIMIT_REASON, UNDECIDED_HELD_REASON } from '@abato/contracts';
import { AppError, type Environment, newId } from '@abato/platform';
import { createLogger } from '@abato/testing/platform';
import { ContestClockService } from '@abato/testing/contests';
import { createMailTransport, MailService } from '@abato/testing/messages';
import type { ChargePaymentService } from '@abato/payments';
import { type Provider, ProviderError } from '@abato/paystack';
import { SharedCallLimit } from '@abato/testing/paystack';
import { BeginCharges } from '@abato/testing/ussd';
import { type VoteRow, writeVotes } from '@abato/voting';
import {
  type FreeVote,
  HeldDeadlineService,
  noteUnchecked,
  RetentionService,
  Tally,
  TallyUpkeep,
  UncheckedVotes,
} from '@abato/testing/voting';
import { database, sql, useOwnWorld, world } from '../payments/model/own-world.js';
import { redis, useRedis } from '../support/own-redis.js';
import { secrets } from '../support/payment-services.js';
import { SweepsByHand } from '../support/run-sweeps.js';
import { aFreeRow, aFreeVote } from '../support/vote-rows.js';

/** The worker's services on a real database; their clock is the test's. */

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
let now: Date;
const clock = { now: () => now };
const log = createLogger('worker', 'silent');
useOwnWorld();
useRedis();
beforeEach(() => {
  now = world.now;
});

async function first<T>(sql: string, id: string): Promise<T | undefined> {
  return (await database.owner.query(sql, [id])).rows[0] as T | undefined;
}

it('a contest that a late sweep ends has ended at its end date, not when the sweep ran', async () => {
  const end = new Date(world.now.getTime() + HOUR);
  await sql`UPDATE contests SET end_date = ${end} WHERE id = ${world.contestId}`;
  const sweeps = new SweepsByHand();
  new ContestClockService(
    new Transactions(database.pool),
    clock,
    log,
    new LivePublisher(redis, () => undefined),
    sweeps,
  );
  const row = () =>
    first<{ status: string; ended_at: Date | null }>(
      'SELECT status, ended_at FROM contests WHERE id = $1',
      world.contestId,
    );
  now = new Date(end.getTime() - SECOND);
  await sweeps.run();
  expect(await row()).toEqual({ status: 'ACTIVE', ended_at: null });
  now = new Date(end.getTime() + 90 * SECOND);
  await sweeps.run();
  expect(await row()).toEqual({ status: 'ENDED', ended_at: end });
});

it('votes that are still held at the deadline for results are rejected by the system with the reason that is public, also those of an archived nominee', async () => {
  await world.changePrice(0);
  const end = new Date(world.now.getTime() + HOUR);
  const rows = [aFreeRow(world, { hold: 'ONE_ADDRESS' }), aFreeRow(world, { hold: 'ONE_ADDRESS' })];
  await writeVotes(database.pool, rows, world.now);
  await sql`UPDATE contestants SET archived_at = ${world.now} WHERE id = ${world.contestantId}`;
  await sql`UPDATE contests SET status = 'ENDED', ended_at = ${end},
      end_date = ${new Date(end.getTime() + 90 * HOUR)} WHERE id = ${world.contestId}`;
  const sweeps = new SweepsByHand();
  const env = { RESULT_DEADLINE_HOURS: 24 } as Environment;
  new HeldDeadlineService(new Transactions(database.pool), clock, env, log, secrets(), sweeps);
  const states = async () =>
    (
      await sql<{ told: unknown[] }>`SELECT json_build_array(v.status, h.decision, h.decision_reason,
           h.decided_by) AS told
           FROM held_votes h JOIN votes v ON v.id = h.vote_id WHERE h.contest_id = ${world.contestId}`
    ).map(({ told }) => told);
  now = new Date(end.getTime() + 24 * HOUR - SECOND);
  await sweeps.run();
  expect(await states()).toEqual(rows.map(() => ['PENDING', null, null, null]));
  now = new Date(end.getTime() + 24 * HOUR);
  // Results may become final a moment before.
  await sql`UPDATE contests SET results_final_at = ${now} WHERE id = ${world.contestId}`;
  await sweeps.run();
  expect(await states()).toEqual(rows.map(() => ['FAILED', 'REJECTED', UNDECIDED_HELD_REASON, null]));
  const told = await first<{ votes: number; decided_by: null }>(
    'SELECT votes, decided_by FROM held_decisions WHERE contest_id = $1',
    world.contestId,
  );
  expect(told).toEqual({ votes: 2, decided_by: null });
});

const aVoteHeld = (fields: Partial<VoteRow> = {}) => aFreeRow(world, { hold: 'LIMITS_UNKNOWN', ...fields });
const guardOf = ({ phone, phoneDigest, votes }: VoteRow, fields: Partial<FreeVote> = {}): FreeVote =>
  aFreeVote(world.contestId, phone ?? '', {
    phoneDigest: phoneDigest as Buffer,
    votes,
    askFirst: true,
    ...fields,
  });
const swept = async (from = redis) => {
  const sweeps = new SweepsByHand();
  const queues = { enqueue: () => Promise.resolve() } as unknown as Queues;
  new UncheckedVotes(new Transactions(database.pool), from, clock, secrets(), queues, sweeps);
  await sweeps.run();
  const rows = await sql<{ id: string; told: unknown[] }>`SELECT vote_id AS id, json_build_array(reason,
      decision, decision_reason) AS told FROM held_votes WHERE contest_id = ${world.contestId}`;
  return new Map(rows.map(({ id, told }) => [id, told]));
};
const unjudged = async () => (await sql`SELECT vote_id FROM unchecked_votes`).length;

it('votes that were held while Redis was away count, are rejected or are held for a rule when it is back, and not before', async () => {
  await world.changePrice(0);
  const unknown = { network: Buffer.from('network'), wider: Buffer.from('wider') };
  const [counts, tooMany, ofNetwork, decided, unwritten] = [
    aVoteHeld(),
    aVoteHeld({ votes: 11 }),
    aVoteHeld({ votes: 91 }),
    aVoteHeld(),
    aVoteHeld(),
  ];
  const written = [counts, tooMany, ofNetwork, decided];
  const noted = [...written, unwritten].map((row) => ({
    ...row,
    guard: guardOf(row, row === ofNetwork ? { unknown, limit: 1_000 } : {}),
  }));
  await noteUnchecked(database.pool, noted, world.now);
  await writeVotes(database.pool, written, world.now);
  await sql`UPDATE held_votes SET decision = 'REJECTED', decided_at = now(), decision_reason = 'x'
      WHERE vote_id = ${decided.id}`;
  const lost = redis.duplicate();
  lost.disconnect();
  expect((await swept(lost)).get(counts.id)).toEqual(['LIMITS_UNKNOWN', null, null]);
  expect(await unjudged()).toBe(5);
  now = new Date(world.now.getTime() + 61 * SECOND);
  const told = await swept();
  expect(written.map(({ id }) => told.get(id))).toEqual([
    ['LIMITS_UNKNOWN', 'RELEASED', CHECKED_LATER_REASON],
    ['LIMITS_UNKNOWN', 'REJECTED', OVER_LIMIT_REASON],
    ['UNKNOWN_BROWSERS', null, null],
    ['LIMITS_UNKNOWN', 'REJECTED', 'x'],
  ]);
  expect(await unjudged()).toBe(0);
});

it('votes that were held while Redis was away are the organiser’s to decide after an hour, when what is known of their addresses is deleted', async () => {
  await world.changePrice(0);
  const row = aVoteHeld();
  await noteUnchecked(database.pool, [{ ...row, guard: guardOf(row) }], world.now);
  await writeVotes(database.pool, [row], world.now);
  now = new Date(world.now.getTime() + HOUR + SECOND);
  expect((await swept()).get(row.id)).toEqual(['LIMITS_UNKNOWN', null, null]);
  expect(await unjudged()).toBe(0);
});

it('a mail that was not taken is tried again after one minute, then after two, four and eight', async () => {
  const id = newId();
  await sql`INSERT INTO mail_outbox (id, recipient, subject, body, created_at, next_attempt_at)
       VALUES (${id}, 'a@example.com', 'S', 'B', ${now}, ${now})`;
  const transport = () => Promise.reject(new Error('refused'));
  const mails = new MailService(new Transactions(database.pool), clock, transport, new Registry());
  const waits: number[] = [];
  for (let attempt = 0; attempt < 4; attempt++) {
    await expect(mails.send(id)).rejects.toThrow('refused');
    const due = await first<{ at: Date }>('SELECT next_attempt_at AS at FROM mail_outbox WHERE id = $1', id);
    waits.push((+(due?.at ?? 0) - +now) / SECOND);
    // Not before it is due.
    now = new Date(+(due?.at ?? 0) - 1);
    await mails.send(id);
    now = new Date(+(due?.at ?? 0));
  }
  expect(waits).toEqual([60, 120, 240, 480]);
});

it('a mail that was not taken is sent once when it is taken at last', async () => {
  const id = newId();
  await sql`INSERT INTO mail_outbox (id, recipient, subject, body, created_at, next_attempt_at)
       VALUES (${id}, 'a@example.com', 'S', 'B', ${now}, ${now})`;
  const sent: string[] = [];
  const mails = new MailService(
    new Transactions(database.pool),
    clock,
    (mail) => {
      sent.push(mail.id);
      return Promise.resolve();
    },
    new Registry(),
  );
  await mails.send(id);
  now = new Date(+now + HOUR);
  await mails.send(id);
  expect(sent).toEqual([id]);
});

it('a mail that was not taken is deleted and not called sent when mails are switched off', async () => {
  const id = newId();
  await sql`INSERT INTO mail_outbox (id, recipient, subject, body, created_at, next_attempt_at)
       VALUES (${id}, 'a@example.com', 'S', 'B', ${now}, ${now})`;
  const off = createMailTransport({
    SMTP_URL: 'none',
    MAIL_FROM: 'Abato <a@b.example>',
    DATA_DIR: '/nowhere',
    PUBLIC_URL: 'https://abato.example',
  });
  await new MailService(new Transactions(database.pool), clock, off, new Registry()).send(id);
  expect(await sql`SELECT FROM mail_outbox WHERE id = ${id}`).toHaveLength(0);
});

describe('the prompt of a USSD vote', () => {
  /** One payer every 20 s. */
  const FEW_CALLS = 10;
  const TURN_SECONDS = 20;
  let limit: SharedCallLimit;
  beforeEach(() => {
    limit = new SharedCallLimit(redis, FEW_CALLS, clock, `test:${newId()}`);
  });

  /** @throws AppError OVERLOADED with the time to wait, as a charge does */
  const ask = (payer: Provider.Payer): Promise<void> =>
    limit.pass('begin', { endpoint: 'charge', payer }).catch((error: unknown) => {
      if (!(error instanceof ProviderError)) throw error;
      throw new AppError('OVERLOADED', { retryAfter: error.details.retryAfter });
    });
  const aPayer = (ticket: string): Provider.Payer => ({
    ticket,
    contestId: world.contestId,
    address: null,
    phone: ticket,
  });

  async function aCharge(): Promise<string> {
    await world.cast(2);
    const voteId = world.votes.at(-1) ?? '';
    await sql`INSERT INTO ussd_charges (vote_id, network, next_attempt_at, created_at)
      VALUES (${voteId}, 'mtn', ${now}, ${now})`;
    return voteId;
  }
  const chargeOf = (voteId: string) =>
    first<{ status: string; attempts: number; next_attempt_at: Date | null }>(
      'SELECT status, attempts, next_attempt_at FROM ussd_charges WHERE vote_id = $1',
      voteId,
    );

  /** The worker's sweep for charges, which ask as a charge does. */
  function sweepsWith(chargeVouched: (voteId: string) => Promise<void>): SweepsByHand {
    const sweeps = new SweepsByHand();
    const payments = { chargeVouched: ({ voteId }: { voteId: string }) => chargeVouched(voteId) };
    new BeginCharges(
      new Transactions(database.pool),
      clock,
      new Registry(),
      payments as unknown as ChargePaymentService,
      sweeps,
    );
    return sweeps;
  }

  it.each([80, 90, 140, 160, 200, 240, 400])('gets its turn in a line of %d s', async (length) => {
    const start = now;
    const line = Array.from({ length: length / TURN_SECONDS }, (_, nr) => ({
      payer: aPayer(`web-${nr}-${newId()}`),
      at: now,
    }));
    await ask(aPayer(newId()));
    const sweeps = sweepsWith((voteId) => ask(aPayer(voteId)));
    let voteId = '';
    // Those before it come back when they are told to; others come after it.
    for (let second = 0; second <= length + 2 * TURN_SECONDS; second += 1) {
      now = new Date(+start + second * SECOND);
      for (const one of line.filter(({ at }) => at <= now)) {
        const wait = await ask(one.payer).then(
          () => Infinity,
          (error: unknown) => (error as AppError).retryAfter ?? 1,
        );
        one.at = new Date(wait === Infinity ? 8.64e15 : +now + wait * SECOND);
      }
      voteId ||= await aCharge();
      await sweeps.run().catch(() => undefined);
      if (second % TURN_SECONDS === 1) line.push({ payer: aPayer(`web-${second}-${newId()}`), at: now });
      if ((await chargeOf(voteId))?.status === 'SENT') break;
    }
    expect(await chargeOf(voteId)).toMatchObject({ status: 'SENT', attempts: 1 });
    expect((+now - +start) / SECOND).toBeLessThanOrEqual(length + TURN_SECONDS + 2);
  });

  it('is given up when it has waited for a quarter of an hour, and not before', async () => {
    const voteId = await aCharge();
    const start = now;
    const sweeps = sweepsWith(() => Promise.reject(new AppError('OVERLOADED', { retryAfter: 600 })));
    for (let minute = 0; minute < 15; minute++) {
      now = new Date(+start + minute * 60 * SECOND);
      await sweeps.run();
      expect(await chargeOf(voteId)).toEqual({
        status: 'DUE',
        attempts: 0,
        next_attempt_at: new Date(+now + 60 * SECOND),
      });
    }
    now = new Date(+start + 15 * 60 * SECOND);
    await expect(sweeps.run()).rejects.toThrow('OVERLOADED');
    expect(await chargeOf(voteId)).toMatchObject({ status: 'GIVEN_UP' });
  });

  it('is tried ten times while the provider does not answer', async () => {
    const voteId = await aCharge();
    const sweeps = sweepsWith(() => Promise.reject(new AppError('PROVIDER_UNAVAILABLE')));
    let tries = 0;
    for (; (await chargeOf(voteId))?.status === 'DUE'; tries++) {
      now = (await chargeOf(voteId))?.next_attempt_at ?? now;
      await expect(sweeps.run()).rejects.toThrow('PROVIDER_UNAVAILABLE');
    }
    expect(tries).toBe(10);
  });
});

it('erasing the voters of a contest empties the bodies of its read webhooks and of no other', async () => {
  await world.cast(1);
  await world.begin(world.votes[0] ?? '', 'ok');
  const reference = world.attempts[0]?.reference ?? '';
  world.provider.pay(reference, world.now);
  await world.throughInbox(1, 1);
  const another = `A-${newId()}`;
  await sql`INSERT INTO webhook_inbox (body_sha256, body, reference, received_at, processed_at)
       VALUES (sha256(${reference}::text::bytea), 'unread', ${reference}::text, ${now}, NULL),
       (sha256(${another}::text::bytea), 'other', ${another}::text, ${now}, ${now})`;
  await world.endContest();
  const sweeps = new SweepsByHand();
  new RetentionService(new Transactions(database.pool), clock, log, sweeps);
  const bodies = async (): Promise<string[]> => {
    const rows = await sql<{ body: string }>`SELECT convert_from(body, 'UTF8') AS body
        FROM webhook_inbox WHERE reference = ANY(${[reference, another]}) ORDER BY id`;
    return rows.map(({ body }) => body);
  };
  expect(await bodies()).toEqual([expect.stringContaining('charge.success'), 'unread', 'other']);
  now = new Date(world.now.getTime() + 5 * 366 * 24 * HOUR);
  await sweeps.run();
  expect(await bodies()).toEqual(['', 'unread', 'other']);
});

it('erasing the voters of a contest leaves nothing of them in their votes', async () => {
  await world.cast(1);
  const voteId = world.votes[0] ?? '';
  await sql`UPDATE votes SET voter_name = 'Ama', voter_email = 'ama@example.com', voter_phone =
      '+233244000999', device_digest = '\\x01', request_digest = '\\x02' WHERE id = ${voteId}`;
  await world.endContest();
  const sweeps = new SweepsByHand();
  new RetentionService(new Transactions(database.pool), clock, log, sweeps);
  now = new Date(world.now.getTime() + 5 * 366 * 24 * HOUR);
  await sweeps.run();
  const rows = await sql`
    SELECT voter_name, voter_email, voter_phone, device_digest, length(request_digest) AS digest, vote_count
    FROM votes WHERE id = ${voteId}`;
  const nothing = { voter_name: null, voter_email: null, voter_phone: null, device_digest: null };
  expect(rows).toEqual([{ ...nothing, digest: 0, vote_count: 1 }]);
});

const MINUTE = 60 * SECOND;
const upkeep = () => {
  const live = new LivePublisher(redis, () => undefined);
  const tally = new Tally(database.pool, clock, new Registry(), live);
  return new TallyUpkeep(database.pool, clock, new Registry(), tally, live, secrets());
};
const counted = (contestId: string, votes: string, at: Date, categoryId = world.categoryId) =>
  sql`INSERT INTO tally_outbox (contest_id, category_id, contestant_id, votes, transactions, amount_pesewas,
       hour, method, channel, created_at)
       VALUES (${contestId}, ${categoryId}, ${world.contestantId}, ${votes}, 1, 0, date_trunc('hour',
       ${at}::timestamptz), 'FREE', 'none', ${at}::timestamptz)`;
const shown = async (contestId: string) =>
  (await first<{ votes: string }>('SELECT votes::text FROM contest_tallies WHERE contest_id = $1', contestId))
    ?.votes;

it('the tally of counted votes takes votes of a process whose clock is hours ahead', async () => {
  for (const ahead of [0, 5, 128, 133, 256])
    await counted(world.contestId, '1', new Date(now.getTime() + ahead * MINUTE));
  await upkeep().drainAll();
  expect(await shown(world.contestId)).toBe('5');
});

it('the tally of counted votes takes votes of one contestant from two categories', async () => {
  await counted(world.contestId, '1', now);
  await counted(world.contestId, '2', now, newId());
  await upkeep().drainAll();
  expect(await shown(world.contestId)).toBe('3');
});

it('the tally of counted votes goes on with the other contests when one cannot be tallied', async () => {
  const contests = [newId(), newId(), newId()].sort();
  const most = String(2n ** 63n - 1n);
  for (const contestId of contests) await counted(contestId, '1', now);
  await counted(contests[1] ?? '', most, now);
  await expect(upkeep().drainAll()).rejects.toThrow('out of range');
  expect(await Promise.all(contests.map(shown))).toEqual(['1', undefined, '1']);
});
