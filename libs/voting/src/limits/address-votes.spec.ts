import { ADDRESS_VOTES } from '@abato/contracts';
import { AddressVotes } from './address-votes.js';

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
