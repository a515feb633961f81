import { demand } from './log.mjs';
import { isObject, shown } from './forms.mjs';

/** A document of rules, read for the checks of entries. Amounts are pesewas, times milliseconds since 1970. */

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const WINDOW = /^([^/,*]+)\/([^/,*]+)\*([1-9]\d{0,3})$/;
const BUNDLE = /^([1-9]\d{0,8}):(\d{1,12})$/;
const CATEGORY = new RegExp(`^(${UUID})=(\\d{1,12})(?:,(.+))?$`);
const KNOWN = new Set(
  (
    'startDate endDate endedEarlyAt votePricePesewas bundles categoryPrices voteWindows freeVotesPerHour freeVotesPerDevice personCheck addressProof ' +
    'verification allowBallotChange electors showResults resultCorrections retentionMonths latePaymentMinutes promptSeconds amendmentReason'
  ).split(' '),
);
const LEVELS = ['OPEN', 'PHONE', 'ELECTORATE'];

/**
 * @typedef {{ price: number, bundles: { votes: number, price: number }[] }} Prices
 * @param {unknown} document @param {string} which for what is said about a wrong one
 */
export function readRules(document, which) {
  const wrong = (field) =>
    demand(false, `${which} has a ${field} that cannot be read: ${shown(document[field])}`);
  demand(isObject(document), `${which} is no document of rules: ${shown(document)}`);
  const text = (field) => {
    const value = document[field] ?? '';
    return typeof value === 'string' ? value : wrong(field);
  };
  const number = (field) => {
    const value = document[field] ?? null;
    return value === null || (Number.isSafeInteger(value) && value >= 0) ? value : wrong(field);
  };
  const time = (field, otherwise) => {
    const value = text(field);
    const ms = value ? Date.parse(value) : otherwise;
    return Number.isNaN(ms) ? wrong(field) : ms;
  };
  const list = (value, separator) => (value ? value.split(separator) : []);
  const each = (field, parts, pattern) => parts.map((part) => pattern.exec(part) ?? wrong(field));
  const bundlesIn = (field, value) =>
    each(field, list(value, ','), BUNDLE).map(([, votes, price]) => ({
      votes: Number(votes),
      price: Number(price),
    }));
  const verification = text('verification') || 'OPEN';
  if (!LEVELS.includes(verification)) wrong('verification');
  const price = number('votePricePesewas');
  return {
    document,
    unknown: Object.keys(document).filter((field) => !KNOWN.has(field)),
    start: time('startDate', -Infinity),
    end: time(document.endedEarlyAt ? 'endedEarlyAt' : 'endDate', Infinity),
    /** null: the document is older than prices, or of another kind. */
    price,
    bundles: bundlesIn('bundles', text('bundles')),
    windows: each('voteWindows', list(text('voteWindows'), ','), WINDOW).map(([, from, until, times]) => {
      const window = { from: Date.parse(from), until: Date.parse(until), times: Number(times) };
      return Number.isNaN(window.from) || Number.isNaN(window.until) ? wrong('voteWindows') : window;
    }),
    /** @type {Map<string, Prices>} */
    categories: new Map(
      each('categoryPrices', list(text('categoryPrices'), ';'), CATEGORY).map(([, id, own, bundles]) => [
        id,
        { price: Number(own), bundles: bundlesIn('categoryPrices', bundles) },
      ]),
    ),
    perHour: number('freeVotesPerHour'),
    verification,
    isElection: verification === 'ELECTORATE' && !price,
    electors: number('electors'),
    corrections: correctionsIn(text('resultCorrections'), () => wrong('resultCorrections')),
  };
}

/** @typedef {ReturnType<typeof readRules>} RulesInForce */

const CHANGE = new RegExp(`^(${UUID})(?: ([+-][1-9]\\d{0,14}))?(?: ("(?:[^"\\\\]|\\\\.)*"))?(?:(, )|(; )|$)`);

/** `2: <id> -12, <id> +3 "New name"; 3: …`. @returns {Map<string, { votes: number, names: string[] }>} what all corrections of a nominee add up to */
function correctionsIn(text, wrong) {
  const sums = new Map();
  let [rest, isBegin] = [text, true];
  while (rest) {
    const begin = isBegin ? /^\d{1,9}: /.exec(rest) : [''];
    const found = begin && CHANGE.exec(rest.slice(begin[0].length));
    if (!found) return wrong();
    const [all, id, votes = '0', name, , next] = found;
    const sum = sums.get(id) ?? { votes: 0, names: [] };
    sums.set(id, {
      votes: sum.votes + Number(votes),
      names: name ? [...sum.names, nameIn(name, wrong)] : sum.names,
    });
    rest = rest.slice(begin[0].length + all.length);
    isBegin = next !== undefined;
  }
  return sums;
}

function nameIn(text, wrong) {
  try {
    return JSON.parse(text);
  } catch {
    return wrong();
  }
}

/** What so many bought votes cost: each its price, and never more than a bundle with as many votes or more. @param {Prices} prices @param {number} bought */
export function amountOf({ price, bundles }, bought) {
  let amount = price * bought;
  for (const bundle of bundles) if (bundle.votes >= bought && bundle.price < amount) amount = bundle.price;
  return amount;
}
