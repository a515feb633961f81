import { Injectable } from '@nestjs/common';
import { sqlFile, type SqlRunner, Transactions } from '@abato/database';
import { Sweeps } from '@abato/jobs';

const MERGE = sqlFile(import.meta.url, './merge-host-sums.sql');

/** A bound on the time of one statement, when a release that does not merge has posted for weeks. */
const ROWS_AT_ONCE = 50_000;
/** What is left waits for the next run. */
const MOST_CALLS = 100;

/**
 * Make one row of the sums of each host, contest and month that have several (ADR 122). It may run at any time, several times, and at once.
 * @returns how many rows became fewer ones
 */
export async function mergeHostSums(sql: SqlRunner, rowsAtOnce = ROWS_AT_ONCE): Promise<number> {
  let gone = 0;
  for (let call = 0; call < MOST_CALLS; call++) {
    const { rows } = await sql.query<{ rows: number }>(MERGE, [rowsAtOnce]);
    const taken = rows[0]?.rows ?? 0;
    gone += taken;
    if (taken < rowsAtOnce) break;
  }
  return gone;
}

/** A host has at most the rows of so much settling besides one for each contest and month. */
const EVERY_MS = 10_000;

/** Keeps the sums of hosts few, so that a balance is read from a bounded number of rows. */
@Injectable()
export class HostSumsService {
  constructor(db: Transactions, sweeps: Sweeps) {
    sweeps.add('host sums', EVERY_MS, async () => void (await mergeHostSums(db)));
  }
}
