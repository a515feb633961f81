import { refusalTexts, speakGenerated } from '@abato/contracts';
import { limitRefusal } from './free-vote.js';
import { unpaidRefusal } from './unpaid-votes.js';

// Of this file only: refusals are in letters of no language from here on.
speakGenerated(refusalTexts, 'accents');

it('voters are refused in texts of the catalogue only', () => {
  const now = new Date('2026-11-23T20:00:00Z');
  const vote = { votes: 3, limit: 10, deviceLimit: 30 };
  const minute = now.getTime() / 60_000 + 5;
  const refusals = (['phone', 'device'] as const).flatMap((per) => [
    limitRefusal({ kind: 'refused', per, left: 0, nextMinute: null }, vote, now),
    limitRefusal({ kind: 'refused', per, left: 0, nextMinute: minute }, vote, now),
    limitRefusal({ kind: 'refused', per, left: 1, nextMinute: minute }, vote, now),
  ]);
  const unpaid = (['phone', 'address'] as const).map((per) =>
    unpaidRefusal({ kind: 'refused', per, freeAt: now.getTime() + 90_000 }, now),
  );
  const said = [...refusals, ...unpaid].map((refusal) => refusal?.message ?? 'none');
  expect(new Set(said).size).toBe(8);
  expect(said.filter((text) => /[A-Za-z]/.test(text))).toEqual([]);
});
