import { isObject, shown } from './forms.mjs';
import { demand } from './log.mjs';
import { releasedVotes } from './outcome.mjs';

/** The public page, compared whole with the log and with the published rules (docs/log-format.md, "The page"). */

/**
 * @param {any} page what `/api/contests/<contest>/public` has as `data`
 * @param {object} by
 * @param {string} by.origin name of the log; empty where it is not known
 * @param {import('./totals.mjs').Totals} by.totals of all entries
 * @param {ReturnType<typeof import('./rules.mjs').readPublished> | null} by.published
 * @returns {boolean} false when the page hides its counts @throws {Failure} when it shows something else than the log, or counts that the log hides
 */
export function comparePage(page, { origin, totals, published }) {
  const hasAll = isObject(page) && Array.isArray(page.categories) && page.categories.every(isCategory);
  demand(hasAll, `the page is no answer about a contest with its categories and nominees: ${shown(page)}`);
  // Pages of earlier releases lack fields; a log with names is of a release whose page has them all.
  const says = compareWith(totals.rosters.first !== null);
  const contest = origin.split('/').at(-1);
  if (origin) says('', 'id', page.id, contest);
  const people = page.categories.flatMap(({ contestants }) => contestants);
  says('', '_count.categories', page._count?.categories, page.categories.length);
  says('', '_count.contestants', page._count?.contestants, people.length);
  if (totals.rosters.newest) compareNames(page, totals.rosters.newest);
  const newest = published?.versions.at(-1);
  if (newest) compareRules(page, newest.rules, says);
  if (published) compareAmendment(page, published.versions, says);
  const isShown = people.some(({ voteCount }) => voteCount !== null);
  if (people.length > 0 && !isShown) {
    demandHidden(page, people);
    return false;
  }
  says('', 'showResults', page.showResults, true);
  demand(
    totals.hidden.size === 0,
    `the page shows counts, and the log has no key for ${totals.hidden.size} entries`,
  );
  compareCounts(page, people, totals, says);
  return true;
}

const isCategory = (category) =>
  isObject(category) &&
  Array.isArray(category.contestants) &&
  category.contestants.every((person) => isObject(person) && typeof person.id === 'string');

/** @param {boolean} isWhole whether a field that the page lacks is wrong too */
function compareWith(isWhole) {
  return (what, field, value, expected, where = 'the log') => {
    if (value === undefined && !isWhole) return;
    if (value === expected) return;
    const of = what ? ` for ${what}` : '';
    demand(false, `the page shows ${shown(value)} as ${field}${of}: by ${where} it is ${shown(expected)}`);
  };
}

function compareNames({ categories }, roster) {
  const seen = new Set();
  const check = (what, id, fields, listed) => {
    demand(
      listed !== undefined,
      `the page shows the ${what} ${shown(id)}, who is not in the newest list of the log`,
    );
    demand(!seen.has(id), `the page shows the ${what} ${id} twice`);
    seen.add(id);
    for (const [field, value] of Object.entries(fields))
      demand(
        value === listed[field],
        `the page shows ${shown(value)} as ${field} of the ${what} ${id}, the log has ${shown(listed[field])}`,
      );
  };
  for (const { id: categoryId, name, contestants } of categories) {
    check('category', categoryId, { name }, roster.categories.get(categoryId));
    for (const { id, code, name: own, categoryId: said = categoryId } of contestants) {
      check('nominee', id, { name: own, code, categoryId }, roster.contestants.get(id));
      demand(
        said === categoryId,
        `the page shows ${shown(said)} as categoryId of the nominee ${id}, and shows it in ${categoryId}`,
      );
    }
  }
  for (const [what, list] of [
    ['category', roster.categories],
    ['nominee', roster.contestants],
  ])
    for (const [id, { name }] of list)
      demand(
        seen.has(id),
        `the page lacks the ${what} ${shown(name)} ${id}, who is in the newest list of the log`,
      );
}

/** What the page shows of the rules is what the newest ones say. @param {import('./rules-in-force.mjs').RulesInForce} rules */
function compareRules(
  page,
  { document, isElection, price, bundles, windows, categories, verification },
  says,
) {
  const same = (field, value, expected, what = '') =>
    says(
      what,
      field,
      value === undefined ? undefined : plain(value),
      plain(expected),
      'the newest version of the rules',
    );
  const cedis = (pesewas) => pesewas / 100;
  const bundlesOf = (list) => list.map(({ votes, price: pesewas }) => ({ price: cedis(pesewas), votes }));
  if (price !== null) same('votePrice', page.votePrice, cedis(price));
  const fields = [
    'startDate',
    'endDate',
    'showResults',
    'retentionMonths',
    ...(isElection ? ['allowBallotChange'] : []),
  ];
  for (const field of fields)
    if (document[field] !== undefined && document[field] !== null) same(field, page[field], document[field]);
  same('bundles', bundlesShown(page.bundles), bundlesOf(bundles));
  same(
    'windows',
    windowsShown(page.windows),
    windows.map(({ from, until, times }) => [from, until, times]),
  );
  const isFree = price === 0;
  same('freeVotesPerHour', page.freeVotesPerHour, isFree ? (document.freeVotesPerHour ?? null) : null);
  same('verification', page.verification, isFree ? verification : null);
  for (const { id, name, votePrice, bundles: own } of page.categories) {
    const listed = categories.get(id);
    same('votePrice', votePrice, listed ? cedis(listed.price) : null, `the category ${shown(name)}`);
    same(
      'bundles',
      bundlesShown(own),
      listed ? bundlesOf(listed.bundles) : [],
      `the category ${shown(name)}`,
    );
  }
}

