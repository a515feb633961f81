import type { Command } from '../command.js';
import { CONTEST_OPTION, contestsFrom } from '../verify/contests.js';
import { verifyContest, verifySettlements } from '../verify/verify-contest.js';

/** The proof behind "anyone can check": the published counts are the sum of the ledger. */
export const verifyTallies: Command = {
  name: 'verify-tallies',
  summary:
    'Recount the ledger and compare every fold, vote (also held ones), payment and entry of the public log with it, the public counts with the log, and the sums of the books with the journal',
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
        : `${contests.length} contests checked: every fold equals the ledger, and every public log`,
    );
    return wrong ? 2 : 0;
  },
};
