import { readFileSync } from 'node:fs';
import { Commitments } from './commitments.mjs';
import { CountedVotes } from './counted.mjs';
import { Reversals } from './reversals.mjs';

const DOCUMENT = readFileSync(new URL('../../../docs/log-format.md', import.meta.url), 'utf8');
const NUMBERS = { none: 0, one: 1 };
const [, had, cost, first, takes, ...others] =
  /of (\d+) votes for (\d+) pesewas, (\d+) that go back take (\d+) votes?, (\d+) (\w+), (\d+) (\w+)\./.exec(
    DOCUMENT,
  ) ?? [];
const VECTORS = [
  [Number(first), Number(takes)],
  [Number(others[0]), NUMBERS[others[1]]],
  [Number(others[2]), NUMBERS[others[3]]],
];

/** Take back part of the vote of the document's refunds, before the end. */
function takeBack(votes, pesewas) {
  const counted = new CountedVotes();
  const vote = { channel: 'card', contestant: 'a', votes: Number(had), amount: Number(cost) };
  counted.place(vote, 0, true);
  counted.open(vote, 0);
  const entry = { ...vote, v: 2, of: 0, votes: -votes, amount: -pesewas, minute: '2026-12-01T10:00Z' };
  new Reversals(counted, new Commitments()).take(entry, 1, Date.parse('2026-12-05T22:00:00Z'));
}

it.each(VECTORS)(
  'a refund of %d pesewas takes %d votes, as the document says, and no other number',
  (pesewas, votes) => {
    expect(() => takeBack(votes, pesewas)).not.toThrow();
    expect(() => takeBack(votes + 1, pesewas)).toThrow('go back for that');
    if (votes > 0) expect(() => takeBack(votes - 1, pesewas)).toThrow('go back for that');
  },
);
