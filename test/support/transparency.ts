import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import { aContest, aVote, type BuiltContest, database, inTransaction, sql } from './builders.js';
import { ApiClient } from './http.js';
import { publicTotal } from './payments.js';
import { testState } from './state.js';
import { waitFor } from './wait-for.js';

const VERIFIER = join(import.meta.dirname, '..', '..', 'apps', 'verifier', 'src');

/** Of the witness that the shared platform knows (scripts/lib/test-run.mjs): secret and public line. */
export const TEST_WITNESS = {
  secret: 'PRIVATE+KEY+witness.test/1+d89a584a+BBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQU',
  line: 'witness.test/1+d89a584a+BCCCi/XFvcrLaEhjM2wgL7VZnaSL5VlmFXQhcHBb7Kn3',
  id: 'd89a584a',
};

export const logOf = (contest: BuiltContest): string => `${testState().baseUrl}/log/${contest.id}`;

/** Run the verifier as an outsider does. */
export const verifier = (...args: string[]) => outsider('main.mjs', args);

/** Run a witness as an outsider does. */
export const witness = (...args: string[]) => outsider('witness.mjs', args);

/** Run a witness that waits for checkpoints. @returns its address, and `stop` for `finally` */
export async function startWitness(
  ...args: string[]
): Promise<{ address: string; stop: () => Promise<void> }> {
  const program = [join(VERIFIER, 'witness.mjs'), 'serve', '--port', '0', ...args];
  const child = spawn(process.execPath, program, { stdio: ['ignore', 'pipe', 'inherit'] });
  const said = await new Promise<string>((resolve) =>
    child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString())),
  );
  return {
    address: `http://127.0.0.1:${/port (\d+)/.exec(said)?.[1]}`,
    stop: async () => {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'close');
    },
  };
}

