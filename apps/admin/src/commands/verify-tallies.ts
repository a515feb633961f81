import { isUuid } from '@abato/contracts';
import { type Command, Refusal } from '../command.js';
import { verifyContest, verifySettlements } from '../verify/verify-contest.js';

/** The proof behind "anyone can check": the published counts are the sum of the ledger. */
export const verifyTallies: Command = {
  name: 'verify-tallies',
  summary:
    'Recount the ledger and compare every fold, vote (also held ones) and payment with it, and the sums of the books with the journal',
  options: { contest: { type: 'string', value: 'id', meaning: 'this contest only; all without it' } },
  details: `
Reads only, in one snapshot per contest, without locks: safe in production while votes come in. Its time grows
with the ledger. Also the last step of every restore. Ends with exit code 2 when something differs; then
see docs/runbook.md#the-books-differ and correct nothing by hand.`,
  settings: ['DATABASE_URL'],
  async run(given, operator) {
    const contest = given.options['contest'];
    if (contest !== undefined && !isUuid(contest)) throw new Refusal('--contest must be the id of a contest');
    const { rows } = await operator.database.query<{ id: string }>(
      `SELECT contest_id AS id FROM contest_tallies WHERE $1::uuid IS NULL OR contest_id = $1
       UNION SELECT id FROM contests WHERE $1::uuid IS NULL OR id = $1 ORDER BY 1`,
      [contest ?? null],
    );
    if (contest && !rows.length) throw new Refusal(`there is no contest ${contest}`);
    let wrong = 0;
    for (const { id } of rows) {
      const differences = await verifyContest(operator.database, id);
      if (!differences.length) continue;
      wrong++;
      operator.print(`contest ${id}`);
      for (const difference of differences) operator.print(`  ${difference}`);
    }
    for (const difference of contest ? [] : await verifySettlements(operator.database)) {
      wrong++;
      operator.print(difference);
    }
    operator.print(
      wrong
        ? `${rows.length} contests checked, ${wrong} with differences`
        : `${rows.length} contests checked: every fold equals the ledger`,
    );
    return wrong ? 2 : 0;
  },
};
