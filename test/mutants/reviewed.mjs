import { ADDRESSES } from './addresses.mjs';
import { BROWSERS } from './browsers.mjs';
import { CASH_AND_RECORDS } from './cash.mjs';
import { CASTING } from './casting.mjs';
import { CHART } from './chart.mjs';
import { CONNECTIONS } from './connections.mjs';
import { ELECTORATE } from './electorate.mjs';
import { ENDINGS } from './endings.mjs';
import { FOLDS } from './folds.mjs';
import { HIDDEN_ENTRIES } from './hidden-entries.mjs';
import { LIGHT } from './light.mjs';
import { LIMITS } from './limits.mjs';
import { LIVE } from './live.mjs';
import { LOGINS } from './logins.mjs';
import { MONEY } from './money.mjs';
import { OPERATIONS } from './operations.mjs';
import { OTHERS } from './others.mjs';
import { PAYERS } from './payers.mjs';
import { PAYOUTS } from './payouts.mjs';
import { PRICES } from './prices.mjs';
import { PROVIDER } from './provider.mjs';
import { RECEIPTS_AND_RULES } from './receipts.mjs';
import { REFUNDS } from './refunds.mjs';
import { REHEARSALS } from './rehearsals.mjs';
import { RULES } from './rules.mjs';
import { SENDERS } from './senders.mjs';
import { SERVING } from './serving.mjs';
import { SETTLEMENTS } from './settlements.mjs';
import { SMS_MESSAGES } from './sms.mjs';
import { STATEMENT_MUTANTS } from './statements.mjs';
import { TEXTS } from './texts.mjs';
import { TRANSPARENCY } from './transparency.mjs';
import { USSD_VOTES } from './ussd.mjs';
import { VERIFICATION } from './verification.mjs';
import { WEB } from './web.mjs';
import { WITNESSES } from './witnesses.mjs';
import { WRITES } from './writes.mjs';

/**
 * Mistakes that a review planted and no test noticed. Each must now make its spec fail: `npm run mutate -- reviewed`.
 *
 * @typedef {object} ReviewedMutant
 * @property {string} name what is wrong with it, unique
 * @property {string} file from the root of the repository
 * @property {string} text occurs exactly once in the file
 * @property {string} replacement
 * @property {string} spec the file with a test that must fail
 * @property {string} [only] pattern of the names of the tests to run, where the others take long
 * @property {string} [equivalent] why no test can notice it; it is listed and not run
 * @property {boolean} [served] the test asks processes: they are started from a build with the mutant
 */

/** By the name of the file that lists them. */
const LISTS = {
  addresses: ADDRESSES,
  browsers: BROWSERS,
  cash: CASH_AND_RECORDS,
  casting: CASTING,
  chart: CHART,
  connections: CONNECTIONS,
  electorate: ELECTORATE,
  endings: ENDINGS,
  folds: FOLDS,
  'hidden-entries': HIDDEN_ENTRIES,
  light: LIGHT,
  limits: LIMITS,
  live: LIVE,
  logins: LOGINS,
  money: MONEY,
  operations: OPERATIONS,
  others: OTHERS,
  payers: PAYERS,
  payouts: PAYOUTS,
  prices: PRICES,
  provider: PROVIDER,
  receipts: RECEIPTS_AND_RULES,
  refunds: REFUNDS,
  rehearsals: REHEARSALS,
  rules: RULES,
  senders: SENDERS,
  serving: SERVING,
  settlements: SETTLEMENTS,
  sms: SMS_MESSAGES,
  statements: STATEMENT_MUTANTS,
  texts: TEXTS,
  transparency: TRANSPARENCY,
  ussd: USSD_VOTES,
  verification: VERIFICATION,
  web: WEB,
  witnesses: WITNESSES,
  writes: WRITES,
};

/** @type {(ReviewedMutant & { list: string })[]} */
export const REVIEWED = Object.entries(LISTS).flatMap(([list, mutants]) =>
  mutants.map((mutant) => ({ ...mutant, list })),
);
