/** +233 or a leading 0, a digit 2-5, eight more digits (specification §5); spaces are removed before matching. */
export const GHANA_PHONE_PATTERN = /^(\+233|0)[2-5]\d{8}$/;

/** What is said about any other number. */
export const VALID_PHONE = 'Enter a valid phone number, for example 024 123 4567';

/** Mobile numbers only: landlines (03x) and unassigned ranges (04x) pass the specification's pattern but hold no wallet. */
const GHANA_MOBILE_PATTERN = /^\+233(2([0346-9]\d|5[67])|2[0345]\d|5([03-7]\d|9[1-9]))\d{6}$/;

/** Fixed lines of the regions: they vote, and hold no wallet. */
const GHANA_LANDLINE_PATTERN = /^\+2333\d{8}$/;

export const MOBILE_NETWORKS = ['mtn', 'telecel', 'at'] as const;
export type MobileNetwork = (typeof MOBILE_NETWORKS)[number];

const NETWORK_BY_PREFIX: Record<string, MobileNetwork> = {
  '24': 'mtn',
  '25': 'mtn',
  '53': 'mtn',
  '54': 'mtn',
  '55': 'mtn',
  '59': 'mtn',
  '20': 'telecel',
  '50': 'telecel',
  '23': 'at',
  '26': 'at',
  '27': 'at',
  '56': 'at',
  '57': 'at',
};

/**
 * The one stored form of a phone number: E.164 (`+233XXXXXXXXX`). Spaces and hyphens are ignored.
 * @returns null when the specification's pattern does not match
 */
export function normalisePhone(input: string): string | null {
  const compact = input.replace(/[\s-]/g, '');
  if (!GHANA_PHONE_PATTERN.test(compact)) return null;
  return compact.startsWith('0') ? `+233${compact.slice(1)}` : compact;
}

/** `0XXXXXXXXX`, the form the payment provider's samples use. @param e164 a normalised number */
export function localPhone(e164: string): string {
  return `0${e164.slice(4)}`;
}

/** Whether a mobile-money prompt can be sent to this number. @param e164 a normalised number */
export function isMobilePhone(e164: string): boolean {
  return GHANA_MOBILE_PATTERN.test(e164);
}

/**
 * Whether numbers of this range were given to anyone: the specification's pattern also takes ranges such as 04x, which invented numbers come
 * from. @param e164 a normalised number
 */
export function isAssignedPhone(e164: string): boolean {
  return GHANA_MOBILE_PATTERN.test(e164) || GHANA_LANDLINE_PATTERN.test(e164);
}

/**
 * The network a number was first issued by. Numbers are portable: this is a suggestion the voter may change, never a decision.
 * @param e164 a normalised number
 */
export function suggestNetwork(e164: string): MobileNetwork | null {
  return NETWORK_BY_PREFIX[e164.slice(4, 6)] ?? null;
}

/** `+233 24 *** **67`: enough for the owner to recognise, too little to call. @param e164 a normalised number */
export function maskPhone(e164: string): string {
  return `${e164.slice(0, 4)} ${e164.slice(4, 6)} *** **${e164.slice(-2)}`;
}

/** `k***@example.com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return at < 1 ? '***' : `${email[0]}***${email.slice(at)}`;
}
