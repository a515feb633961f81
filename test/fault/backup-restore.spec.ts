import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { CastVoteResult } from '@abato/contracts';
import { admin } from '../support/admin.js';
import { baseBackup, copyCluster } from '../support/base-backup.js';
import { aContest, aVote, closeDatabase } from '../support/builders.js';
import { ApiClient } from '../support/http.js';
import { publicTotal } from '../support/payments.js';
import { startPlatform, type TestPlatform } from '../support/platform.js';
import { testRun, usePlatform } from '../support/state.js';
import { voters } from '../support/voters.js';
import { waitFor } from '../support/wait-for.js';

/**
 * The procedure of docs/runbook.md, "Back up and restore": a base backup of a running server while people vote, put into an
 * empty place, started, recounted.
 */
let original: TestPlatform;
let restored: TestPlatform | undefined;

beforeAll(async () => {
  original = await startPlatform({ VOTE_LIMITS: 'off' });
  usePlatform(original.state);
});

afterAll(async () => {
  await closeDatabase();
  await restored?.platform.destroy();
  await original?.platform.destroy();
});

it('brings back every vote that was acknowledged before the backup ended, with tallies that equal the ledger', async () => {
  const contest = await aContest().active().withContestants(3).save();
  const crowd = voters(new ApiClient(), contest, 4);
  await crowd.more(50, 'the first votes');
  const backup = join(testRun().scratchDir, 'backup');
  let before = 0;
  const cluster = join(original.platform.dataDir, 'postgres');
  await baseBackup(original.state.ownerUrl, cluster, backup, true, async () => {
    // More than the requests that were under way: some of them are in no file that is copied already, only in the log.
    await crowd.more(20, 'votes during the backup');
    before = crowd.acknowledged.size;
  });
  await crowd.more(0, 'votes after the backup');
  await crowd.stop();
  const cast = crowd.acknowledged.size;
  await closeDatabase();
  await original.platform.stop();

  restored = await startPlatform(
    { VOTE_LIMITS: 'off' },
    {
      prepare: (dataDir) => {
        copyCluster(backup, join(dataDir, 'postgres'));
        // The keys are no part of the database: without them personal data stays unreadable.
        cpSync(join(original.platform.dataDir, 'secrets.json'), join(dataDir, 'secrets.json'));
      },
    },
  );
  rmSync(backup, { recursive: true, force: true });
  usePlatform(restored.state);

  const total = await waitFor(async () => {
    const seen = await publicTotal(contest.id);
    return seen !== null && seen >= before && seen;
  });
  expect(total).toBeLessThanOrEqual(cast);
  const check = await admin(['verify-tallies']);
  expect(check).toMatchObject({ code: 0, out: expect.stringContaining('every tally equals the ledger') });
  const again = await new ApiClient().post<CastVoteResult>('/votes/cast', aVote(contest));
  expect(again.status).toBe(201);
  await waitFor(async () => (await publicTotal(contest.id)) === total + 1, {
    what: 'a vote after the restore',
  });
});
