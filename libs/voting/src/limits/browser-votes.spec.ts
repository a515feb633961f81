import { BrowserVotes } from './browser-votes.js';

/** More than any limit. */
const ENOUGH = 2_000;
/** The first minute of a quarter of an hour. */
const START = 30_000_000 - (30_000_000 % 15);

/** Digests that are no text: what is compared is their bytes. */
const from = (network: number, wider: number) => ({
  network: Buffer.from([0xf0, network]),
  wider: Buffer.from([0xf1, wider]),
});
const [A, B, OTHER, FOURTH] = [from(0x81, 0x91), from(0x82, 0x91), from(0x83, 0x92), from(0x84, 0x93)];

/** The most votes that such browsers may give now. */
function roomFor(contest: BrowserVotes, networks: typeof A, minute: number): number {
  let votes = 0;
  while (votes < ENOUGH && !contest.isOver(networks, votes + 1, minute)) votes++;
  return votes;
}

/** A contest in whose first quarter known browsers gave so many votes. */
function usedBy(known: number): BrowserVotes {
  const contest = new BrowserVotes();
  contest.note(null, known, START);
  return contest;
}

describe('votes of browsers, without Redis', () => {
  it('are never too many of a known one', () => {
    expect(new BrowserVotes().isOver(null, 1_000_000, START)).toBe(false);
  });

  it('of unknown ones are limited to 90 of a network, 120 of a wider one and 150 together', () => {
    const contest = new BrowserVotes();
    expect(roomFor(contest, A, START)).toBe(90);
    contest.note(A, 50, START);
    contest.note(A, 10, START + 14);
    expect(roomFor(contest, A, START)).toBe(30);
    expect(roomFor(contest, B, START)).toBe(60);
    expect(roomFor(contest, OTHER, START)).toBe(90);
    contest.note(OTHER, 55, START);
    expect(roomFor(contest, FOURTH, START)).toBe(35);
  });

  it('begin anew with each quarter of an hour', () => {
    const contest = new BrowserVotes();
    contest.note(A, 90, START);
    expect(roomFor(contest, A, START + 14)).toBe(0);
    expect(roomFor(contest, A, START + 15)).toBe(90);
    contest.note(A, 60, START + 15);
    contest.note(OTHER, 60, START + 16);
    expect(roomFor(contest, FOURTH, START + 16)).toBe(30);
  });

  it('of unknown ones may be a tenth of the usual votes of known ones, which fade quarter by quarter', () => {
    // 36,000 in one of twelve quarters: usually 3,000, then eleven twelfths of it.
    expect(roomFor(usedBy(36_000), A, START + 14)).toBe(90);
    expect(roomFor(usedBy(36_000), A, START + 15)).toBe(180);
    const contest = usedBy(36_000);
    roomFor(contest, A, START + 15);
    expect(roomFor(contest, A, START + 30)).toBe(165);
    expect(roomFor(usedBy(36_000), A, START + 30)).toBe(165);
    expect(roomFor(usedBy(36_000), A, START + 59)).toBe(151);
  });

  it('forget what is usual after an hour without votes', () => {
    expect(roomFor(usedBy(36_000), A, START + 60)).toBe(90);
  });

  it('that were not written leave their room to others', () => {
    const contest = new BrowserVotes();
    contest.note(A, 90, START);
    contest.giveBack(A, 30, START + 14);
    expect([roomFor(contest, A, START), roomFor(contest, B, START)]).toEqual([30, 60]);
    contest.note(OTHER, 60, START);
    expect(roomFor(contest, FOURTH, START)).toBe(30);
    const known = usedBy(36_000);
    known.giveBack(null, 12_000, START);
    expect(roomFor(known, A, START + 15)).toBe(120);
  });

  it('leave no more room than there was, and none of another quarter', () => {
    const contest = new BrowserVotes();
    contest.note(A, 90, START);
    contest.giveBack(A, 500, START);
    expect(roomFor(contest, A, START)).toBe(90);
    contest.note(B, 90, START);
    contest.note(OTHER, 60, START);
    expect([A, FOURTH].map((networks) => roomFor(contest, networks, START))).toEqual([0, 0]);
    roomFor(contest, A, START + 15);
    contest.note(A, 90, START + 15);
    contest.giveBack(A, 90, START);
    expect(roomFor(contest, A, START + 15)).toBe(0);
    const known = usedBy(10);
    known.giveBack(null, 36_000, START);
    known.note(null, 36_000, START);
    known.giveBack(null, 36_000, START - 15);
    expect(roomFor(known, A, START + 15)).toBe(180);
  });
});
