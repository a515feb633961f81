/** How often something may be tried before each further try must wait longer than the one before. */
export interface AttemptRule {
  /** Tries without any wait. */
  free: number;
  /** Wait after the first try beyond them; doubles with each further one. Seconds. */
  waitSeconds: number;
  /** Seconds. */
  maxWaitSeconds: number;
  /** After the first of the free tries, or after the last of those that had to wait, everything is forgotten. Seconds. */
  forgetSeconds: number;
}

const MINUTE = 60;
const HOUR = 3600;

const WIDE_ADDRESS: AttemptRule = {
  free: 50,
  waitSeconds: 1,
  maxWaitSeconds: 15 * MINUTE,
  forgetSeconds: HOUR,
};

/** Tries of something secret: a link's token, a password asked for again. */
const SECRET_TRIED = {
  account: { free: 5, waitSeconds: 1, maxWaitSeconds: 15 * MINUTE, forgetSeconds: HOUR },
  address: WIDE_ADDRESS,
} satisfies Record<string, AttemptRule>;

/** Mails that a visitor can cause: each may go to an address that is another person's. */
const MAIL_CAUSED = {
  account: { free: 3, waitSeconds: MINUTE, maxWaitSeconds: HOUR, forgetSeconds: HOUR },
  address: { free: 20, waitSeconds: 5, maxWaitSeconds: HOUR, forgetSeconds: HOUR },
} satisfies Record<string, AttemptRule>;

/**
 * Per account from any address, and per address for any account. Carriers put thousands of phones behind one address: the
 * address rules are wide, and a wait is short at first.
 */
export const ATTEMPT_RULES = {
  // An account is never locked as a whole: see SIGN_IN_RULES.
  login: {
    account: null,
    address: WIDE_ADDRESS,
  },
  register: {
    account: { free: 10, waitSeconds: 2, maxWaitSeconds: 15 * MINUTE, forgetSeconds: HOUR },
    address: { free: 20, waitSeconds: 5, maxWaitSeconds: HOUR, forgetSeconds: HOUR },
  },
  forgotPassword: MAIL_CAUSED,
  resetPassword: SECRET_TRIED,
  verifyEmail: SECRET_TRIED,
  sendVerification: MAIL_CAUSED,
  // Six digits, of which three are right at a time: who tries them knows the password already.
  secondFactor: {
    account: { free: 5, waitSeconds: 30, maxWaitSeconds: 15 * MINUTE, forgetSeconds: HOUR },
    address: WIDE_ADDRESS,
  },
  reauthenticate: SECRET_TRIED,
  // A person mistypes a few times and looks again; a guesser needs millions.
  findVote: {
    account: { free: 10, waitSeconds: 10, maxWaitSeconds: 15 * MINUTE, forgetSeconds: HOUR },
    address: { free: 300, waitSeconds: 2, maxWaitSeconds: 15 * MINUTE, forgetSeconds: HOUR },
  },
  // A code alone leads to one public entry and to no person (ADR 124). Many phones share a carrier's address: never a long wait.
  receipt: {
    account: null,
    address: { free: 300, waitSeconds: 1, maxWaitSeconds: 10, forgetSeconds: HOUR },
  },
  // Codes that name no nominee. They are no secret, but going through all of them is work for the database. Never a long wait: a carrier's
  // address belongs to a crowd that types.
  nomineeCode: {
    account: null,
    address: { free: 300, waitSeconds: 1, maxWaitSeconds: 5, forgetSeconds: 10 * MINUTE },
  },
  remoteLink: SECRET_TRIED,
  // A remote asks every few seconds and sends what is pressed: never a long wait, because a show goes on.
  remote: {
    account: { free: 100, waitSeconds: 1, maxWaitSeconds: 1, forgetSeconds: 10 },
    address: { free: 600, waitSeconds: 1, maxWaitSeconds: 2, forgetSeconds: MINUTE },
  },
  // Prompts for money. What one phone is sent is limited in PostgreSQL (libs/payments, prompt-limit.ts); this bounds how many phones
  // one address can reach. Never a long wait: on a finale night a carrier's address belongs to a crowd that wants to pay.
  prompt: {
    account: null,
    address: { free: 300, waitSeconds: 1, maxWaitSeconds: 5, forgetSeconds: HOUR },
  },
} as const satisfies Record<string, { account: AttemptRule | null; address: AttemptRule }>;

const SIGN_IN_TRIES = { free: 5, waitSeconds: 1, maxWaitSeconds: 15 * MINUTE, forgetSeconds: HOUR };

/** Sign-in tries of one account: from one network, or on one device that signed in to it before (ADR 25). */
export const SIGN_IN_RULES = {
  network: SIGN_IN_TRIES,
  device: SIGN_IN_TRIES,
} as const satisfies Record<string, AttemptRule>;

/** Failed sign-ins of one account from all networks: they delay the next ones and never refuse them (ADR 25). */
export const ACCOUNT_DELAY = { free: 10, firstMs: 250, longestMs: 2_000, forgetSeconds: HOUR } as const;

/** @param failures of the account within the last hour, before this try @returns milliseconds that this try is delayed */
export function accountDelayMs(failures: number): number {
  const { free, firstMs, longestMs } = ACCOUNT_DELAY;
  return failures < free ? 0 : Math.min(firstMs * 2 ** (failures - free), longestMs);
}

export type AttemptKind = keyof typeof ATTEMPT_RULES;

/** @param nr of the try that is taken, from the last free one on @returns seconds that the next one has to wait */
export function waitAfter(nr: number, { free, waitSeconds, maxWaitSeconds }: AttemptRule): number {
  return Math.min(waitSeconds * 2 ** (nr - free), maxWaitSeconds);
}
