import * as s from './schema.js';

/**
 * The closed list of error codes. A failure's `code` is one of these; its `message` is fit to show to a person
 * (specification §8). The texts are the defaults; a more exact message may replace them.
 */
export const ERROR_MESSAGES = {
  VALIDATION_FAILED: 'Please check the highlighted fields.',
  MALFORMED_REQUEST: 'The request could not be read.',
  UNAUTHENTICATED: 'Please sign in to continue.',
  INVALID_CREDENTIALS: 'Invalid email or password.',
  FORBIDDEN: 'You do not have permission to do this.',
  NOT_APPROVED: 'Your account is not approved yet.',
  NOT_OWNER: 'You can only change what is your own.',
  FOREIGN_ORIGIN: 'This is only possible from the site itself.',
  NOT_FOUND: 'Not found.',
  CONTEST_NOT_FOUND: 'Contest not found',
  CATEGORY_NOT_FOUND: 'Category not found',
  CONTESTANT_NOT_FOUND: 'Contestant not found',
  WRONG_NESTING: 'The contestant or category belongs to another contest.',
  HOST_NOT_FOUND: 'Host not found',
  USER_NOT_FOUND: 'User not found',
  VOTE_NOT_FOUND: 'Vote not found',
  PAYMENT_NOT_FOUND: 'Payment not found',
  EMAIL_TAKEN: 'An account with this email already exists.',
  CONFLICT: 'This is not possible in the current state.',
  HOST_HAS_CONTESTS: 'This host still has contests.',
  USER_ALREADY_DECIDED: 'This registration has already been decided.',
  CANNOT_DELETE_SELF: 'You cannot delete your own account.',
  INVALID_TRANSITION: 'The contest cannot change to that state.',
  RESULT_CLOSED: 'Voting in this contest has ended. What decides its result can no longer be changed.',
  CONTEST_INCOMPLETE: 'Add at least one category with a contestant before activating the contest.',
  SETTLEMENT_ACCOUNT_REQUIRED:
    'The host of a paid contest needs an approved settlement account before the contest is activated.',
  CONTEST_NOT_STARTED: 'Voting for this contest has not started yet.',
  CONTEST_PAUSED: 'Voting for this contest is paused. Please try again later.',
  CONTEST_ENDED: 'Voting for this contest has ended.',
  CONTEST_NOT_ACTIVE: 'This contest is not open for voting.',
  CONTEST_CHANGED: 'The vote price has just changed. Please check the total and vote again.',
  VOTE_LIMIT_REACHED: 'You have used all free votes for now. Please try again later.',
  VOTE_EXPIRED: 'This vote was not paid in time. Please vote again; the price may have changed.',
  PAYMENT_OPEN:
    'Another payment from this number is still open in this contest. In the last 10 minutes one is open at a time: finish or cancel it, then try again.',
  VOTE_ALREADY_PAID: 'This vote has already been paid.',
  VOTE_NOT_PAYABLE: 'This vote does not need a payment.',
  AMOUNT_TOO_SMALL: 'The total must be at least GHS 0.10.',
  AMOUNT_TOO_LARGE: 'One payment can be at most GHS 10,000. Please vote in smaller steps.',
  WALLET_LIMIT: 'This is more than many mobile-money wallets may pay in a day.',
  PHONE_NOT_MOBILE: 'Mobile money needs a mobile number.',
  IDEMPOTENCY_KEY_INVALID: 'The Idempotency-Key header must be a UUID.',
  IDEMPOTENCY_KEY_REUSED: 'This Idempotency-Key was already used for another request.',
  REQUEST_RUNNING: 'This is being done at this moment. Please wait.',
  ANSWER_LOST: 'This may have been done: its answer was lost. Load the page again to see how things stand.',
  CHALLENGE_REQUIRED: 'Please confirm that you are a person.',
  PHONE_NOT_VERIFIED: 'Please verify your phone number before you vote.',
  NOT_ON_ELECTORATE: 'This contest counts votes of listed voters only.',
  BALLOTS_ARE_SECRET:
    'Ballots of an election are secret: who voted and what was voted are not shown together.',
  QUARANTINE_NOT_FOUND: 'Quarantine not found',
  BALLOT_USED: 'You have already voted in this category.',
  CODE_WRONG: 'This code is not right.',
  CODE_EXPIRED: 'This code is no longer valid. Please request a new one.',
  UPLOAD_TYPE: 'The image must be a PNG, JPG, GIF or WebP file.',
  UPLOAD_TOO_LARGE: 'The image must be at most 5 MB.',
  UPLOAD_UNREADABLE: 'The image could not be read.',
  BODY_TOO_LARGE: 'The request is too large.',
  UNSUPPORTED_MEDIA_TYPE: 'This content type is not supported.',
  WRONG_ROLE: 'This is served elsewhere.',
  RATE_LIMITED: 'Too many attempts. Please wait a moment and try again.',
  OVERLOADED: 'Very many people are voting right now. Please try again in a few seconds.',
  PROVIDER_UNAVAILABLE: 'The payment provider cannot be reached. Nothing was charged; please try again.',
  PROVIDER_REJECTED: 'The payment provider did not accept this payment.',
  PAYMENT_FAILED: 'Payment verification failed',
  INVALID_SIGNATURE: 'The signature is not valid.',
  RESET_LINK_INVALID: 'This reset link is no longer valid. Please request a new one.',
  SECOND_FACTOR_REQUIRED: 'A code of your second factor is needed.',
  SECOND_FACTOR_WRONG: 'This code is wrong or was already used.',
  REVEAL_REASON_REQUIRED:
    'You have seen the details of 20 persons in the last hour. Give a reason to see more.',
  REAUTHENTICATION_REQUIRED: 'Please confirm that it is you.',
  VERIFICATION_LINK_INVALID: 'This link is no longer valid. Sign in and request a new one.',
  REMOTE_GONE: 'This remote is not connected any more. Ask for a new link.',
  UNAVAILABLE: 'This is temporarily unavailable. Please try again.',
  INTERNAL: 'An error occurred',
} as const;

export type ErrorCode = keyof typeof ERROR_MESSAGES;

const fieldErrorView = s.object({
  field: s.like(s.text, 'voterPhone'),
  message: s.like(s.text, 'Phone is required'),
});
export type FieldError = s.Shown<typeof fieldErrorView>;

/** Any of the codes. */
export const errorCodeView = /* @__PURE__ */ s.oneOf(
  /* @__PURE__ */ Object.keys(ERROR_MESSAGES) as ErrorCode[],
);

/** The body of every failure. */
export const failureView = s.view('Failure', {
  success: s.like(s.flag, false),
  message: s.like(s.text, 'Phone is required'),
  code: errorCodeView,
  errors: s.optional(s.list(fieldErrorView)),
  requestId: s.optional(s.id),
  /** Seconds until the same request may succeed; equals the `Retry-After` header. */
  retryAfter: s.optional(s.like(s.number, 2)),
  /** Place of a payer who waits for a turn, from 1. Asking again for the same vote keeps it. */
  position: s.optional(s.like(s.count, 12)),
});
export type ErrorBody = s.Shown<typeof failureView> & { success: false };
