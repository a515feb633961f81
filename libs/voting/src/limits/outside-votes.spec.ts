import { OutsideVotes } from './outside-votes.js';

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
