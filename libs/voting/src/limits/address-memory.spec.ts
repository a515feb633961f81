import { ADDRESS_VOTES, NEIGHBOURS_PER_ADDRESS, VOTES_PER_ADDRESS } from '@abato/contracts';
import { AddressMemory, AddressVotes, BrowserVotes, OutsideVotes } from './address-memory.js';
import type { FreeVote } from './free-vote.js';

/** More than any limit. */
const ENOUGH = 2_000;
/** The first minute of a slot of five. */
const START = 30_000_000;
/** 36 slots after the last four. */
const LONGEST = (4 + 36) * 5;

function noted(votes: number, minute = START): OutsideVotes {
  const contest = new OutsideVotes();
  contest.note(votes, minute);
  return contest;
}

/** The most votes that may come now without a person check, and with one. */
function roomIn(contest: OutsideVotes, minute: number): [number, number] {
  const most = (isTooMany: (votes: number) => boolean): number => {
    let votes = 0;
    while (votes < ENOUGH && !isTooMany(votes + 1)) votes++;
    return votes;
  };
  return [most((votes) => contest.needsProof(votes, minute)), most((votes) => contest.isOver(votes, minute))];
}

describe('votes from outside networks, without Redis', () => {
  it('need a person check above 150 in twenty minutes, and are too many above 250', () => {
    expect(roomIn(new OutsideVotes(), START)).toEqual([150, 250]);
    expect(roomIn(noted(100), START)).toEqual([50, 150]);
    expect(roomIn(noted(100), START + 19)).toEqual([50, 150]);
    expect(roomIn(noted(100), START + 20)).toEqual([150, 250]);
  });

  it('are added up over slots', () => {
    const contest = noted(100);
    contest.note(20, START + 4);
    contest.note(10, START + 5);
    expect(roomIn(contest, START + 5)).toEqual([20, 120]);
  });

  it('may be twice the usual of the three hours before, and four times as many at most', () => {
    expect(roomIn(noted(2_250), START + 20)).toEqual([300, 500]);
    expect(roomIn(noted(2_250), START + LONGEST - 1)).toEqual([300, 500]);
    expect(roomIn(noted(2_250), START + LONGEST)).toEqual([150, 250]);
    expect(roomIn(noted(9_000), START + 20)).toEqual([600, 1_000]);
  });

  it('that were not written leave their room to others, and never more than there was', () => {
    const contest = noted(100);
    contest.giveBack(40, START + 1);
    expect(roomIn(contest, START)).toEqual([90, 190]);
    contest.giveBack(70, START);
    expect(roomIn(contest, START)).toEqual([150, 250]);
    contest.giveBack(5, START + 5);
    expect(roomIn(contest, START + 5)).toEqual([150, 250]);
  });
});

/** The first minute of a quarter of an hour. */
const SPAN_START = 30_000_000 - (30_000_000 % 15);

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
  contest.note(null, known, SPAN_START);
  return contest;
}

