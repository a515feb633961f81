import { CONTEST_STATUSES } from './entities.js';
import { CHALLENGE_MODES } from './held-votes.js';
import { MAX_VOTE_PRICE_PESEWAS } from './money.js';
import { GHANA_PHONE_PATTERN, MOBILE_NETWORKS } from './phone.js';
import type { FieldRule, InputOf, Rules } from './rules.js';

/** The usual e-mail pattern: one @, no white space, a dot in the domain. */
export const EMAIL_PATTERN = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
/** At least 8 characters with an uppercase letter, a lowercase letter and a digit (specification §5). */
export const PASSWORD_PATTERN = /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d).{8,}$/s;
export const PASSWORD_MESSAGE =
  'Password must be at least 8 characters with uppercase, lowercase, and number';
export const PASSWORDS_DO_NOT_MATCH = 'Passwords do not match';
export const PASSWORD_TOO_COMMON = 'This password is easy to guess. Choose one that others would not try.';
export const END_AFTER_START = 'End date must be after start date';
export const REJECTION_REASON_REQUIRED = 'Rejection reason is required';

/** Most votes one cast may carry. */
export const MAX_VOTES_PER_CAST = 100_000;
/** Free votes one phone has per contest and hour, unless the contest says otherwise. */
export const DEFAULT_FREE_VOTES_PER_HOUR = 10;
/** Free votes one device has per contest and hour, whatever phones it names: three phones' worth, because families share one. */
export const DEFAULT_FREE_VOTES_PER_DEVICE = 30;
/** Months after a contest's end for which voters' personal data are kept: card payments can be disputed for about four. */
export const DEFAULT_RETENTION_MONTHS = 6;
/** A solved person check as text: about 1,000 characters. */
export const MAX_CHALLENGE_LENGTH = 4_000;

/** A text that must be given, and one that may be left out: told apart, so that `InputOf` knows which fields are there. */
type RequiredText = FieldRule & { type: 'string'; required: string };
type OptionalText = FieldRule & { type: 'string'; required?: undefined };

function text(required: string, maxLength?: number): RequiredText;
function text(required: undefined, maxLength?: number): OptionalText;
function text(required: string | undefined, maxLength = 255): FieldRule {
  return { type: 'string', required, maxLength };
}
function email(required: string): RequiredText;
function email(): OptionalText;
function email(required?: string): FieldRule {
  return { type: 'string', required, maxLength: 254, pattern: [EMAIL_PATTERN, 'Invalid email format'] };
}
function phone(required: string, message: string): RequiredText;
function phone(required: undefined, message: string): OptionalText;
function phone(required: string | undefined, message: string): FieldRule {
  return { type: 'string', required, compact: true, maxLength: 20, pattern: [GHANA_PHONE_PATTERN, message] };
}
const order = {
  type: 'integer',
  typeMessage: 'Order must be a whole number',
  min: [0, 'Order must be 0 or greater'],
  max: [1_000_000, 'Order is too large'],
} satisfies FieldRule;
const password = {
  type: 'string',
  required: 'Password is required',
  trim: false,
  maxLength: 256,
  pattern: [PASSWORD_PATTERN, PASSWORD_MESSAGE],
} satisfies FieldRule;

export const loginRules = {
  email: { type: 'string', required: 'Email is required', maxLength: 254 },
  password: { type: 'string', required: 'Password is required', trim: false, maxLength: 256 },
} satisfies Rules;

export const registerRules = {
  firstName: text('First name is required', 100),
  lastName: text('Last name is required', 100),
  email: email('Email is required'),
  phone: phone('Phone number is required', 'Invalid phone format (e.g., +233241234567)'),
  idNumber: text('ID number is required', 50),
  password,
  confirmPassword: { type: 'string', required: PASSWORDS_DO_NOT_MATCH, trim: false, maxLength: 256 },
  hostName: text('Organization name is required', 200),
  hostEmail: email('Organization email is required'),
  hostPhone: phone('Organization phone is required', 'Invalid phone format'),
  hostDescription: text('Organization description is required', 5000),
} satisfies Rules;

export const forgotPasswordRules = { email: email('Email is required') } satisfies Rules;

export const resetPasswordRules = {
  token: text('This reset link is no longer valid. Please request a new one.', 200),
  password,
  confirmPassword: { type: 'string', required: PASSWORDS_DO_NOT_MATCH, trim: false, maxLength: 256 },
} satisfies Rules;

export const hostRules = {
  name: text('Name is required', 200),
  email: email('Email is required'),
  phone: phone('Phone is required', 'Invalid phone format'),
  description: text('Description is required', 5000),
} satisfies Rules;

export const contestRules = {
  hostId: { type: 'uuid', required: 'Host is required', typeMessage: 'Host is required' },
  title: text('Title is required', 200),
  description: text('Description is required', 10_000),
  startDate: { type: 'isoDate', required: 'Start date is required', typeMessage: 'Start date is not valid' },
  endDate: { type: 'isoDate', required: 'End date is required', typeMessage: 'End date is not valid' },
  votePrice: {
    type: 'number',
    typeMessage: 'Vote price must be 0 or greater',
    min: [0, 'Vote price must be 0 or greater'],
    max: [MAX_VOTE_PRICE_PESEWAS / 100, 'Vote price must be at most GHS 10,000'],
    decimals: [2, 'Vote price can have at most two decimals'],
  },
  freeVotesPerHour: {
    type: 'integer',
    typeMessage: 'Free votes per hour must be a whole number',
    min: [1, 'Free votes per hour must be at least 1'],
    max: [MAX_VOTES_PER_CAST, 'Free votes per hour can be at most 100,000'],
  },
  freeVotesPerDevice: {
    type: 'integer',
    typeMessage: 'Free votes per device must be a whole number',
    min: [1, 'Free votes per device must be at least 1'],
    max: [MAX_VOTES_PER_CAST, 'Free votes per device can be at most 100,000'],
  },
  challenge: { type: 'string', typeMessage: 'Person check is not valid', oneOf: CHALLENGE_MODES },
  retentionMonths: {
    type: 'integer',
    typeMessage: 'Months must be a whole number',
    min: [1, 'Voters’ details are kept for at least 1 month'],
    max: [120, 'Voters’ details are kept for at most 120 months'],
  },
} satisfies Rules;

