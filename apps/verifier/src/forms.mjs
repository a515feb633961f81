import { demand, Failure } from './log.mjs';
import { minuteOf } from './minutes.mjs';

/** Which fields an entry of each kind and version has, and what each may hold (docs/log-format.md, "Entries"). */

/** The newest version of entries that is known here. */
const NEWEST = 2;

/** A log, or an entry of it, is newer than this program: nothing after it can be judged. */
export class Newer extends Failure {}

/** Base64 of 32 bytes in its one spelling: the last letter before `=` carries four bits. */
export const HASH = /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/;
const HIDDEN = /^[A-Za-z0-9+/]{64}$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
export const isUuid = (value) => typeof value === 'string' && UUID.test(value);
const isHash = (value) => typeof value === 'string' && HASH.test(value);
const isMinute = (value) => !Number.isNaN(minuteOf(value));

/** Each field: whether a value fits, and what would be right. @type {Record<string, [(value: any) => boolean, string]>} */
const FIELDS = {
  contestant: [isUuid, 'no id of a nominee'],
  votes: [Number.isSafeInteger, 'votes that are no whole number'],
  amount: [Number.isSafeInteger, 'an amount that is no whole number of pesewas'],
  channel: [(value) => typeof value === 'string', 'no channel'],
  minute: [isMinute, 'no time: a minute of the calendar is YYYY-MM-DDTHH:MMZ'],
  cast: [isMinute, 'no time of its cast: a minute of the calendar is YYYY-MM-DDTHH:MMZ'],
  rules: [isHash, 'no hash of rules'],
  voter: [isHash, 'a commitment `voter` that is no hash'],
  payment: [isHash, 'a commitment `payment` that is no hash'],
  ballot: [isHash, 'a commitment `ballot` that is no hash'],
  verified: [
    (value) => value === true,
    '`verified` that is not true: a vote without proof has no such field',
  ],
  of: [(value) => Number.isSafeInteger(value) && value >= 0, 'an `of` that is no index'],
  released: [isRelease, 'a `released` that is no minute and reason'],
  hidden: [
    (value) => typeof value === 'string' && HIDDEN.test(value),
    'something hidden of another length than 48 bytes',
  ],
  hiddenBy: [isHash, 'no hash of the key that hides it: it names no key'],
  key: [isHash, 'no key of 32 bytes'],
  categories: [Array.isArray, 'no list of categories'],
  contestants: [Array.isArray, 'no list of nominees'],
  part: [(value) => Number.isSafeInteger(value) && value >= 1, 'a `part` that is no number from 1'],
  parts: [(value) => Number.isSafeInteger(value) && value >= 1, 'a `parts` that is no number from 1'],
};

function isRelease(value) {
  if (!isObject(value) || Object.keys(value).sort().join() !== 'minute,reason') return false;
  return isMinute(value.minute) && typeof value.reason === 'string' && value.reason.trim() !== '';
}

const OPEN = ['contestant', 'votes', 'amount'];
const form = (required, optional = []) => ({
  required,
  optional,
  all: new Set(['v', 'kind', ...required, ...optional]),
});
const FORMS = [
  null,
  {
    free: form([...OPEN, 'channel', 'minute'], ['rules', 'verified', 'voter', 'payment']),
    reversal: form([...OPEN, 'channel', 'minute'], ['rules', 'voter', 'payment']),
    rules: form(['minute', 'rules']),
    reveal: form(['minute', 'key']),
  },
  {
    free: form(
      [...OPEN, 'channel', 'minute', 'cast'],
      ['rules', 'verified', 'released', 'voter', 'payment', 'ballot'],
    ),
    reversal: form([...OPEN, 'channel', 'minute'], ['of', 'rules', 'voter', 'payment', 'ballot']),
    restore: form([...OPEN, 'channel', 'minute', 'of'], ['rules']),
    roster: form(['minute', 'categories', 'contestants'], ['part', 'parts']),
  },
];
for (const forms of FORMS.slice(1)) {
  forms.paid = forms.free;
  forms.manual = forms.free;
  for (const one of ['free', 'reversal', 'restore'].filter((kind) => forms[kind])) {
    const { required, optional } = forms[one];
    forms[one].covered = form(
      [...required.filter((name) => !OPEN.includes(name)), 'hidden', 'hiddenBy'],
      optional,
    );
  }
}

/** Kinds of entries that are votes. */
export const VOTES = new Set(['free', 'paid', 'manual']);
/** Channels of each kind of vote; version 1 had no kind of its own for what an organiser entered in a free contest. */
const CHANNELS = {
  free: ['web', 'light', 'ussd', 'ballot'],
  paid: ['card', 'mobile_money', 'other'],
  manual: ['cash', 'manual'],
};
const CHANNELS_OF = [null, { ...CHANNELS, free: [...CHANNELS.free, 'manual'] }, CHANNELS];
const ALL_CHANNELS = Object.values(CHANNELS).flat();

/**
 * The entry has the fields of its kind, each with a value that it can have.
 * @param {Record<string, any>} entry @param {number} index
 * @throws {Newer} for a version that is not known
 */
export function demandForm(entry, index) {
  const { v, kind } = entry;
  if (v !== 1 && v !== 2) demandVersion(v, index);
  const whole = typeof kind === 'string' && Object.hasOwn(FORMS[v], kind) ? FORMS[v][kind] : null;
  if (!whole) demand(false, `entry ${index} is of no kind that is known in version ${v}: ${shown(kind)}`);
  const isHidden = entry.hidden !== undefined || entry.hiddenBy !== undefined;
  if (isHidden && whole.covered && OPEN.some((name) => entry[name] !== undefined))
    demand(false, `entry ${index} is hidden and open: a hidden one has no contestant, votes and amount`);
  const { required, all } = isHidden && whole.covered ? whole.covered : whole;
  for (const name in entry) {
    const value = entry[name];
    if (value === undefined) continue;
    if (!all.has(name))
      demand(false, `entry ${index} has other fields than ${what(v, kind)}: ${shown(name)}`);
    if (name !== 'v' && name !== 'kind' && !FIELDS[name][0](value))
      demand(false, `entry ${index} has ${FIELDS[name][1]}`);
  }
  for (const name of required) {
    if (entry[name] === undefined)
      demand(false, `entry ${index} lacks the field ${name} of ${what(v, kind)}`);
  }
  if (entry.channel !== undefined) demandChannel(entry, index);
}

function demandVersion(v, index) {
  if (Number.isSafeInteger(v) && v > NEWEST)
    throw new Newer(`entry ${index} has version ${v}, which is newer than this verifier: get a newer one`);
  demand(false, `entry ${index} has no version that is known: ${shown(v)}`);
}

function demandChannel({ v, kind, channel }, index) {
  const allowed = CHANNELS_OF[v][kind] ?? ALL_CHANNELS;
  if (!allowed.includes(channel))
    demand(
      false,
      `entry ${index} has the channel ${shown(channel)}, and ${what(v, kind)} has ${allowed.join(', ')}`,
    );
}

const what = (v, kind) => `an entry of the kind ${kind} of version ${v}`;

/** A value of a log in a message: short, and never an error of its own. @param {unknown} value */
export function shown(value) {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
