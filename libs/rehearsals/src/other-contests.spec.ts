import { hindranceOf } from './other-contests.js';
import type { Progress } from './rehearsals.repository.js';

const calm: Progress = {
  ...{ sent: 200, acknowledged: 200, refused: 0, brokenConnections: 0, closedIdle: 0, viewersLost: 0 },
  ...{ answerP95: 2_000, screenP95: 100 },
};
const open = { open: 1, voting: 0 };

describe('an organiser’s rehearsal beside contests of others', () => {
  it('goes on while they are open, nobody votes in them and its own votes are answered in time', () => {
    expect(hindranceOf(open, null)).toBeNull();
    expect(hindranceOf(open, calm)).toBeNull();
  });

  it('ends when one of them has voters', () => {
    for (const progress of [null, calm])
      expect(hindranceOf({ open: 1, voting: 1 }, progress)).toMatch(/took votes, or was about to end/);
  });

  it.each<[string, Partial<Progress>]>([
    ['is refused', { refused: 1 }],
    ['has a broken connection', { brokenConnections: 1 }],
    ['is late, as one in twenty is', { answerP95: 2_001 }],
  ])('ends when a vote of its own %s, and not where no other contest is open', (_what, change) => {
    const progress = { ...calm, ...change };
    expect(hindranceOf(open, progress)).toMatch(/refused or late/);
    expect(hindranceOf({ open: 0, voting: 0 }, progress)).toBeNull();
  });

  it('does not end for the first answers that are late', () => {
    expect(hindranceOf(open, { ...calm, acknowledged: 99, answerP95: 9_000 })).toBeNull();
    expect(hindranceOf(open, { ...calm, acknowledged: 100, answerP95: 9_000 })).not.toBeNull();
  });
});
