import { isUuid } from '@abato/contracts';
import type { SqlRunner } from '@abato/database';
import { rebuildTallies as writeTallies } from '@abato/voting';
import { recordAudit } from '../audit.js';
import { type Command, type Given, Refusal } from '../command.js';
import type { Operator } from '../operator.js';
import { differingTallies, verifyContest, verifySettlements } from '../verify/verify-contest.js';

/** For commands that look at one contest or at all. */
const CONTEST_OPTION = {
  contest: { type: 'string', value: 'id', meaning: 'this contest only; all without it' },
} as const;

/**
 * Contests that have a row of their own, or a tally without one.
 * @returns ids in their order
 * @throws Refusal when the option names no contest
 */
async function contestsFrom(given: Given, sql: SqlRunner): Promise<string[]> {
  const contest = given.options['contest'];
  if (contest !== undefined && !isUuid(contest)) throw new Refusal('--contest must be the id of a contest');
  const { rows } = await sql.query<{ id: string }>(
    `SELECT contest_id AS id FROM contest_tallies WHERE $1::uuid IS NULL OR contest_id = $1
     UNION SELECT id FROM contests WHERE $1::uuid IS NULL OR id = $1 ORDER BY 1`,
    [contest ?? null],
  );
  if (contest && !rows.length) throw new Refusal(`there is no contest ${contest}`);
  return rows.map(({ id }) => id);
}

/** The proof behind "anyone can check": the published counts are the sum of the ledger. */
export const verifyTallies: Command = {
  name: 'verify-tallies',
  summary:
    'Recount the ledger and compare every tally, vote (also held ones), payment and entry of the public log with it, the public counts with the log, and the sums of the books with the journal',
  options: CONTEST_OPTION,
  details: `
Reads only, in one snapshot per contest, without locks: safe in production while votes come in. Its time grows
with the ledger. Also the last step of every restore. Ends with exit code 2 when something differs; then
see docs/runbook.md#the-books-differ and correct nothing by hand.`,
  settings: ['DATABASE_URL', 'DATA_ENCRYPTION_KEY'],
  async run(given, operator) {
    const contests = await contestsFrom(given, operator.database);
    let wrong = 0;
    for (const id of contests) {
      const differences = await verifyContest(operator.database, id, operator);
      if (!differences.length) continue;
      wrong++;
      operator.print(`contest ${id}`);
      for (const difference of differences) operator.print(`  ${difference}`);
    }
    for (const difference of given.options['contest'] ? [] : await verifySettlements(operator.database)) {
      wrong++;
      operator.print(difference);
    }
    operator.print(
      wrong
        ? `${contests.length} contests checked, ${wrong} with differences`
        : `${contests.length} contests checked: every tally equals the ledger, and every public log`,
    );
    return wrong ? 2 : 0;
  },
};

/** After verify-tallies has found a tally that differs. */
export const rebuildTallies: Command = {
  name: 'rebuild-tallies',
  summary: 'Write the tallies that differ anew from the ledger: tallies of contests, contestants and hours',
  options: {
    ...CONTEST_OPTION,
    yes: { type: 'boolean', meaning: 'really write; without it the command only says what differs' },
  },
  details: `
The ledger is right: it cannot be changed. Contests whose tallies equal it are left as they are. The others are written one after the other,
each in one transaction. Votes are accepted meanwhile; the counts of the contest stand still until it ends. Boards show the new counts within
seconds, also in a contest that has ended. Written to the audit log, which the organiser can read.

What no ledger knows is kept: the digests behind the number of unique voters, which becomes the number of these digests, and the votes per
minute of the last two hours. Votes, payments and the sums of the books are not changed: a difference of these is for a developer.

Exit codes: 0 every tally equals the ledger; 2 something still differs (with --yes also what is no tally, in the contests that were written).`,
  settings: ['DATABASE_URL', 'DATA_ENCRYPTION_KEY'],
  async run(given, operator) {
    const contests = await contestsFrom(given, operator.database);
    const really = given.options['yes'] === true;
    let [differing, left] = [0, 0];
    for (const id of contests) {
      const differences = await differingTallies(operator.database, id);
      if (!differences.length) continue;
      differing++;
      operator.print(`contest ${id}`);
      for (const difference of differences) operator.print(`  ${difference}`);
      if (really && !(await rebuild(operator, id))) left++;
    }
    operator.print(summary({ contests: contests.length, differing, left, really }));
    return differing && (!really || left) ? 2 : 0;
  },
};

/** @returns whether nothing of the contest differs any more */
async function rebuild(operator: Operator, contestId: string): Promise<boolean> {
  const rebuilt = await operator.database.run(async ({ sql }) => {
    await sql.query('SET LOCAL statement_timeout = 0');
    const done = await writeTallies(sql, contestId, operator.now);
    await recordAudit(sql, operator.now, 'contest.rebuild-folds', 'contest', contestId, { ...done });
    return done;
  });
  const { votes, contestants, hours, archivedHours } = rebuilt;
  operator.print(
    `  written: ${votes.to} votes in place of ${votes.from}; ${contestants} contestants, ${hours} hours, ${archivedHours} archived hours`,
  );
  const left = await verifyContest(operator.database, contestId, operator);
  for (const difference of left) operator.print(`  still: ${difference}`);
  return !left.length;
}

function summary(of: { contests: number; differing: number; left: number; really: boolean }): string {
  const { contests, differing, left, really } = of;
  if (!differing) return `${contests} contests checked: every tally equals the ledger`;
  if (!really)
    return `${contests} contests checked, ${differing} with differences; nothing was changed; add --yes`;
  return `${contests} contests checked, ${differing} written anew, ${left} with differences that are left`;
}
