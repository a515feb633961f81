import fc from 'fast-check';
import { hostRules } from './host.js';
import * as contracts from './index.js';
import type { Rules } from './field-rule.js';
import { isDateTime, isDay } from './dates.js';
import { checkField, validate } from './rules.js';
import { loginRules, registerRules } from './user.js';
import { castVoteRules } from './vote.js';
import { seedOf } from '../../../test/support/seed.js';

fc.configureGlobal({ seed: seedOf('rules') });

const vote = {
  contestId: '01a1fd3f-6bee-7321-a744-7d319e22c28d',
  categoryId: '01a1fd3f-6bee-7321-a744-7d319e22c28e',
  contestantId: '01a1fd3f-6bee-7321-a744-7d319e22c28f',
  voteCount: 1,
  voterPhone: '+233241234567',
};
const person = {
  firstName: 'Ama',
  lastName: 'Owusu',
  email: 'ama@example.com',
  phone: '0241234567',
  idNumber: 'GHA-1',
  password: 'Abcdefg1',
  confirmPassword: 'Abcdefg1',
  hostName: 'Host',
  hostEmail: 'host@example.com',
  hostPhone: '0241234567',
  hostDescription: 'About',
};

it('validation accepts what is right, trimmed', () => {
  const result = validate(castVoteRules, { ...vote, voterName: '  Kofi ', voterPhone: ' 024 123 4567 ' });
  expect(result).toEqual({ ok: true, value: { ...vote, voterName: 'Kofi', voterPhone: '0241234567' } });
});

it.each([
  [{ voteCount: 0 }, 'voteCount', 'Vote count must be at least 1'],
  [{ voteCount: 100_001 }, 'voteCount', 'Vote count must be at most 100,000'],
  [{ voteCount: 1.5 }, 'voteCount', 'Vote count must be a whole number'],
  [{ voteCount: '2' }, 'voteCount', 'Vote count must be a whole number'],
  [{ voteCount: undefined }, 'voteCount', 'Vote count must be at least 1'],
  [{ voterPhone: '' }, 'voterPhone', 'Phone is required'],
  [{ voterPhone: '12345' }, 'voterPhone', 'Enter a valid phone number, for example 024 123 4567'],
  [{ voterEmail: 'x' }, 'voterEmail', 'Invalid email format'],
  [{ categoryId: undefined }, 'categoryId', 'Category ID is missing. Please try again.'],
  [{ voterPhone: 241234567 }, 'voterPhone', 'Enter a valid phone number, for example 024 123 4567'],
  [{ voterName: 'a\u0000b' }, 'voterName', 'Name contains characters that are not allowed'],
  [{ voterName: '\ud800' }, 'voterName', 'Name contains characters that are not allowed'],
  [{ voterName: 7 }, 'voterName', 'Name must be text'],
  [{ voterName: 'x'.repeat(101) }, 'voterName', 'Name must be at most 100 characters'],
  [{ contestantId: 'x' }, 'contestantId', 'Contestant must be a valid id'],
])('a vote with %j is told %s: %s', (change, field, message) =>
  expect(validate(castVoteRules, { ...vote, ...change })).toEqual({
    ok: false,
    errors: [{ field, message }],
  }),
);

it.each([
  [{ firstName: ' ' }, 'First name is required'],
  [{ lastName: '' }, 'Last name is required'],
  [{ email: '' }, 'Email is required'],
  [{ email: 'nope' }, 'Invalid email format'],
  [{ phone: '' }, 'Phone number is required'],
  [{ phone: '0641234567' }, 'Invalid phone format (e.g., +233241234567)'],
  [{ idNumber: '' }, 'ID number is required'],
  [{ password: 'short1A' }, 'Password must be at least 8 characters with uppercase, lowercase, and number'],
  [{ password: 'alllower1' }, 'Password must be at least 8 characters with uppercase, lowercase, and number'],
  [{ hostName: '' }, 'Organization name is required'],
  [{ hostEmail: '' }, 'Organization email is required'],
  [{ hostEmail: 'nope' }, 'Invalid email format'],
  [{ hostPhone: '' }, 'Organization phone is required'],
  [{ hostPhone: '1' }, 'Invalid phone format'],
  [{ hostDescription: '' }, 'Organization description is required'],
])('a registration with %j is told "%s"', (change, message) => {
  const result = validate(registerRules, { ...person, ...change });
  expect(result.ok ? [] : result.errors.map((error) => error.message)).toEqual([message]);
});

const LINE_BREAKS = ['\n', '\r', '\t', '\u2028', '\u2029'];
const CONTROLS = ['\u0000', '\u0007', '\u001b', '\u007f', '\u0085', '\u009b'];

