import { limitRefusal } from './limit-refusal.js';

const NOW = new Date('2026-11-23T20:00:30Z');
const VOTE = { votes: 3, limit: 10, deviceLimit: 30 };
const minuteOf = (time: string) => Date.parse(time) / 60_000;
const refused = (per: 'phone' | 'device', left: number, time: string | null) =>
  limitRefusal({ kind: 'refused', per, left, nextMinute: time && minuteOf(time) } as never, VOTE, NOW);

describe('the refusal of free votes', () => {
  it('says when one may vote again, in Ghana’s time, and after how many seconds', () => {
    const refusal = refused('phone', 0, '2026-11-23T20:05:00Z');
    expect(refusal).toMatchObject({
      code: 'VOTE_LIMIT_REACHED',
      message: 'You have used your 10 free votes for this hour. You can vote again at 20:05.',
      retryAfter: 270,
    });
    expect(refused('phone', 0, '2026-11-23T20:00:00Z').retryAfter).toBe(1);
  });

  it('says how many are left when some are', () => {
    expect(refused('phone', 2, '2026-11-23T20:05:00Z').message).toBe(
      'You have 2 free votes left right now. You can cast 3 again at 20:05.',
    );
  });

  it('names the limit of the device where that one is reached', () => {
    expect(refused('device', 0, '2026-11-23T20:05:00Z').message).toContain('used its 30 free votes');
  });

  it('says that so many at once are never possible, at the field, and names no time', () => {
    const refusal = refused('phone', 10, null);
    const message = 'This contest allows 10 free votes per phone and hour. Please choose a smaller number.';
    expect(refusal).toMatchObject({ code: 'VALIDATION_FAILED', errors: [{ field: 'voteCount', message }] });
    expect(refusal.retryAfter).toBeUndefined();
  });
});