/** What an update of a contest may carry besides the form's fields. */
export const contestSettingsRules = {
  status: { type: 'string', typeMessage: 'Status is not valid', oneOf: CONTEST_STATUSES },
  showResults: { type: 'boolean', typeMessage: 'Show results must be true or false' },
} satisfies Rules;

export const categoryRules = {
  contestId: { type: 'uuid', required: 'Contest is required', typeMessage: 'Contest is not valid' },
  name: text('Category name is required', 200),
  description: text('Description is required', 5000),
  order,
} satisfies Rules;

export const contestantRules = {
  categoryId: { type: 'uuid', required: 'Category is required', typeMessage: 'Category is not valid' },
  name: text('Contestant name is required', 200),
  bio: text('Bio is required', 5000),
  order,
} satisfies Rules;

/** Form-level messages without a field rule of their own. */
export const PHOTO_REQUIRED = 'Photo is required';

export const castVoteRules = {
  contestId: { type: 'uuid', required: 'Contest is required', typeMessage: 'Contest is not valid' },
  categoryId: {
    type: 'uuid',
    required: 'Category ID is missing. Please try again.',
    typeMessage: 'Category is not valid',
  },
  contestantId: { type: 'uuid', required: 'Contestant is required', typeMessage: 'Contestant is not valid' },
  voteCount: {
    type: 'integer',
    required: 'Vote count must be at least 1',
    typeMessage: 'Vote count must be a whole number',
    min: [1, 'Vote count must be at least 1'],
    max: [MAX_VOTES_PER_CAST, 'Vote count can be at most 100,000'],
  },
  voterName: text(undefined, 100),
  voterEmail: email(),
  voterPhone: phone('Phone is required', 'Invalid phone format (e.g., +233241234567)'),
} satisfies Rules;

/** What a browser adds to a cast; nobody types it. */
export const castProofRules = {
  deviceId: { type: 'uuid', typeMessage: 'Device is not valid' },
  challenge: { type: 'string', typeMessage: 'Person check is not valid', maxLength: MAX_CHALLENGE_LENGTH },
} satisfies Rules;

export const requestChallengeRules = { contestId: castVoteRules.contestId } satisfies Rules;

export const manualVoteRules = { ...castVoteRules, reason: text('Reason is required', 500) } satisfies Rules;

export const initializePaymentRules = {
  voteId: { type: 'uuid', required: 'Vote is required', typeMessage: 'Vote is not valid' },
  phoneNumber: phone(undefined, 'Invalid phone format (e.g., +233241234567)'),
} satisfies Rules;

export const chargePaymentRules = {
  voteId: { type: 'uuid', required: 'Vote is required', typeMessage: 'Vote is not valid' },
  phoneNumber: phone('Phone is required', 'Invalid phone format (e.g., +233241234567)'),
  network: {
    type: 'string',
    required: 'Network is required',
    typeMessage: 'Network is not valid',
    oneOf: MOBILE_NETWORKS,
  },
} satisfies Rules;

/** Refunding or accepting a payment by hand. */
export const paymentReasonRules = { reason: text('Reason is required', 500) } satisfies Rules;

/** A note about a chargeback or a held payment. */
export const paymentNoteRules = { note: text('Note is required', 1000) } satisfies Rules;

export const submitOtpRules = { otp: text('Voucher code is required', 20) } satisfies Rules;
export const rejectUserRules = { reason: text(REJECTION_REASON_REQUIRED, 1000) } satisfies Rules;

export const findVoteRules = {
  phone: phone('Phone is required', 'Invalid phone format (e.g., +233241234567)'),
  reference: text('Reference is required', 64),
} satisfies Rules;

export type LoginInput = InputOf<typeof loginRules>;
export type RegisterInput = InputOf<typeof registerRules>;
export type ForgotPasswordInput = InputOf<typeof forgotPasswordRules>;
export type ResetPasswordInput = InputOf<typeof resetPasswordRules>;
export type HostInput = InputOf<typeof hostRules>;
export type ContestInput = InputOf<typeof contestRules> &
  Pick<InputOf<typeof contestSettingsRules>, 'showResults'>;
export type ContestPatch = Partial<InputOf<typeof contestRules> & InputOf<typeof contestSettingsRules>>;
export type CategoryInput = InputOf<typeof categoryRules>;
export type ContestantInput = InputOf<typeof contestantRules>;
export type ManualVoteInput = InputOf<typeof manualVoteRules>;
export type InitializePaymentInput = InputOf<typeof initializePaymentRules>;
export type ChargePaymentInput = InputOf<typeof chargePaymentRules>;
export type FindVoteInput = InputOf<typeof findVoteRules>;
