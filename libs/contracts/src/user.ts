import { emailField, INVALID_PHONE, paragraphsField, phoneField, textField } from './fields.js';
import type { FieldRule, InputOf, Rules } from './field-rule.js';
import {
  count,
  dateTime,
  flag,
  id,
  like,
  nullable,
  object,
  oneOf,
  optional,
  type Shown,
  text,
  view,
} from './schema.js';

export const ROLES = ['SUPER_ADMIN', 'COMPANY_ADMIN', 'USER'] as const;
export type Role = (typeof ROLES)[number];
export const APPROVAL_STATUSES = ['PENDING', 'APPROVED', 'REJECTED'] as const;
export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number];

/** At least 8 characters with an uppercase letter, a lowercase letter and a digit (specification §5). */
export const PASSWORD_PATTERN = /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d).{8,}$/s;
export const PASSWORD_MESSAGE =
  'Password must be at least 8 characters with uppercase, lowercase, and number';
export const PASSWORDS_DO_NOT_MATCH = 'Passwords do not match';
export const PASSWORD_TOO_COMMON = 'This password is easy to guess. Choose one that others would not try.';
export const REJECTION_REASON_REQUIRED = 'Rejection reason is required';

const password = {
  type: 'string',
  required: 'Password is required',
  trim: false,
  maxLength: 256,
  pattern: [PASSWORD_PATTERN, PASSWORD_MESSAGE],
} satisfies FieldRule;
const confirmPassword = {
  type: 'string',
  label: 'Repeated password',
  required: PASSWORDS_DO_NOT_MATCH,
  trim: false,
  maxLength: 256,
} satisfies FieldRule;

export const loginRules = {
  email: { type: 'string', required: 'Email is required', maxLength: 254 },
  password: { type: 'string', required: 'Password is required', trim: false, maxLength: 256 },
} satisfies Rules;
export type LoginInput = InputOf<typeof loginRules>;
export const loginExamples = {
  email: 'organiser@abato.test',
  password: 'Organiser-2026',
} satisfies LoginInput;

export const registerRules = {
  firstName: textField('First name is required', 100),
  lastName: textField('Last name is required', 100),
  email: emailField('Email is required'),
  phone: phoneField('Phone number is required', INVALID_PHONE),
  idNumber: textField('ID number is required', 50),
  password,
  confirmPassword,
  hostName: textField('Organization name is required', 200),
  hostEmail: emailField('Organization email is required'),
  hostPhone: phoneField('Organization phone is required', 'Invalid phone format'),
  hostDescription: paragraphsField('Organization description is required', 5000),
} satisfies Rules;
export type RegisterInput = InputOf<typeof registerRules>;
export const registerExamples = {
  firstName: 'Akosua',
  lastName: 'Mensah',
  email: 'akosua@example.com',
  phone: '+233241234567',
  idNumber: 'GHA-123456789-0',
  password: 'Correct-Horse-7',
  confirmPassword: 'Correct-Horse-7',
  hostName: 'Volta Music Awards',
  hostEmail: 'hello@voltamusic.example',
  hostPhone: '0201234567',
  hostDescription: 'The yearly awards of the Volta Region.',
} satisfies RegisterInput;

export const forgotPasswordRules = { email: emailField('Email is required') } satisfies Rules;
export type ForgotPasswordInput = InputOf<typeof forgotPasswordRules>;
export const forgotPasswordExamples = { email: 'organiser@abato.test' } satisfies ForgotPasswordInput;

export const resetPasswordRules = {
  token: {
    ...textField('This reset link is no longer valid. Please request a new one.', 200),
    label: 'Reset link',
  },
  password,
  confirmPassword,
} satisfies Rules;
export type ResetPasswordInput = InputOf<typeof resetPasswordRules>;
export const resetPasswordExamples = {
  token: 'q3Zr0mWk7vXb2cYdLh8T',
  password: 'Correct-Horse-8',
  confirmPassword: 'Correct-Horse-8',
} satisfies ResetPasswordInput;

export const rejectUserRules = { reason: paragraphsField(REJECTION_REASON_REQUIRED, 1000) } satisfies Rules;
export const rejectUserExamples = { reason: 'Invalid documents or requirements not met' };

export const userView = view('User', {
  id,
  firstName: like(text, 'Ama'),
  lastName: like(text, 'Mensah'),
  email: like(text, 'ama@voltamusic.example'),
  phone: like(text, '+233241234567'),
  /** Only in the owner's own profile. */
  idNumber: optional(like(text, 'GHA-123456789-0')),
  role: oneOf(ROLES),
  isApproved: flag,
  approvalStatus: oneOf(APPROVAL_STATUSES),
  rejectionReason: nullable(like(text, 'Invalid documents or requirements not met')),
  createdAt: dateTime,
});
export type UserView = Shown<typeof userView>;

/** What browser storage may hold of a user: no phone, no ID number. */
export type StoredUser = Omit<UserView, 'phone' | 'idNumber'>;

export const sessionView = view('Session', {
  user: userView,
  token: like(text, 'eyJhbGciOiJIUzI1NiJ9.eyJ2ZXIiOjB9.c2lnbmF0dXJl'),
});
export type SessionView = Shown<typeof sessionView>;

/** The user behind a host or contest, for super admins. */
export const personView = object({
  firstName: like(text, 'Ama'),
  lastName: like(text, 'Mensah'),
  email: like(text, 'ama@voltamusic.example'),
});

export const pendingUsersView = object({ count });
export type PendingUsers = Shown<typeof pendingUsersView>;