it('validation accepts line breaks in descriptions, reasons, notes, lists and what a bank is told, and in no name, title or other text', () => {
  const texts = Object.entries(contracts as Record<string, unknown>)
    .filter(([name]) => name.endsWith('Rules'))
    .flatMap(([, rules]) => Object.entries(rules as Rules))
    .filter(([, rule]) => rule.type === 'string' && rule.trim !== false && !rule.compact && !rule.oneOf);
  const multiline = texts.filter(
    ([field, rule]) => 'value' in checkField(field, { ...rule, pattern: undefined }, 'a\nb'),
  );
  expect([...new Set(multiline.map(([field]) => field))].sort()).toEqual([
    'bio',
    'description',
    'hostDescription',
    'list',
    'message',
    'note',
    'reason',
    'serviceDetails',
  ]);
});

it.each(LINE_BREAKS)(
  'validation refuses the line break %j in a name, and takes it in a description',
  (character) => {
    const [line, text] = [`a${character}b`, `first${character}second`];
    expect(checkField('name', hostRules.name, line)).toEqual({ message: 'Name must be one line of text' });
    expect(checkField('description', hostRules.description, text)).toEqual({ value: text });
  },
);

it.each(CONTROLS)('validation refuses the control character %j in names and descriptions', (character) => {
  for (const [field, label] of [
    ['name', 'Name'],
    ['description', 'Description'],
  ] as const) {
    expect(checkField(field, hostRules[field], `a${character}b`)).toEqual({
      message: `${label} contains characters that are not allowed`,
    });
  }
});

it('validation says in words of people what is wrong with a field, for every field of every noun', () => {
  const nouns = Object.entries(contracts).filter(([name]) => name.endsWith('Rules')) as [string, Rules][];
  const wrong = [
    null,
    '',
    7,
    -1,
    1.005,
    1e9,
    true,
    'x',
    {},
    [],
    'x'.repeat(20_000),
    'a\u0000b',
    'a\u0085b',
    'a\nb',
    '2027-02-30T00:00:00Z',
    '+1 555 0100',
  ];
  for (const [, rules] of nouns) {
    for (const [field, rule] of Object.entries(rules)) {
      for (const value of wrong) {
        const checked = checkField(field, rule, value);
        if (!('message' in checked)) continue;
        // A sentence that begins with a capital letter, says what is expected, and holds no name of the code.
        expect(checked.message).toMatch(/^[A-Z].* /);
        expect(checked.message).not.toMatch(/is not valid|\b[a-z]+[A-Z]|undefined|null/);
      }
    }
  }
});

it.each([
  [{ firstName: 'x'.repeat(101) }, 'First name must be at most 100 characters'],
  [{ hostDescription: 'x'.repeat(5_001) }, 'Organization description must be at most 5,000 characters'],
  [{ idNumber: 'a\nb' }, 'ID number must be one line of text'],
  [{ hostName: 7 }, 'Organization name must be text'],
  [{ confirmPassword: 'x'.repeat(257) }, 'Repeated password must be at most 256 characters'],
])('validation names a field as the form does in %j', (change, message) => {
  const result = validate(registerRules, { ...person, ...change });
  expect(result.ok ? [] : result.errors.map((error) => error.message)).toEqual([message]);
});

it('validation takes exactly the days of the calendar', () => {
  const days = fc.record({
    year: fc.integer({ min: 1970, max: 2400 }),
    month: fc.integer({ min: 0, max: 13 }),
    day: fc.integer({ min: 0, max: 32 }),
  });
  fc.assert(
    fc.property(days, ({ year, month, day }) => {
      const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
      const lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
      const text = [String(year), ...[month, day].map((part) => String(part).padStart(2, '0'))].join('-');
      expect([text, isDay(text)]).toEqual([text, day >= 1 && day <= (lengths[month - 1] ?? 0)]);
      expect(isDateTime(`${text}T23:59:59Z`)).toBe(isDay(text));
    }),
    { numRuns: 5_000 },
  );
  expect(['2027-2-3', '2027-02-03T00:00:00Z', ' 2027-02-03', 20270203].some(isDay)).toBe(false);
});

it('validation takes a password as it was typed', () => {
  const password = 'Abc\t\u0085defg1';
  expect(checkField('password', loginRules.password, password)).toEqual({ value: password });
});

it('validation names every wrong field at once', () => {
  const result = validate(registerRules, {});
  expect(result.ok ? [] : result.errors.map((error) => error.field)).toEqual(Object.keys(registerRules));
});

it('validation never throws and never lets an unknown field through, whatever it is given', () => {
  fc.assert(
    fc.property(fc.anything({ withNullPrototype: true, withBigInt: true }), (input) => {
      const result = validate(castVoteRules, input);
      if (result.ok)
        expect(Object.keys(castVoteRules)).toEqual(
          expect.arrayContaining(Object.keys(result.value as object)),
        );
    }),
    { numRuns: 2_000 },
  );
});

it('validation does not read inherited fields', () =>
  expect(validate(castVoteRules, Object.create(vote) as object).ok).toBe(false));
