/**
 * Spec files whose tests depend on what a number has done before, each with the first two digits of its numbers: files share a platform, and no two may name the
 * same number. Votes of builders have 24, those of the light page 20.
 */
const DIGITS = {
  'address-proof': '23',
  'browser-limits': '25',
  'unpaid-votes': '26',
  'transparency-receipts': '27',
  'transparency-rules': '28',
  'find-vote': '29',
  'contest-sms': '50',
  electorate: '53',
  'dialled-verification': '54',
  'phone-verification': '55',
  'electorate-ballots': '56',
  'verified-contests': '57',
} as const;

type Spec = keyof typeof DIGITS;

/** The same file may run again on the same platform, in another process. */
const BLOCK = process.pid % 900;
const number = (spec: Spec, rest: number): string => `+233${DIGITS[spec]}${String(rest).padStart(7, '0')}`;

/** Numbers in a row that no other test names. @returns the next one; with `end`, one whose last digits are these */
export function phonesOf(spec: Spec): (end?: string) => string {
  let phones = 0;
  return (end = '') => number(spec, BLOCK * 10_000 + ++phones).slice(0, 13 - end.length) + end;
}

/** Numbers that no other test names, far apart: those in a row are held for another reason. */
export function phonesApartOf(spec: Spec): () => string {
  let phones = 0;
  return () => number(spec, (BLOCK * 7_919 + ++phones * 101) % 10_000_000);
}
