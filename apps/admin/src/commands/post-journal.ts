import { postAll } from '@abato/payments';
import type { Command } from '../command.js';

/** For payments that were settled by a release without a journal. */
export const postJournal: Command = {
  name: 'post-journal',
  summary: 'Post what is missing in the books of money in double entry',
  details: `
Needed once after the upgrade to the release that brings the journal, when no process of the release before it runs any more. Compares
each payment with what was posted of it and writes the difference as one balanced entry, a thousand payments at a time. Processes may run
meanwhile. Repeating it posts nothing.`,
  settings: ['DATABASE_URL'],
  async run(_given, operator) {
    const { database, now } = operator;
    const { payments, entries } = await postAll((work) => database.run(({ sql }) => work(sql)), now);
    operator.print(`${payments} payments compared, ${entries} entries posted`);
    return 0;
  },
};
