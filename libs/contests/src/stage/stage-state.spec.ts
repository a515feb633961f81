import { expect, it } from '@jest/globals';
import { LEASE_MS, stageMoment, type StageRow, stageState } from './stage-state.js';

const HOUR_MS = 3_600_000;
const at = (ms: number) => new Date(ms);
/** A remote that was connected at 0 and showed this at 1,000. */
const row = (change: Partial<StageRow> = {}): StageRow => ({
  sessionExpiresAt: at(12 * HOUR_MS),
  seenAt: at(1_000),
  sequence: 3,
  scene: 'REVEAL',
  categoryId: 'category',
  step: 2,
  black: false,
  changedAt: at(1_000),
  ...change,
});
const shown = (stored: StageRow | null, now: number) =>
  stageState(stageMoment('contest', stored, at(now)), at(now));

it('what a stage shows turns by itself without a remote, and after the session has ended', () => {
  expect(shown(null, 5_000)).toMatchObject({ remote: false, sequence: 0, elapsedMs: 0, leaseMs: null });
  expect(shown(row(), 12 * HOUR_MS)).toMatchObject({ remote: false, scene: 'ROTATION', sequence: 3 });
  expect(shown(row({ sessionExpiresAt: null }), 1_500)).toMatchObject({ remote: false });
});

it('what a stage shows says how long ago a scene began and how long it lasts', () =>
  expect(shown(row(), 4_000)).toMatchObject({
    scene: 'REVEAL',
    step: 2,
    elapsedMs: 3_000,
    leaseMs: LEASE_MS - 3_000,
  }));

it.each([
  ['a reveal', row()],
  ['a winner', row({ scene: 'WINNER' })],
  ['a black screen', row({ scene: 'PINNED', black: true })],
])('what a stage shows ends %s when the remote was not heard, and goes on from that moment', (_, stored) => {
  const end = 1_000 + LEASE_MS;
  expect(shown(stored, end - 1).scene).toBe(stored.scene);
  expect(shown(stored, end + 500)).toMatchObject({
    remote: true,
    scene: 'ROTATION',
    categoryId: null,
    black: false,
    elapsedMs: 500,
  });
  const heard = { ...stored, seenAt: at(end) };
  expect(shown(heard, end + 500).scene).toBe(stored.scene);
});

it.each(['PINNED', 'PAUSED', 'ROTATION'] as const)(
  'what a stage shows keeps %s until the session ends',
  (scene) => expect(shown(row({ scene }), 11 * HOUR_MS)).toMatchObject({ scene, leaseMs: HOUR_MS }),
);
