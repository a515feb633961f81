import { aContest } from '../support/builders.js';
import { expectCountedOnce } from '../support/counted-once.js';
import {
  castFree,
  differencesFromLedger,
  freeContest,
  holdBatches,
  verifyWithTotals,
  waitForLog,
} from '../support/transparency.js';
import { voters } from '../support/voters.js';
import { api, running, useOwnPlatform } from './own-platform.js';

/**
 * The least a voter may expect: whatever is killed while votes come in, each acknowledged vote is in the ledger once and then on
 * the public page. How soon is measured by `npm run fault`, on a machine that does nothing else.
 */
useOwnPlatform({ VOTE_LIMITS: 'off' });

it.each(['worker', 'redis', 'postgres', 'api'] as const)(
  'kill -9 of %s while votes come in loses no acknowledged vote, counts none twice, and shows all',
  async (name) => {
    const contest = await aContest().active().save();
    const crowd = voters(api, contest, 8);
    await crowd.more(50, 'votes before the kill');
    await running.platform.service(name).kill('SIGKILL');
    await running.platform.service(name).waitReady(180_000);
    await crowd.more(50, 'votes after the kill');
    await crowd.stop();
    await expectCountedOnce(api, contest, crowd.acknowledged);
  },
);

it('kill -9 of the worker in a batch of a public log: the log is the ledger afterwards', async () => {
  const contest = await freeContest(1);
  const batch = await holdBatches(contest);
  try {
    for (let i = 0; i < 3; i++) await castFree(contest);
    await batch.pid();
    await running.platform.service('worker').kill('SIGKILL');
    await batch.letGo();
    await running.platform.service('worker').waitReady(180_000);
  } finally {
    await batch.letGo();
  }
  await waitForLog(contest, 4, 4);
  expect(await differencesFromLedger(contest)).toBe(0);
  expect(await verifyWithTotals(contest)).toMatchObject({ code: 0 });
});