async function outsider(program: string, args: string[]): Promise<{ code: number | null; out: string }> {
  const child = spawn(process.execPath, [join(VERIFIER, program), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (out += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, out };
}

/** The verifier's judgement of a contest's log and of the totals on its public page. */
export const verifyWithTotals = (contest: BuiltContest, ...args: string[]): ReturnType<typeof verifier> =>
  verifier(logOf(contest), '--totals', `${testState().baseUrl}/api/contests/${contest.id}/public`, ...args);

export async function castFree(contest: BuiltContest, fields: Record<string, unknown> = {}): Promise<void> {
  const answer = await new ApiClient().post('/votes/cast', aVote(contest, fields));
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
}

/** Wait until the signed log has as many entries beside its rosters, and the public page as many votes. */
export async function waitForLog(contest: BuiltContest, entries: number, votes: number): Promise<void> {
  await waitFor(
    async () => (await sizeOf(contest)) === entries && (await publicTotal(contest.id)) === votes,
    { what: `a log of ${entries} entries` },
  );
}

/** Entries below the newest signed checkpoint; null without a public log. */
export async function wholeSizeOf(contest: BuiltContest): Promise<number | null> {
  const note = await fetch(`${logOf(contest)}/checkpoint`);
  return note.ok ? Number((await note.text()).split('\n')[1]) : null;
}

/** The same without the entries of rosters, which the log of every contest has. */
export async function sizeOf(contest: BuiltContest): Promise<number | null> {
  const size = await wholeSizeOf(contest);
  if (size === null) return null;
  const { length: rowCount } = await sql`SELECT FROM log_entries WHERE contest_id = ${contest.id}
    AND roster_id IS NOT NULL AND leaf_index < ${size}`;
  return size - (rowCount ?? 0);
}

/** The first published entries, without those of rosters, of a log of fewer than 256. */
export const entriesOf = async (contest: BuiltContest, count: number): Promise<Record<string, unknown>[]> =>
  (await wholeLogOf(contest)).filter(({ kind }) => kind !== 'roster').slice(0, count);

/** All published entries of a log of fewer than 256. */
export async function wholeLogOf(contest: BuiltContest): Promise<Record<string, unknown>[]> {
  const bundle = Buffer.from(
    await (await fetch(`${logOf(contest)}/tile/entries/000.p/${await wholeSizeOf(contest)}`)).arrayBuffer(),
  );
  const entries: Record<string, unknown>[] = [];
  for (let at = 0; at < bundle.length;) {
    const end = at + 2 + bundle.readUInt16BE(at);
    entries.push(JSON.parse(bundle.toString('utf8', at + 2, end)) as Record<string, unknown>);
    at = end;
  }
  return entries;
}

/** A free contest with a log of as many entries, one vote each. */
export async function freeContest(votes: number): Promise<BuiltContest> {
  const contest = await aContest().withContestants(2).save();
  for (let i = 0; i < votes; i++) await castFree(contest);
  await waitForLog(contest, votes, votes);
  return contest;
}

/** SQL as the superuser, whom no trigger and no right stops. */
export async function behindTheGuards(...statements: [string, unknown[]][]): Promise<void> {
  await inTransaction(async (client) => {
    await client.query('SET LOCAL session_replication_role = replica');
    for (const [text, values] of statements) await client.query(text, values);
  });
}

/** Wait until no worker looks at the contest again of its own accord. */
export const logRests = (contest: BuiltContest) =>
  waitFor(
    async () =>
      (
        await sql`SELECT FROM log_trees g LEFT JOIN contest_tallies t USING (contest_id)
          WHERE contest_id = ${contest.id} AND searched_version = coalesce(version, 0)`
      ).length === 1,
    { what: 'the whole ledger to be searched' },
  );

/** Rows of the ledger without an entry, and entries without a row. */
export async function differencesFromLedger(contest: BuiltContest): Promise<number> {
  return sql.value<number>`SELECT count(*) AS differences FROM (SELECT *
     FROM vote_ledger WHERE contest_id = ${contest.id}) l
     FULL JOIN (SELECT * FROM log_entries WHERE contest_id = ${contest.id}
     AND vote_id IS NOT NULL) e USING (vote_id, kind, step)
     WHERE l.vote_id IS NULL OR e.vote_id IS NULL`;
}

/**
 * From now on each batch of a contest's log stops before its last statement is done, until it is let go.
 * @returns `pid`: waits for a batch that is held, and resolves to its connection's process; `letGo`: call it in `finally`
 */
export async function holdBatches(contest: BuiltContest) {
  const key = randomInt(1, 2 ** 31);
  const holder = await database().connect();
  await holder.query('SELECT pg_advisory_lock($1)', [key]);
  await database().query(`
    CREATE FUNCTION hold_batch_${key}() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET lock_timeout = 0 AS $$
      BEGIN PERFORM pg_advisory_xact_lock(${key}); RETURN NEW; END $$;
    CREATE TRIGGER hold_batch_${key} BEFORE INSERT ON log_checkpoints FOR EACH ROW
      WHEN (NEW.contest_id = '${contest.id}') EXECUTE FUNCTION hold_batch_${key}()`);
  const held = async (): Promise<number | undefined> => {
    return sql.value<number>`SELECT pid FROM pg_locks WHERE locktype = 'advisory'
      AND objid = ${key}::oid AND NOT granted`;
  };
  let isHeld = true;
  return {
    pid: () => waitFor(held, { what: 'a batch to be under way' }),
    letGo: async (): Promise<void> => {
      if (!isHeld) return;
      isHeld = false;
      await holder.query('SELECT pg_advisory_unlock($1)', [key]);
      holder.release();
      await database().query(
        `DROP TRIGGER hold_batch_${key} ON log_checkpoints; DROP FUNCTION hold_batch_${key}`,
      );
    },
  };
}

/** The test's connections as services take them. */
export function asSource(): DataSource {
  const query = async (text: string, values: unknown[]): Promise<unknown[]> =>
    (await database().query<Record<string, unknown>>(text, values)).rows;
  return { query } as unknown as DataSource;
}

/** Count votes of one each, all at once. */
export async function addVotes(contest: BuiltContest, votes: number): Promise<void> {
  await sql`WITH more AS (
       INSERT INTO vote_ledger (vote_id, kind, contest_id, category_id, contestant_id, votes, amount_pesewas,
       method, channel, recorded_at)
       SELECT gen_random_uuid(), 'COUNT', ${contest.id}, ${contest.contestant.categoryId},
       ${contest.contestant.id}, 1, 0, 'FREE', 'web', now() FROM generate_series(1, ${votes}) RETURNING *)
     INSERT INTO tally_outbox (contest_id, category_id, contestant_id, votes, transactions, amount_pesewas,
     hour, method, channel, created_at)
     SELECT contest_id, category_id, contestant_id, 1, 1, 0, date_trunc('hour', recorded_at, 'UTC'), method,
     channel, now() FROM more`;
}
