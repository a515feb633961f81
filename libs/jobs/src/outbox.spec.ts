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

function anOutbox(rules: Partial<OutboxRules<Row>> = {}): Outbox<Row> {
  return new Outbox<Row>(
    { now: () => NOW },
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
      record: async ({ id }, { kind }, now, retryAt) =>
        void written.push({ id, kind, retryInMs: retryAt && retryAt.getTime() - now.getTime() }),
      describe: ({ kind, reason }) => `${kind}: ${reason}`,
      ...rules,
    },
  );
}

beforeEach(() => {
  due = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id, attempts: 1 }));
  written = [];
  answers = {};
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

it('a receiver that says how much it takes is given nothing while it is out, and nothing is taken from the table', async () => {
  await anOutbox({ room: () => 0 }).sendDue(running);
  expect([written, due.length]).toEqual([[], 5]);
});

it('a receiver that says how much it takes is asked with one row; when that was taken, everything follows', async () => {
  const takenAtOnce: number[] = [];
  const claim: OutboxRules<Row>['claim'] = async (_now, _until, limit) => {
    takenAtOnce.push(Math.min(limit, due.length));
    return due.splice(0, limit);
  };
  await anOutbox({ claim, room: () => (written.length ? Infinity : 1) }).sendDue(running);
  expect(takenAtOnce).toEqual([1, 2, 2, 0]);
  expect(written).toHaveLength(5);
});

it('a receiver that says how much it takes is left alone from the moment it is out: the rest of what is due stays in the table', async () => {
  answers = {
    a: { kind: 'later', reason: 'no connection' },
    b: { kind: 'later', reason: 'no connection' },
  };
  const room = (): number => (written.length ? 0 : Infinity);
  await expect(anOutbox({ room }).sendDue(running)).rejects.toThrow('no connection');
  expect([written.length, due.length]).toEqual([2, 3]);
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