describe('votes of browsers, without Redis', () => {
  it('are never too many of a known one', () => {
    expect(new BrowserVotes().isOver(null, 1_000_000, SPAN_START)).toBe(false);
  });

  it('of unknown ones are limited to 90 of a network, 120 of a wider one and 150 together', () => {
    const contest = new BrowserVotes();
    expect(roomFor(contest, A, SPAN_START)).toBe(90);
    contest.note(A, 50, SPAN_START);
    contest.note(A, 10, SPAN_START + 14);
    expect(roomFor(contest, A, SPAN_START)).toBe(30);
    expect(roomFor(contest, B, SPAN_START)).toBe(60);
    expect(roomFor(contest, OTHER, SPAN_START)).toBe(90);
    contest.note(OTHER, 55, SPAN_START);
    expect(roomFor(contest, FOURTH, SPAN_START)).toBe(35);
  });

  it('begin anew with each quarter of an hour', () => {
    const contest = new BrowserVotes();
    contest.note(A, 90, SPAN_START);
    expect(roomFor(contest, A, SPAN_START + 14)).toBe(0);
    expect(roomFor(contest, A, SPAN_START + 15)).toBe(90);
    contest.note(A, 60, SPAN_START + 15);
    contest.note(OTHER, 60, SPAN_START + 16);
    expect(roomFor(contest, FOURTH, SPAN_START + 16)).toBe(30);
  });

  it('of unknown ones may be a tenth of the usual votes of known ones, which fade quarter by quarter', () => {
    // 36,000 in one of twelve quarters: usually 3,000, then eleven twelfths of it.
    expect(roomFor(usedBy(36_000), A, SPAN_START + 14)).toBe(90);
    expect(roomFor(usedBy(36_000), A, SPAN_START + 15)).toBe(180);
    const contest = usedBy(36_000);
    roomFor(contest, A, SPAN_START + 15);
    expect(roomFor(contest, A, SPAN_START + 30)).toBe(165);
    expect(roomFor(usedBy(36_000), A, SPAN_START + 30)).toBe(165);
    expect(roomFor(usedBy(36_000), A, SPAN_START + 59)).toBe(151);
  });

  it('forget what is usual after an hour without votes', () => {
    expect(roomFor(usedBy(36_000), A, SPAN_START + 60)).toBe(90);
  });

  it('that were not written leave their room to others', () => {
    const contest = new BrowserVotes();
    contest.note(A, 90, SPAN_START);
    contest.giveBack(A, 30, SPAN_START + 14);
    expect([roomFor(contest, A, SPAN_START), roomFor(contest, B, SPAN_START)]).toEqual([30, 60]);
    contest.note(OTHER, 60, SPAN_START);
    expect(roomFor(contest, FOURTH, SPAN_START)).toBe(30);
    const known = usedBy(36_000);
    known.giveBack(null, 12_000, SPAN_START);
    expect(roomFor(known, A, SPAN_START + 15)).toBe(120);
  });

  it('leave no more room than there was, and none of another quarter', () => {
    const contest = new BrowserVotes();
    contest.note(A, 90, SPAN_START);
    contest.giveBack(A, 500, SPAN_START);
    expect(roomFor(contest, A, SPAN_START)).toBe(90);
    contest.note(B, 90, SPAN_START);
    contest.note(OTHER, 60, SPAN_START);
    expect([A, FOURTH].map((networks) => roomFor(contest, networks, SPAN_START))).toEqual([0, 0]);
    roomFor(contest, A, SPAN_START + 15);
    contest.note(A, 90, SPAN_START + 15);
    contest.giveBack(A, 90, SPAN_START);
    expect(roomFor(contest, A, SPAN_START + 15)).toBe(0);
    const known = usedBy(10);
    known.giveBack(null, 36_000, SPAN_START);
    known.note(null, 36_000, SPAN_START);
    known.giveBack(null, 36_000, SPAN_START - 15);
    expect(roomFor(known, A, SPAN_START + 15)).toBe(180);
  });
});

const AT = 29_000_000;

it('an address may give 300 votes of unproven numbers in ten minutes, wherever in a slot they begin', () => {
  for (let start = 0; start < 5; start++) {
    const votes = new AddressVotes();
    votes.note(ADDRESS_VOTES.most, AT + start);
    for (let later = 0; later <= 10; later++) expect(votes.isOver(1, 10, AT + start + later)).toBe(true);
    expect(votes.isOver(1, 10, AT + start + 15)).toBe(false);
  }
});

it('there is room for thirty voters who each give all they may', () => {
  const votes = new AddressVotes();
  votes.note(ADDRESS_VOTES.most, AT);
  expect(votes.isOver(300, 20, AT)).toBe(false);
  expect(votes.isOver(301, 20, AT)).toBe(true);
});

it('votes that were not written are given back', () => {
  const votes = new AddressVotes();
  votes.note(ADDRESS_VOTES.most, AT);
  votes.giveBack(10, AT);
  expect([votes.isOver(10, 10, AT), votes.isOver(11, 10, AT)]).toEqual([false, true]);
});

