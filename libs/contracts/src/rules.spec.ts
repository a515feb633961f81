import fc from 'fast-check';
import { hostRules } from './host.js';
import * as contracts from './index.js';
import { checkField, isDateTime, isDay, type Rules, validate } from './rules.js';
import { loginRules, registerRules } from './user.js';
import { castVoteRules } from './vote.js';

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

describe('validation', () => {
  it('accepts what is right, trimmed', () => {
    const result = validate(castVoteRules, { ...vote, voterName: '  Kofi ', voterPhone: ' 024 123 4567 ' });
    expect(result).toEqual({ ok: true, value: { ...vote, voterName: 'Kofi', voterPhone: '0241234567' } });
  });

  it.each([
    [{ voteCount: 0 }, 'voteCount', 'Vote count must be at least 1'],
    [{ voteCount: 100_001 }, 'voteCount', 'Vote count can be at most 100,000'],
    [{ voteCount: 1.5 }, 'voteCount', 'Vote count must be a whole number'],
    [{ voteCount: '2' }, 'voteCount', 'Vote count must be a whole number'],
    [{ voteCount: undefined }, 'voteCount', 'Vote count must be at least 1'],
    [{ voterPhone: '' }, 'voterPhone', 'Phone is required'],
    [{ voterPhone: '12345' }, 'voterPhone', 'Invalid phone format (e.g., +233241234567)'],
    [{ voterEmail: 'x' }, 'voterEmail', 'Invalid email format'],
    [{ categoryId: undefined }, 'categoryId', 'Category ID is missing. Please try again.'],
    [{ voterName: 'a\u0000b' }, 'voterName', 'voterName is not valid'],
    [{ voterName: '\ud800' }, 'voterName', 'voterName is not valid'],
  ])('a vote with %j is told %s: %s', (change, field, message) => {
    expect(validate(castVoteRules, { ...vote, ...change })).toEqual({
      ok: false,
      errors: [{ field, message }],
    });
  });

  it.each([
    [{ firstName: ' ' }, 'First name is required'],
    [{ lastName: '' }, 'Last name is required'],
    [{ email: '' }, 'Email is required'],
    [{ email: 'nope' }, 'Invalid email format'],
    [{ phone: '' }, 'Phone number is required'],
    [{ phone: '0641234567' }, 'Invalid phone format (e.g., +233241234567)'],
    [{ idNumber: '' }, 'ID number is required'],
    [{ password: 'short1A' }, 'Password must be at least 8 characters with uppercase, lowercase, and number'],
    [
      { password: 'alllower1' },
      'Password must be at least 8 characters with uppercase, lowercase, and number',
    ],
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

  it('accepts line breaks in descriptions, reasons and notes, and in no name, title or other text', () => {
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
      'note',
      'reason',
    ]);
  });

  it.each(LINE_BREAKS)('refuses the line break %j in a name, and takes it in a description', (character) => {
    const [line, text] = [`a${character}b`, `first${character}second`];
    expect(checkField('name', hostRules.name, line)).toEqual({ message: 'name must be one line of text' });
    expect(checkField('description', hostRules.description, text)).toEqual({ value: text });
  });

  it.each(CONTROLS)('refuses the control character %j in names and descriptions', (character) => {
    for (const field of ['name', 'description'] as const) {
      expect(checkField(field, hostRules[field], `a${character}b`)).toEqual({
        message: `${field} is not valid`,
      });
    }
  });

  it('takes exactly the days of the calendar', () => {
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

  it('takes a password as it was typed', () => {
    const password = 'Abc\t\u0085defg1';
    expect(checkField('password', loginRules.password, password)).toEqual({ value: password });
  });

  it('names every wrong field at once', () => {
    const result = validate(registerRules, {});
    expect(result.ok ? [] : result.errors.map((error) => error.field)).toEqual(Object.keys(registerRules));
  });

  it('never throws and never lets an unknown field through, whatever it is given', () => {
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

  it('does not read inherited fields', () => {
    expect(validate(castVoteRules, Object.create(vote) as object).ok).toBe(false);
  });
});
