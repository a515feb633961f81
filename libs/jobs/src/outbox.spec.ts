import { type Delivery, inBatches, Outbox, type OutboxRules, retryDelayMs } from './outbox.js';

const NOW = new Date('2026-11-22T12:00:00Z');
const BATCH = 2;
const FIRST_RETRY_MS = 60_000;
const running = new AbortController().signal;

interface Row {
  id: string;
  attempts: number;
}

interface Written {
  id: string;
  kind: string;
  retryInMs: number | null;
}

let due: Row[];
let written: Written[];
let answers: Record<string, Delivery>;
let now: Date;

function anOutbox(rules: Partial<OutboxRules<Row>> = {}): Outbox<Row> {
  return new Outbox<Row>(
    { now: () => now },
    {
      batch: BATCH,
      claimMs: 120_000,
      firstRetryMs: FIRST_RETRY_MS,
      longestRetryMs: 3_600_000,
      mostAttempts: 3,
      afterFailure: 'continue',
      claim: async (_now, _until, limit, only) => {
        const taken = only ? due.filter(({ id }) => id === only) : due.slice(0, limit);
        due = due.filter((row) => !taken.includes(row));
        return taken;
      },
      deliver: async ({ id }) => answers[id] ?? { kind: 'sent' },
      record: async ({ id }, { kind }, at, retryAt) =>
        void written.push({ id, kind, retryInMs: retryAt && retryAt.getTime() - at.getTime() }),
      describe: ({ kind, reason }) => `${kind}: ${reason}`,
      ...rules,
    },
  );
}

beforeEach(() => {
  due = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id, attempts: 1 }));
  written = [];
  answers = {};
  now = NOW;
});

it('sends everything that is due, batch after batch', async () => {
  await anOutbox().sendDue(running);
  expect(written.map(({ id, kind }) => `${id} ${kind}`)).toEqual([
    'a sent',
    'b sent',
    'c sent',
    'd sent',
    'e sent',
  ]);
});

it('sends one row by its id and leaves the others', async () => {
  await anOutbox().send('c');
  expect(written).toEqual([{ id: 'c', kind: 'sent', retryInMs: null }]);
});

it('tries everything else that is due, then reports the first failure', async () => {
  answers = { a: { kind: 'later', reason: 'no credit' }, d: { kind: 'later', reason: 'another' } };
  await expect(anOutbox().sendDue(running)).rejects.toThrow('later: no credit');
  expect(written).toHaveLength(5);
  expect(written[0]).toEqual({ id: 'a', kind: 'later', retryInMs: FIRST_RETRY_MS });
});

it('stops after the batch with a failure where the rules say so', async () => {
  answers = { a: { kind: 'later', reason: 'server away' } };
  await expect(anOutbox({ afterFailure: 'stop' }).sendDue(running)).rejects.toThrow('server away');
  expect(written.map(({ id }) => id)).toEqual(['a', 'b']);
});

it('gives a row up after its last attempt, and never tries again what may have been taken', async () => {
  due = [
    { id: 'a', attempts: 3 },
    { id: 'b', attempts: 1 },
  ];
  answers = { a: { kind: 'later', reason: 'no credit' }, b: { kind: 'unsure', reason: 'no answer' } };
  await expect(anOutbox().sendDue(running)).rejects.toThrow();
  expect(written.map(({ retryInMs }) => retryInMs)).toEqual([null, null]);
});

it('waits for a turn as long as it is told, which is no failure and no attempt', async () => {
  due = [{ id: 'a', attempts: 3 }];
  answers = { a: { kind: 'later', reason: 'others come first', retryAfter: 90 } };
  await anOutbox().sendDue(running);
  expect(written).toEqual([{ id: 'a', kind: 'later', retryInMs: 90_000 }]);
});

it('takes nothing more once the process stops', async () => {
  const stop = new AbortController();
  const deliver = async (): Promise<Delivery> => {
    stop.abort();
    return { kind: 'sent' };
  };
  await anOutbox({ deliver }).sendDue(stop.signal);
  expect(written.map(({ id }) => id)).toEqual(['a', 'b']);
});

describe('an outage of the receiver', () => {
  const OUT: Delivery = { kind: 'later', reason: 'no connection', outage: true };
  const later = (ms: number): void => void (now = new Date(now.getTime() + ms));
  const tried = (): string => written.map(({ id }) => id).join('');

  it('ends the round with the first batch, and keeps the others until it is over', async () => {
    const outbox = anOutbox({ deliver: async () => OUT });
    await expect(outbox.sendDue(running)).rejects.toThrow('no connection');
    await outbox.sendDue(running);
    expect(tried()).toBe('ab');
  });

  it('is asked about with one row, after twice as long each time, up to half a minute', async () => {
    due = Array.from('abcdefghij', (id) => ({ id, attempts: 1 }));
    const outbox = anOutbox({ deliver: async () => OUT });
    await expect(outbox.sendDue(running)).rejects.toThrow();
    for (const ms of [2_000, 4_000, 8_000, 16_000, 30_000, 30_000]) {
      const before = tried();
      later(ms - 1);
      await outbox.sendDue(running);
      expect(tried()).toBe(before);
      later(1);
      await expect(outbox.sendDue(running)).rejects.toThrow();
      expect(tried()).toHaveLength(before.length + 1);
    }
  });

  it('is over with the first row that is taken: everything else follows', async () => {
    const isOut = { still: true };
    const outbox = anOutbox({ deliver: async () => (isOut.still ? OUT : { kind: 'sent' }) });
    await expect(outbox.sendDue(running)).rejects.toThrow();
    isOut.still = false;
    later(2_000);
    await outbox.sendDue(running);
    expect(tried()).toBe('abcde');
  });

  it('is none while the receiver takes one of a batch', async () => {
    answers = { a: OUT, c: OUT };
    await expect(anOutbox().sendDue(running)).rejects.toThrow('no connection');
    expect(tried()).toBe('abcde');
  });

  it('is none when the rows that are due are refused for what they are', async () => {
    await expect(
      anOutbox({ deliver: async () => ({ kind: 'refused', reason: 'a wrong number' }) }).sendDue(running),
    ).rejects.toThrow('a wrong number');
    expect(tried()).toBe('abcde');
  });
});

it('waits twice as long after each failure, up to the bound', () => {
  const waits = [1, 2, 3, 20, 2_000].map((attempts) => retryDelayMs(attempts, 5_000, 3_600_000));
  expect(waits).toEqual([5_000, 10_000, 20_000, 3_600_000, 3_600_000]);
});

it('ends with the first batch that is not full', async () => {
  const sizes = [2, 2, 1, 2];
  await inBatches(BATCH, undefined, async () => sizes.shift() ?? 0);
  expect(sizes).toEqual([2]);
});

it('takes a row that is switched off for done, with no failure and no further try', async () => {
  answers = { a: { kind: 'off', reason: 'switched off' } };
  await anOutbox().send('a');
  expect(written).toEqual([{ id: 'a', kind: 'off', retryInMs: null }]);
});
