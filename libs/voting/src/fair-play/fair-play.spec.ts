import { FAIR_PLAY_HOURS } from '@abato/contracts';
import { fairPlayOf, type FairPlayRow, type NomineeRow } from './fair-play.js';

const at = (hour: number): Date => new Date(Date.UTC(2026, 0, 1, hour));
const counted = (hour: number, channel: string, votes: number): FairPlayRow => ({
  hour: at(hour),
  channel,
  reason: null,
  decision: null,
  votes,
  casts: 0,
});
const kept = (hour: number, votes: number, decision: 'REJECTED' | null, casts = votes): FairPlayRow => ({
  hour: at(hour),
  channel: null,
  reason: 'NEIGHBOURING_PHONES',
  decision,
  votes,
  casts,
});
const figuresOf = (
  about: Parameters<typeof fairPlayOf>[0],
  rows: FairPlayRow[],
  nominees: NomineeRow[] = [],
) => fairPlayOf(about, rows, nominees, []);
const shown = { id: 'contest', verification: 'OPEN', showResults: true } as const;

it('fair-play figures add up, and list the hours in order', () => {
  const rows = [counted(5, 'web', 3), kept(4, 2, null), kept(4, 1, 'REJECTED'), counted(4, 'ussd', 1)];
  const nominees = [
    { contestant_id: 'a', held: 2, released: 0, rejected: 2 },
    { contestant_id: 'b', held: 1, released: 0, rejected: 0 },
  ];
  expect(figuresOf(shown, rows, nominees)).toMatchObject({
    counted: 4,
    held: 3,
    released: 0,
    rejected: 2,
    waiting: 2,
    verified: 1,
    verifiedShare: 0.25,
    nominees: [
      { contestantId: 'a', held: 2, released: 0, rejected: 2 },
      { contestantId: 'b', held: 1, released: 0, rejected: 0 },
    ],
    hours: [
      { hour: at(4).toISOString(), counted: 1, held: 3, rejected: 1 },
      { hour: at(5).toISOString(), counted: 3, held: 0, rejected: 0 },
    ],
  });
});

it.each(['PHONE', 'ELECTORATE'] as const)(
  'fair-play figures call every vote of voters verified at the level %s',
  (level) => {
    const rows = [
      counted(1, 'web', 2),
      counted(1, 'light', 1),
      counted(1, 'ussd', 1),
      counted(1, 'manual', 3),
      counted(1, 'cash', 1),
    ];
    const figures = figuresOf({ ...shown, verification: level }, rows);
    expect(figures).toMatchObject({ counted: 8, verified: 4, enteredByHand: 4, verifiedShare: 0.5 });
  },
);

it('fair-play figures give the reasons of an hour from five held and rejected casts on', () => {
  const reasonsAt = (rows: FairPlayRow[]) => figuresOf(shown, rows).hours.map(({ reasons }) => reasons);
  const outside = { ...kept(4, 2, null), reason: 'OUTSIDE_NETWORKS' as const };
  expect(reasonsAt([kept(4, 2, null), kept(4, 1, 'REJECTED'), outside, counted(4, 'web', 9)])).toEqual([
    [
      { reason: 'NEIGHBOURING_PHONES', held: 3, rejected: 1 },
      { reason: 'OUTSIDE_NETWORKS', held: 2, rejected: 0 },
    ],
  ]);
  // Many votes of one cast are one voter's.
  expect(reasonsAt([kept(4, 90, null, 4), kept(5, 9, null, 4)])).toEqual([[], []]);
});

it('fair-play figures tell nothing that depends on a vote while results are hidden', () => {
  const hidden = { ...shown, showResults: false };
  expect(figuresOf(hidden, [counted(1, 'web', 3), kept(1, 2, null)])).toEqual(figuresOf(hidden, []));
});

it('fair-play figures leave out hours whose votes were all taken back, and keep to the newest week with votes', () => {
  const rows = Array.from({ length: FAIR_PLAY_HOURS + 5 }, (_, hour) => counted(hour, 'web', 1));
  const { hours } = figuresOf(shown, [...rows, counted(900, 'web', 2), counted(900, 'web', -2)]);
  expect(hours).toHaveLength(FAIR_PLAY_HOURS);
  expect(hours.at(-1)?.hour).toBe(at(FAIR_PLAY_HOURS + 4).toISOString());
});

it('fair-play figures have no share without a vote', () =>
  expect(figuresOf(shown, [])).toMatchObject({ counted: 0, verifiedShare: null, hours: [] }));