describe('what a process remembers of addresses', () => {
  const vote = (fields: Partial<FreeVote> = {}): FreeVote => ({
    ...{ contestId: 'one', phone: '+233241234501', phoneDigest: Buffer.from('phone'), votes: 10 },
    ...{ limit: 10, deviceLimit: 30, device: null, address: Buffer.from([0xf0]), neighbours: null },
    ...{
      isOutside: false,
      unknown: null,
      crowd: null,
      surge: null,
      challenge: 'AUTO',
      askFirst: false,
      proven: false,
    },
    ...fields,
  });
  const elsewhere = [{ contestId: 'two' }, { address: Buffer.from([0xf1]) }];

  it('is how many votes one gave a contest in five minutes', () => {
    const memory = new AddressMemory();
    expect(memory.isFast(vote(), VOTES_PER_ADDRESS, START)).toBe(false);
    for (const fields of elsewhere) expect(memory.isFast(vote(fields), 1, START)).toBe(false);
    expect(memory.isFast(vote(), 1, START + 4)).toBe(true);
    expect(memory.isFast(vote(), 1, START + 5)).toBe(false);
    expect(memory.isFast(vote({ address: null }), ENOUGH, START)).toBe(false);
  });

  it('is which votes of shared allowances counted, each in its contest, until they are given back', () => {
    const crowd = (byte: number) => ({ address: Buffer.from([byte]), then: 'ask' as const });
    const networks = { network: Buffer.from([1]), wider: Buffer.from([2]) };
    const memory = new AddressMemory();
    const many = vote({ votes: 300, isOutside: true, unknown: networks, crowd: crowd(0xf0) });
    const isOver = (fields: Partial<FreeVote> = {}) => {
      const other = { ...many, ...fields };
      return [
        memory.outsideOf(other)?.isOver(1, START),
        memory.browsersOf(other)?.isOver(networks, 1, START),
        memory.crowdOf(other)?.isOver(1, 10, START),
      ];
    };
    memory.noteCounted(many, START);
    expect(isOver()).toEqual([true, true, true]);
    expect(isOver({ contestId: 'two' })).toEqual([false, false, false]);
    expect(isOver({ crowd: crowd(0xf1) })).toEqual([true, true, false]);
    expect(isOver({ isOutside: false, address: null, crowd: null })).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    memory.giveBack(many, START);
    expect(isOver()).toEqual([false, false, false]);
  });

  it('is which neighbouring numbers voted from one within an hour', () => {
    const memory = new AddressMemory();
    const near = (nr: number, fields: Partial<FreeVote> = {}) =>
      vote({ phone: `+2332412345${10 + nr}`, neighbours: Buffer.from([0xf0]), ...fields });
    const votes = Array.from({ length: NEIGHBOURS_PER_ADDRESS }, (_, nr) => near(nr));
    expect(votes.map((one) => memory.isOneOfMany(one, START))).not.toContain(true);
    expect(memory.isOneOfMany(near(0), START + 59)).toBe(false);
    for (const fields of [{ contestId: 'two' }, { neighbours: Buffer.from([0xf1]) }, { neighbours: null }])
      expect(memory.isOneOfMany(near(20, fields), START)).toBe(false);
    expect(memory.isOneOfMany(near(20), START + 59)).toBe(true);
    expect(memory.isOneOfMany(near(20), START + 60)).toBe(false);
  });

  it('is of the last 20,000 addresses', () => {
    const memory = new AddressMemory();
    const from = (nr: number) => vote({ address: Buffer.from(String(nr)) });
    for (let nr = 0; nr < 20_000; nr++) memory.isFast(from(nr), VOTES_PER_ADDRESS, START);
    expect(memory.isFast(from(0), 1, START)).toBe(true);
    expect(memory.isFast(from(20_000), VOTES_PER_ADDRESS, START)).toBe(false);
    expect([memory.isFast(from(0), 1, START), memory.isFast(from(2), 1, START)]).toEqual([false, true]);
  });
});
