import { repeatedAnswer } from './repeated-answer.js';

const nominee = {
  contestId: 'c',
  categoryId: 'k',
  contestantId: 'p',
  name: 'Ama',
  title: 'Awards',
  price: 0,
  perHour: 10,
};
const confirm = { text: '1 vote for Ama\n1 Confirm\n2 Cancel', goesOn: true };
const welcome = { text: 'Welcome', goesOn: true };
/** After `1` was typed as the number of votes: the next `1` may confirm it or repeat it. */
const session = {
  state: { at: 'confirm', mistakes: 0, nominee, votes: 1 } as const,
  inputs: 2,
  first: welcome,
  last: { screen: confirm, input: '1', sequence: null as number | null, at: 10_000 },
};
const typed = (text: string, sequence: number | null = null) => ({ kind: 'next', text, sequence }) as const;
const at = (ms: number) => new Date(ms);
const production = { production: true };

it('a request that may be a repetition is one within a second where two equal inputs can both be meant, and an answer after it', () => {
  const items = [{ id: 'c', name: 'Awards' }];
  const list = { ...session, state: { at: 'contests', mistakes: 0, page: 0, items } as const };
  expect(repeatedAnswer(list, typed('1'), at(10_999), production)).toBe(confirm);
  expect(repeatedAnswer(list, typed('1'), at(11_000), production)).toBeNull();
  expect(repeatedAnswer(list, typed('1'), at(10_000), { production: false })).toBeNull();
});

it('a request that may be a repetition is one once, for as long as gateways wait for an answer, where it would cast a vote', () => {
  expect(repeatedAnswer(session, typed('1'), at(24_999), production)).toBe(confirm);
  expect(repeatedAnswer(session, typed('1'), at(25_000), production)).toBeNull();
  const repeated = { ...session, last: { ...session.last, repeated: true } };
  expect(repeatedAnswer(repeated, typed('1'), at(10_999), production)).toBe(confirm);
  expect(repeatedAnswer(repeated, typed('1'), at(11_000), production)).toBeNull();
  expect(repeatedAnswer(session, typed('2'), at(10_001), production)).toBeNull();
  expect(repeatedAnswer(session, typed('1'), at(10_000), { production: false })).toBeNull();
});

it('a request that may be a repetition is none after a second where a line of a list and a number of votes are the same digit', () => {
  const votes = { ...session, state: { at: 'votes', mistakes: 0, nominee } as const };
  for (const digit of ['1', '2', '9']) {
    const chosen = { ...votes, last: { ...session.last, input: digit } };
    expect(repeatedAnswer(chosen, typed(digit), at(10_999), production)).toBe(confirm);
    expect(repeatedAnswer(chosen, typed(digit), at(11_000), production)).toBeNull();
    expect(repeatedAnswer(chosen, typed(digit), at(10_000), { production: false })).toBeNull();
  }
});

it('a request that may be a repetition is none after a second where `0` leaves the question for a voucher and then asks for the list', () => {
  const start = { ...session, state: { at: 'start', mistakes: 0 } as const };
  const left = { ...start, last: { ...session.last, input: '0' } };
  expect(repeatedAnswer(left, typed('0'), at(10_999), production)).toBe(confirm);
  expect(repeatedAnswer(left, typed('0'), at(11_000), production)).toBeNull();
});

it('a request that may be a repetition is one at any time where the screen does not take the input, and never for another input', () => {
  const votes = { ...session, state: { at: 'votes', mistakes: 0, nominee } as const };
  const last = { ...session.last, input: '4821' };
  expect(repeatedAnswer({ ...votes, last }, typed('4821'), at(60_000), production)).toBe(confirm);
  expect(repeatedAnswer({ ...votes, last }, typed('5'), at(10_001), production)).toBeNull();
});

it('a request that may be a repetition is told by the number that a gateway counts', () => {
  const counted = { ...session, last: { ...session.last, sequence: 3 } };
  expect(repeatedAnswer(counted, typed('1', 3), at(60_000), production)).toBe(confirm);
  expect(repeatedAnswer(counted, typed('1', 4), at(10_001), production)).toBeNull();
});

it('a request that may be a repetition is told by how many inputs a gateway sends', () => {
  const all = (...inputs: string[]) => ({ kind: 'all', inputs }) as const;
  expect(repeatedAnswer(session, all('4821', '1'), at(60_000), production)).toBe(confirm);
  expect(repeatedAnswer(session, all('4821', '1', '1'), at(10_001), production)).toBeNull();
});

it('a request that may be a repetition is every dial of a known session, and everything after its last text', () => {
  expect(repeatedAnswer(session, { kind: 'dial', text: '*713#' }, at(60_000), production)).toBe(welcome);
  const over = { text: 'Thank you!', goesOn: false };
  const ended = { ...session, last: { ...session.last, screen: over } };
  expect(repeatedAnswer(ended, typed('9', 99), at(60_000), production)).toBe(over);
});
