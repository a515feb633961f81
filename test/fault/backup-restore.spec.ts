import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { CastVoteResult } from '@abato/contracts';
import { admin } from '../support/admin.js';
import { baseBackup, copyCluster } from '../support/base-backup.js';
import { aContest, aVote, type BuiltContest, closeDatabase } from '../support/builders.js';
import { ApiClient } from '../support/http.js';
import { publicTotal } from '../support/payments.js';
import { startPlatform, type TestPlatform } from '../support/platform.js';
import { testRun, usePlatform } from '../support/state.js';
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
}, 300_000);

afterAll(async () => {
  await closeDatabase();
  await restored?.platform.destroy();
  await original?.platform.destroy();
}, 300_000);

/** Votes one after the other until told to stop. @returns how many were acknowledged so far */
function voters(contest: BuiltContest) {
  const api = new ApiClient(original.baseUrl);
  let acknowledged = 0;
  const end = new AbortController();
  const done = Promise.all(
    Array.from({ length: 4 }, async () => {
      while (!end.signal.aborted) {
        const { status } = await api.post<CastVoteResult>('/votes/cast', aVote(contest));
        if (status === 201) acknowledged++;
      }
    }),
  );
  return {
    count: () => acknowledged,
    stop: async () => {
      end.abort();
      await done;
    },
  };
}

it('brings back every vote that was acknowledged before the backup ended, with folds that equal the ledger', async () => {
  const contest = await aContest().active().withContestants(3).save();
  const voting = voters(contest);
  await waitFor(() => voting.count() > 50, { what: 'the first votes' });
  const backup = join(testRun().scratchDir, 'backup');
  const atStart = voting.count();
  let before = 0;
  const cluster = join(original.platform.dataDir, 'postgres');
  await baseBackup(original.state.ownerUrl, cluster, backup, true, async () => {
    // More than the requests that were under way: some of them are in no file that is copied already, only in the log.
    await waitFor(() => voting.count() > atStart + 20, { what: 'votes during the backup' });
    before = voting.count();
  });
  await waitFor(() => voting.count() > before, { what: 'votes after the backup' });
  await voting.stop();
  const cast = voting.count();
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
  expect(check).toMatchObject({ code: 0, out: expect.stringContaining('every fold equals the ledger') });
  const again = await new ApiClient().post<CastVoteResult>('/votes/cast', aVote(contest));
  expect(again.status).toBe(201);
  await waitFor(async () => (await publicTotal(contest.id)) === total + 1, {
    what: 'a vote after the restore',
  });
});
