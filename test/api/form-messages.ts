import {
  castVoteRules,
  categoryRules,
  contestRules,
  hostRules,
  loginRules,
  registerRules,
  type Rules,
} from '@abato/contracts';
import { aVote, type BuiltContest } from '../support/builders.js';

/** What each form refuses and says, word for word as the specification §5. */

const NOT_AN_ADDRESS = ['nobody', 'a@b', 'a b@c.example', '@c.example'];
const NOT_A_PHONE = ['12345', '0641234567', '+234241234567', '02412345678', '+2332412345'];
/** The registration form's, in the specification; elsewhere our own. */
const PHONE = 'Invalid phone format (e.g., +233241234567)';
export const VALID_PHONE = 'Enter a valid phone number, for example 024 123 4567';
export const PASSWORD = 'Password must be at least 8 characters with uppercase, lowercase, and number';

export interface Form {
  path: string;
  rules: Rules;
  /** Something that would be taken. */
  good: () => Record<string, unknown>;
  /** Message by field: what is said about nothing at all. */
  required: Record<string, string>;
  /** Values that are there and wrong. */
  wrong: [field: string, values: unknown[], message: string][];
}

/** @param contest the contest that valid bodies name; asked when a test runs */
export const formsOf = (contest: () => BuiltContest): Form[] => [
  {
    path: '/auth/login',
    rules: loginRules,
    good: () => ({ email: 'a@b.example', password: 'x' }),
    required: { email: 'Email is required', password: 'Password is required' },
    wrong: [],
  },
  {
    path: '/auth/register',
    rules: registerRules,
    good: () => ({
      firstName: 'Ama',
      lastName: 'Owusu',
      email: 'ama@example.com',
      phone: '024 123 4567',
      idNumber: 'GHA-1',
      password: 'Abcdefg1',
      confirmPassword: 'Abcdefg1',
      hostName: 'Host',
      hostEmail: 'host@example.com',
      hostPhone: '+233 20 123 4567',
      hostDescription: 'About',
    }),
    required: {
      firstName: 'First name is required',
      lastName: 'Last name is required',
      email: 'Email is required',
      phone: 'Phone number is required',
      idNumber: 'ID number is required',
      hostName: 'Organization name is required',
      hostEmail: 'Organization email is required',
      hostPhone: 'Organization phone is required',
      hostDescription: 'Organization description is required',
    },
    wrong: [
      ['email', NOT_AN_ADDRESS, 'Invalid email format'],
      ['phone', NOT_A_PHONE, PHONE],
      ['firstName', ['x'.repeat(101)], 'First name must be at most 100 characters'],
      ['hostEmail', NOT_AN_ADDRESS, 'Invalid email format'],
      ['hostPhone', NOT_A_PHONE, 'Invalid phone format'],
    ],
  },
  {
    path: '/hosts',
    rules: hostRules,
    good: () => ({ name: 'N', email: 'a@b.example', phone: '0241234567', description: 'D' }),
    required: {
      name: 'Name is required',
      email: 'Email is required',
      phone: 'Phone is required',
      description: 'Description is required',
    },
    wrong: [
      ['email', NOT_AN_ADDRESS, 'Invalid email format'],
      ['phone', NOT_A_PHONE, VALID_PHONE],
    ],
  },
  {
    path: '/contests',
    rules: contestRules,
    good: () => ({
      hostId: contest().hostId,
      title: 'T',
      description: 'D',
      startDate: '2026-12-01T00:00:00Z',
      endDate: '2026-12-02T00:00:00Z',
    }),
    required: {
      hostId: 'Host is required',
      title: 'Title is required',
      description: 'Description is required',
      startDate: 'Start date is required',
      endDate: 'End date is required',
    },
    wrong: [['votePrice', [-0.01, -5, 'free', true], 'Vote price must be 0 or greater']],
  },
  {
    path: '/categories',
    rules: categoryRules,
    good: () => ({ contestId: contest().id, name: 'N', description: 'D' }),
    required: { name: 'Category name is required', description: 'Description is required' },
    wrong: [
      ['order', [-1], 'Order must be 0 or greater'],
      ['order', [1.5, '1'], 'Order must be a whole number'],
    ],
  },
  {
    path: '/votes/cast',
    rules: castVoteRules,
    good: () => aVote(contest()),
    required: {
      categoryId: 'Category ID is missing. Please try again.',
      voteCount: 'Vote count must be at least 1',
      voterPhone: 'Phone is required',
    },
    wrong: [
      ['voteCount', [0, -1], 'Vote count must be at least 1'],
      ['voterPhone', [...NOT_A_PHONE, 241234567], VALID_PHONE],
      ['voterName', ['x'.repeat(101)], 'Name must be at most 100 characters'],
    ],
  },
];

/** One wrong field after the other: nothing, null, blanks, then what is there and wrong. */
export const casesOf = ({ rules, required, wrong }: Form): [string, unknown, string][] => [
  ...Object.entries(required).flatMap(([field, message]) => {
    // Blanks are no text, but they are a password.
    const nothing = rules[field]?.trim === false ? [undefined, null, ''] : [undefined, null, '', '  \t '];
    return nothing.map((value): [string, unknown, string] => [field, value, message]);
  }),
  ...wrong.flatMap(([field, values, message]) =>
    values.map((value): [string, unknown, string] => [field, value, message]),
  ),
];