/** Lists are compared by their texts. */
const plain = (value) => (typeof value === 'object' && value !== null ? JSON.stringify(value) : value);

const bundlesShown = (list) =>
  Array.isArray(list) && list.every(isObject) ? list.map(({ votes, price }) => ({ price, votes })) : list;

const windowsShown = (list) =>
  Array.isArray(list) && list.every(isObject)
    ? list.map(({ from, until, multiplier }) => [Date.parse(from), Date.parse(until), multiplier])
    : list;

function compareAmendment({ amendment }, versions, says) {
  if (amendment === undefined) return says('', 'amendment', amendment, versions.length > 1 ? 'one' : null);
  const newest = versions.at(-1);
  if (versions.length < 2)
    return demand(
      amendment === null,
      `the page shows an amendment, and the rules have none: ${shown(amendment)}`,
    );
  demand(isObject(amendment), `the page shows no amendment, and the rules have ${versions.length - 1}`);
  const where = 'the published rules';
  says('the amendments', 'count', amendment.count, versions.length - 1, where);
  says('the newest amendment', 'time', amendment.at, newest.time, where);
  says('the newest amendment', 'reason', amendment.reason, newest.reason, where);
}

/** A page that hides its results shows no number that depends on a count. */
function demandHidden(page, people) {
  const counts = [
    ['totalVotes', page.totalVotes],
    ['_count.votes', page._count?.votes],
    ...page.categories.map(({ _count }) => ['_count.votes of a category', _count?.votes]),
    ...people.flatMap(({ id, rank, percentage, categoryPercentage, releasedVotes, _count }) =>
      Object.entries({ rank, percentage, categoryPercentage, releasedVotes, votes: _count?.votes }).map(
        ([field, value]) => [`${field} of ${id}`, value],
      ),
    ),
  ];
  for (const [field, value] of counts)
    demand(
      value === undefined || value === null,
      `the page hides its counts, and shows ${shown(value)} as ${field}`,
    );
  demand(page.showResults !== true, 'the page says that it shows results, and shows no counts');
}

/** Share in percent with one decimal; 0 of nothing. */
const shareOf = (votes, total) => (total > 0 ? Math.round((votes / total) * 1000) / 10 : 0);

function compareCounts(page, people, totals, says) {
  const votesOf = ({ id }) => totals.votes.get(id) ?? 0;
  const sumOf = (list) => list.reduce((sum, person) => sum + votesOf(person), 0);
  const total = sumOf(people);
  const released = releasedVotes(totals);
  for (const person of people)
    demand(
      person.voteCount === votesOf(person),
      `the page shows ${shown(person.voteCount)} votes for ${person.id}, the log has ${votesOf(person)}`,
    );
  says('', 'totalVotes', page.totalVotes, total);
  says('', '_count.votes', page._count?.votes, total);
  for (const { name, contestants, _count } of page.categories) {
    const sum = sumOf(contestants);
    says(`the category ${shown(name)}`, '_count.votes', _count?.votes, sum);
    says(`the category ${shown(name)}`, '_count.contestants', _count?.contestants, contestants.length);
    for (const person of contestants) {
      const votes = votesOf(person);
      const rank = 1 + contestants.filter((other) => votesOf(other) > votes).length;
      if (person.rank !== null || votes > 0) says(person.id, 'rank', person.rank, rank);
      says(person.id, 'percentage', person.percentage, shareOf(votes, total));
      says(person.id, 'categoryPercentage', person.categoryPercentage, shareOf(votes, sum));
      says(person.id, '_count.votes', person._count?.votes, votes);
      compareReleased(person, released, totals.hasVersion1);
    }
  }
}

/** The page counts what was let in, also what was taken back since. Entries of version 1 do not say that a person let them in. */
function compareReleased({ id, releasedVotes: value }, { all, standing }, hasVersion1) {
  if (value === undefined && hasVersion1) return;
  const [most, least] = [all.get(id) ?? 0, standing.get(id) ?? 0];
  const fits = hasVersion1 ? value >= least : value === most || value === least;
  demand(
    fits,
    `the page shows ${shown(value)} released votes for ${id}, the log has ${least}${most === least ? '' : `, and ${most} with those taken back`}`,
  );
}
