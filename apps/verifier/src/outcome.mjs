import { shown } from './forms.mjs';
import { demand } from './log.mjs';

/** What can be said after the last entry: whole sums, which the newest rules and the newest list of nominees limit. */

/** Free votes that a person let in: all of them, and those that still stand. @param {import('./totals.mjs').Totals} totals */
export function releasedVotes({ counted, reversals }) {
  const [all, standing] = [new Map(), new Map()];
  for (const index of counted.openVotes()) {
    if (!counted.isReleased(index) || counted.amounts[index] > 0) continue;
    const [id, votes] = [counted.contestant(index), counted.votes[index]];
    all.set(id, (all.get(id) ?? 0) + votes);
    standing.set(id, (standing.get(id) ?? 0) + votes - (reversals.taken.get(index)?.votes ?? 0));
  }
  return { all, standing };
}

/** @param {import('./totals.mjs').Totals} totals of all entries @throws {Failure} when the newest rules do not allow what they add up to */
export function demandOutcome(totals) {
  const rules = totals.rules.versions.at(-1)?.rules;
  if (!rules) return;
  demandElectors(totals, rules);
  demandNames(totals, rules);
  // While entries are hidden, corrections are among them.
  if (totals.hidden.size === 0) demandCorrections(totals, rules);
}

/** In each category no more ballots stand than there are electors. */
function demandElectors({ counted, reversals, rosters }, { isElection, electors }) {
  if (!isElection || electors === null || !rosters.newest) return;
  const { categories, contestants } = rosters.newest;
  const ballots = new Map();
  for (const index of counted.openVotes()) {
    const category = contestants.get(counted.contestant(index))?.categoryId;
    if (!category || counted.channel(index) !== 'ballot' || reversals.taken.get(index)?.votes > 0) continue;
    const count = (ballots.get(category) ?? 0) + 1;
    ballots.set(category, count);
    demand(
      count <= electors,
      `entry ${index} is ballot ${count} that stands in the category ${shown(categories.get(category).name)}, and the rules have ${electors} electors`,
    );
  }
}

/** After the end only a correction changes a name, and nothing else of the list changes. */
function demandNames({ rosters }, { end, corrections }) {
  for (const { index, minute, change, id, field, to } of rosters.changes) {
    if (Date.parse(minute) < end) continue;
    const isAnnounced = field === 'name' && corrections.get(id)?.names.includes(to);
    demand(
      isAnnounced,
      `entry ${index} changes the list of nominees after the end, and no correction of the result announces it: ${change}`,
    );
  }
}

function demandCorrections({ corrections: logged, hasVersion1 }, { corrections }) {
  if (hasVersion1 && corrections.size === 0) return;
  for (const id of new Set([...logged.keys(), ...corrections.keys()])) {
    const entries = logged.get(id) ?? [];
    const announced = corrections.get(id)?.votes ?? 0;
    demand(
      sumsOf(entries).has(announced),
      `the log corrects the result of ${id} by ${entries.reduce((sum, { votes }) => sum + votes, 0)} votes (${entries.length ? `entry ${entries.at(-1).index}` : 'no entry'}), and the published rules announce ${announced}`,
    );
  }
}

const MOST_SUMS = 10_000;

/** What entries can add up to of which some may be votes of the last minute. */
function sumsOf(entries) {
  let sums = new Set([0]);
  for (const { votes, isSure } of entries) {
    const withIt = [...sums].map((sum) => sum + votes);
    sums = new Set(isSure || sums.size > MOST_SUMS ? withIt : [...sums, ...withIt]);
  }
  return sums;
}
