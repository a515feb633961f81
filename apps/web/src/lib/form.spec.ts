import { expect, it } from '@jest/globals';
import { castVoteRules, contestRules, END_AFTER_START, registerRules, type Rules } from '@abato/contracts';
import type { ResolverOptions } from 'react-hook-form';
import { rulesResolver, type ExtraCheck } from './form';

type Values = Record<string, unknown>;
const options = {} as ResolverOptions<Values>;

/** The messages by field, and the values that would be sent. */
async function resolve(rules: Rules, values: Values, check?: ExtraCheck<Values>) {
  const result = await rulesResolver<Values>(rules, check)(values, undefined, options);
  const messages = Object.entries(result.errors).map(([field, error]) => [
    field,
    (error as { message?: string }).message,
  ]);
  return { messages: Object.fromEntries(messages) as Record<string, string>, values: result.values };
}

const vote = { voteCount: '2', voterName: '', voterEmail: '', voterPhone: '024 123 4567' };
const { voteCount, voterName, voterEmail, voterPhone } = castVoteRules;
const voteRules = { voteCount, voterName, voterEmail, voterPhone };

it('the rules of a form accept a vote and send its count as a number', async () => {
  const { messages, values } = await resolve(voteRules, vote);
  expect(messages).toEqual({});
  expect(values).toMatchObject({ voteCount: 2 });
});

it.each([
  ['voteCount', '0', 'Vote count must be at least 1'],
  ['voterPhone', '', 'Phone is required'],
])(
  'the rules of a form refuse %s = "%s" with the message of the specification',
  async (field, value, message) => {
    const { messages, values } = await resolve(voteRules, { ...vote, [field]: value });
    expect(messages).toEqual({ [field]: message });
    expect(values).toEqual({});
  },
);

it('the rules of a form name every missing field of a registration', async () => {
  const { messages } = await resolve(registerRules, {});
  expect(messages).toMatchObject({
    firstName: 'First name is required',
    email: 'Email is required',
    idNumber: 'ID number is required',
    hostName: 'Organization name is required',
  });
});

const contest = {
  hostId: '0d5b7cd5-6a5c-4f83-9b2a-1f4ce0f1a111',
  title: ' Volta Awards ',
  description: 'The best music',
  startDate: '2026-11-21T08:00',
  endDate: '2026-11-22T20:30',
  votePrice: '1.50',
};

it('the rules of a contest form read dates as Ghana time and texts without outer blanks', async () => {
  const { messages, values } = await resolve(contestRules, contest);
  expect(messages).toEqual({});
  expect(values).toMatchObject({
    title: 'Volta Awards',
    startDate: '2026-11-21T08:00:00.000Z',
    endDate: '2026-11-22T20:30:00.000Z',
    votePrice: 1.5,
  });
});

it.each(['2027-02-30T08:00', '2027-02-29T08:00', '2027-04-31T08:00', '2027-13-01T08:00'])(
  'the rules of a contest form refuse %s, which no calendar has, instead of reading it as another day',
  async (startDate) => {
    const { messages } = await resolve(contestRules, { ...contest, startDate });
    expect(messages).toEqual({
      startDate: 'Start date must be an existing date and time, for example 2026-12-31T18:00:00Z',
    });
  },
);

it('the rules of a contest form add the check over several fields', async () => {
  const check: ExtraCheck<Values> = ({ startDate, endDate }) => ({
    endDate: String(endDate) <= String(startDate) ? END_AFTER_START : undefined,
  });
  const { messages } = await resolve(contestRules, { ...contest, endDate: contest.startDate }, check);
  expect(messages).toEqual({ endDate: END_AFTER_START });
});

it('the rules of a contest form keep the message of a field over that of a check', async () => {
  const { messages } = await resolve(contestRules, { ...contest, endDate: '' }, () => ({
    endDate: END_AFTER_START,
  }));
  expect(messages).toEqual({ endDate: 'End date is required' });
});
