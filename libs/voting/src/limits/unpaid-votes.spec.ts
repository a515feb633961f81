import { UNPAID_PER_PHONE, UnpaidMemory, type UnpaidVote, unpaidRefusal } from './unpaid-votes.js';

it('unpaid votes in memory forget the oldest sender when there are too many', () => {
  const memory = new UnpaidMemory(60_000, 3);
  const cast = (phone: string, id: number) =>
    memory.judge({ id: String(id), phone, address: null, proven: false }, 1_000 + id).kind;
  for (let id = 0; id < UNPAID_PER_PHONE; id++) cast('first', id);
  expect(cast('first', 100)).toBe('refused');
  expect(['second', 'third'].map((phone, nr) => cast(phone, 200 + nr))).toEqual(['noted', 'noted']);
  expect(cast('first', 300)).toBe('refused');
  expect(cast('fourth', 400)).toBe('noted');
  expect(cast('first', 500)).toBe('noted');
});

const HOUR_MS = 3_600_000;
const NOW_MS = 1_000_000_000;
let nr = 0;

/** A vote of a phone of its own, from one address. */
const fromOffice = (vote: Partial<UnpaidVote> = {}): UnpaidVote => {
  const id = String(nr++);
  return { id, phone: id, address: 'office', proven: false, ...vote };
};

describe('unpaid votes of one address, in memory', () => {
  it('need a person check from the hundredth on, and are refused from the thousandth on', () => {
    const memory = new UnpaidMemory(HOUR_MS);
    const cast = (proven: boolean, at = 0) => memory.judge(fromOffice({ proven }), NOW_MS + at);
    for (let count = 0; count < 100; count++) expect(cast(false, count).kind).toBe('noted');
    expect(cast(false).kind).toBe('challenge');
    for (let count = 100; count < 1_000; count++) expect(cast(true, count).kind).toBe('noted');
    expect(cast(true)).toEqual({ kind: 'refused', per: 'address', freeAt: NOW_MS + HOUR_MS });
    expect(memory.judge(fromOffice({ address: 'home' }), NOW_MS).kind).toBe('noted');
  });

  it('make room when they expire', () => {
    const memory = new UnpaidMemory(HOUR_MS);
    const cast = (at: number) => memory.judge(fromOffice(), NOW_MS + at).kind;
    for (let count = 0; count < 100; count++) cast(0);
    expect([cast(HOUR_MS - 1), cast(HOUR_MS)]).toEqual(['challenge', 'noted']);
  });

  it('make room when they are paid for, for their phone too', () => {
    const memory = new UnpaidMemory(HOUR_MS);
    const votes = Array.from({ length: UNPAID_PER_PHONE }, () => fromOffice({ phone: 'one', proven: true }));
    const next = fromOffice({ phone: 'one' });
    for (const vote of votes) memory.judge(vote, NOW_MS);
    expect(memory.judge(next, NOW_MS + 5)).toEqual({
      ...{ kind: 'refused', per: 'phone', freeAt: NOW_MS + HOUR_MS },
    });
    memory.forget(votes[0] as UnpaidVote);
    expect(memory.judge(next, NOW_MS).kind).toBe('noted');
    for (let count = UNPAID_PER_PHONE; count < 100; count++) memory.judge(fromOffice(), NOW_MS);
    const refused = fromOffice();
    expect(memory.judge(refused, NOW_MS).kind).toBe('challenge');
    memory.forget(votes[1] as UnpaidVote);
    expect(memory.judge(refused, NOW_MS).kind).toBe('noted');
    memory.forget(fromOffice({ phone: 'never seen', address: null }));
  });
});

describe('what a voter with too many unpaid votes is told', () => {
  const now = new Date(NOW_MS);
  const refused = (per: 'phone' | 'address', inMs: number) =>
    unpaidRefusal({ kind: 'refused', per, freeAt: NOW_MS + inMs }, now);

  it('is nothing where the vote was noted, and to solve a person check where that helps', () => {
    expect(unpaidRefusal({ kind: 'noted' }, now)).toBeNull();
    expect(unpaidRefusal({ kind: 'challenge' }, now)).toMatchObject({ code: 'CHALLENGE_REQUIRED' });
  });

  it('is when to try again', () => {
    expect(refused('phone', 90_000)).toMatchObject({
      code: 'VOTE_LIMIT_REACHED',
      retryAfter: 90,
      message:
        '20 votes with this number wait for payment. Please pay for one of them, or try again in 2 minutes.',
    });
    expect(refused('address', 60_000)).toMatchObject({
      code: 'VOTE_LIMIT_REACHED',
      message: 'Too many votes from your network wait for payment. Please try again in 1 minute.',
    });
    expect(refused('phone', -5)?.retryAfter).toBe(1);
  });
});
