import { emailField, INVALID_PHONE, paragraphsField, phoneField, textField } from './shared-rules.js';
import type { FieldRule, InputOf, Rules } from './field-rule.js';
import * as s from './schema.js';

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
  /** Of the authenticator app, or a recovery code; only for accounts with a second factor. */
  code: { type: 'string', compact: true, maxLength: 40 },
} satisfies Rules;
export type LoginInput = InputOf<typeof loginRules>;
export const loginExamples = {
  email: 'organiser@abato.test',
  password: 'Organiser-2026',
  code: '492039',
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

/** One of the two. */
export const reauthenticateRules = {
  password: { type: 'string', trim: false, maxLength: 256 },
  code: { type: 'string', compact: true, maxLength: 40 },
} satisfies Rules;
export type ReauthenticateInput = InputOf<typeof reauthenticateRules>;
export const reauthenticateExamples = {
  password: 'Organiser-2026',
  code: '492039',
} satisfies ReauthenticateInput;

export const secondFactorCodeRules = {
  code: { type: 'string', required: 'Code is required', compact: true, maxLength: 40 },
} satisfies Rules;
export const secondFactorCodeExamples = { code: '492039' };

export const verifyEmailRules = {
  token: textField('This link is no longer valid. Sign in and request a new one.', 200),
} satisfies Rules;
export type VerifyEmailInput = InputOf<typeof verifyEmailRules>;
export const verifyEmailExamples = { token: 'q3Zr0mWk7vXb2cYdLh8T' } satisfies VerifyEmailInput;

export const rejectUserRules = { reason: paragraphsField(REJECTION_REASON_REQUIRED, 1000) } satisfies Rules;
export const rejectUserExamples = { reason: 'Invalid documents or requirements not met' };

const userShape = {
  id: s.id,
  firstName: s.like(s.text, 'Ama'),
  lastName: s.like(s.text, 'Mensah'),
  email: s.like(s.text, 'ama@voltamusic.example'),
  /** Whether a link that was mailed to the address was used. */
  emailVerified: s.flag,
  phone: s.like(s.text, '+233241234567'),
  /** Only in the owner's own profile. */
  idNumber: s.optional(s.like(s.text, 'GHA-123456789-0')),
  role: s.oneOf(ROLES),
  isApproved: s.flag,
  approvalStatus: s.oneOf(APPROVAL_STATUSES),
  rejectionReason: s.nullable(s.like(s.text, 'Invalid documents or requirements not met')),
  createdAt: s.dateTime,
};
export const userView = s.view('User', userShape);
export type UserView = s.Shown<typeof userView>;

export const secondFactorStateView = s.view('SecondFactorState', {
  enabled: s.flag,
  /** The account may do nothing else before it is set up. */
  required: s.flag,
  recoveryCodesLeft: s.like(s.count, 10),
});
export type SecondFactorState = s.Shown<typeof secondFactorStateView>;

export const secondFactorSetUpView = s.view('SecondFactorSetUp', {
  /** Base 32, to be typed where a QR code cannot be scanned. */
  secret: s.like(s.text, 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'),
  /** The text of the QR code. */
  uri: s.like(s.text, 'otpauth://totp/Abato:ama%40voltamusic.example?issuer=Abato&secret=JBSWY3DPEHPK3PXP'),
});
export type SecondFactorSetUp = s.Shown<typeof secondFactorSetUpView>;

/** What a super admin looks at before deciding about a registration: the organisation, and the ID number masked. */
export const userReviewView = s.view(
  'UserReview',
  s.merged(userShape, {
    maskedIdNumber: s.like(s.text, '••••••••••••9-0'),
    hosts: s.list(
      s.object({
        id: s.id,
        name: s.like(s.text, 'Volta Music'),
        email: s.like(s.text, 'hello@voltamusic.example'),
        phone: s.like(s.text, '+233201234567'),
        description: s.like(s.text, 'The yearly awards of the Volta Region.'),
      }),
    ),
  }),
);
export type UserReview = s.Shown<typeof userReviewView>;

/** Answer of the reveal call, which is written to the audit log. */
export const revealedUserView = s.view('RevealedUser', { idNumber: s.like(s.text, 'GHA-123456789-0') });
export type RevealedUser = s.Shown<typeof revealedUserView>;

/** All but the last three characters hidden; a short number shows nothing. */
export function maskIdNumber(idNumber: string): string {
  const shown = idNumber.length > 6 ? idNumber.slice(-3) : '';
  return '•'.repeat(idNumber.length - shown.length) + shown;
}

/** Carries the device tokens of the client, newest first, separated by commas. */
export const DEVICE_TOKEN_HEADER = 'x-device-token';
/** A client keeps at most this many device tokens, one for each account. */
export const MAX_DEVICE_TOKENS = 5;

/** What browser storage may hold of a user: no phone, no ID number. */
export type StoredUser = Omit<UserView, 'phone' | 'idNumber' | 'emailVerified'>;

const sessionShape = {
  user: userView,
  token: s.like(s.text, 'eyJhbGciOiJIUzI1NiJ9.eyJ2ZXIiOjB9.c2lnbmF0dXJl'),
  /** Sent as `X-Device-Token` with later sign-ins: wrong tries from elsewhere then do not lock this device out. */
  deviceToken: s.like(s.text, 'jT4mX0b1Zc5sN2qL8wV3uA.Qk9yB7nE1hR6tY3pZ0aWcg.ts6dq8.c2lnbmF0dXJl'),
};
export const sessionView = s.view('Session', sessionShape);
export type SessionView = s.Shown<typeof sessionView>;

const recoveryCodesShape = { recoveryCodes: s.list(s.like(s.text, '7Q2M-K0XA-9ZTE-4HNB')) };
/** Shown once; each code works once. */
export const recoveryCodesView = s.view('RecoveryCodes', recoveryCodesShape);
export type RecoveryCodes = s.Shown<typeof recoveryCodesView>;
/** The session goes on with a new token. */
export const secondFactorConfirmedView = s.view(
  'SecondFactorConfirmed',
  s.merged(sessionShape, recoveryCodesShape),
);
export type SecondFactorConfirmed = s.Shown<typeof secondFactorConfirmedView>;

/** The user behind a host or contest, for super admins. */
export const personView = s.object({
  firstName: s.like(s.text, 'Ama'),
  lastName: s.like(s.text, 'Mensah'),
  email: s.like(s.text, 'ama@voltamusic.example'),
});

export const pendingUsersView = s.object({ count: s.count });
export type PendingUsers = s.Shown<typeof pendingUsersView>;
