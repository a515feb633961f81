/**
 * Who draws telephone numbers, each with the first digits of its own: files share a platform, and no two may name the same number where a
 * test depends on what a number has done before. No digits begin with those of another row.
 */
export const DIGITS = {
  // Votes of builders, the light page and the browser suite: many files, whose tests depend on no number's past.
  builders: '24',
  light: '20',
  browser: '591',
  // Far apart, or so many that seven digits are needed.
  'address-proof': '23',
  'browser-limits': '25',
  'unpaid-votes': '26',
  'figures-agree': '56',
  // Numbers of wallets: their last four digits say what the simulator does, three are left.
  'ussd-at': '27',
  'ussd-telecel': '50',
  ussd: '53',
  'payments-limits': '54',
  'ussd-payments': '55',
  'light-payments': '57',
  'payments-charge': '29',
  'alerts-of-payments': '592',
  'bought-results': '593',
  'lost-answers-wallets': '594',
  'transparency-receipts': '2801',
  'transparency-rules': '2802',
  'transparency-erasing': '2803',
  'limit-guards': '2804',
  retention: '2805',
  'lost-answers': '2807',
  'admin-commands': '2806',
  'find-vote': '281',
  'contest-sms': '282',
  electorate: '283',
  'dialled-verification': '284',
  'phone-verification': '285',
  'electorate-ballots': '286',
  'verified-contests': '287',
  'outside-allowance': '288',
  'browser-allowance': '289',
} as const;

type Drawer = keyof typeof DIGITS;

/** After +233. */
const LENGTH = 9;

function number(of: Drawer, rest: number, end = ''): string {
  const left = LENGTH - DIGITS[of].length - end.length;
  return `+233${DIGITS[of]}${String(rest % 10 ** left).padStart(left, '0')}${end}`;
}

/**
 * Numbers in a row that no other test names, as E.164. The same file may run again on the same platform, in another process: the digits
 * before the count are the process's.
 * @param begin how many numbers are left out: those that end with 0001 to 0008 mean something to the simulator
 * @returns the next one; with `end`, one whose last digits are these
 */
export function phonesOf(of: Drawer, begin = 0): (end?: string) => string {
  let phones = begin;
  return (end = '') => {
    const left = LENGTH - DIGITS[of].length - end.length;
    return number(of, process.pid * 10 ** Math.max(1, left - 3) + ++phones, end);
  };
}

/** Numbers that no other test names, far apart: those in a row are held for another reason. */
export function phonesApartOf(of: Drawer): () => string {
  let phones = 0;
  return () => number(of, process.pid * 7_919 + ++phones * 101);
}

/** One number of many that a test numbers itself. */
export const phoneAt = (of: Drawer, nr: number): string => number(of, nr);

/** The number as a voter types it. @param e164 as the functions above return it */
export const typed = (e164: string): string => `0${e164.slice('+233'.length)}`;
