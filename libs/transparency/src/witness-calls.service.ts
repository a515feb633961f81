import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { HOT_POOL, sqlFile } from '@abato/database';
import { Sweeps, tryEach } from '@abato/jobs';
import { type Clock, CLOCK, type Environment, ENVIRONMENT, type NoteKey } from '@abato/platform';
import { isCosigned, readCosignature } from './cosignature.js';
import { type ReadHashes, storedConsistencyProof } from './stored-tree.js';
import { knownWitnesses, witnessAddresses } from './witness-settings.js';

const WITNESS_WORK = sqlFile(import.meta.url, './sql/witness-work.sql');
const EVERY_MS = 10_000;
const CALL_WITHIN_MS = 10_000;
/** Logs of one run for each witness. */
const MOST = 200;
const AT_ONCE = 4;
const MOST_ANSWER = 4_096;

interface Work {
  contest_id: string;
  checkpoint_id: number;
  size: number;
  note: string;
  old: number;
}

/** Sends new checkpoints to the witnesses that have an address, as C2SP `tlog-witness` says (ADR 143). Logs never wait for it. */
@Injectable()
export class WitnessCalls {
  private readonly witnesses: readonly { key: NoteKey; address: string }[];

  constructor(
    @Inject(HOT_POOL) private readonly pool: pg.Pool,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ENVIRONMENT) env: Pick<Environment, 'LOG_WITNESSES' | 'LOG_WITNESS_URLS'>,
    sweeps: Sweeps,
  ) {
    const addresses = witnessAddresses(env.LOG_WITNESS_URLS);
    this.witnesses = knownWitnesses(env.LOG_WITNESSES).flatMap((key) => {
      const address = addresses.get(key.name);
      return address ? [{ key, address }] : [];
    });
    if (this.witnesses.length) sweeps.add('witnesses', EVERY_MS, (stopping) => this.sendAll(stopping));
  }

  /** @param contestId of one log; null: all @throws the first failure, when every witness was asked about every log */
  async sendAll(stopping?: AbortSignal, contestId: string | null = null): Promise<void> {
    const found = await Promise.all(
      this.witnesses.map(async (witness) => {
        const { rows } = await this.pool.query<Work>(WITNESS_WORK, [witness.key.line, MOST, contestId]);
        return rows.map((work) => ({ ...witness, work }));
      }),
    );
    await tryEach(found.flat(), ({ key, address, work }) => this.send(key, address, work), {
      atOnce: AT_ONCE,
      stopping,
    });
  }

  private async send(key: NoteKey, address: string, work: Work): Promise<void> {
    let answer = await this.ask(address, work, work.old);
    // Another way of cosigning was used in between, or an answer was lost: the witness says what it saw last.
    const seen = answer.status === 409 ? /^(0|[1-9]\d{0,14})\n$/.exec(answer.text)?.[1] : undefined;
    if (seen !== undefined && Number(seen) !== work.old && Number(seen) <= work.size)
      answer = await this.ask(address, work, Number(seen));
    if (answer.status !== 200) throw new Error(`the witness ${key.name} answers ${answer.status}`);
    const line = answer.text.split('\n').find((one) => {
      const read = readCosignature(one);
      return read?.name === key.name && read.id === key.id && isCosigned(work.note, read, key);
    });
    if (!line) throw new Error(`the witness ${key.name} has not cosigned the checkpoint`);
    await this.pool.query(
      `INSERT INTO log_cosignatures (contest_id, checkpoint_id, witness, line, received_at) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (checkpoint_id, witness) DO NOTHING`,
      [work.contest_id, work.checkpoint_id, key.line, line, this.clock.now()],
    );
  }

  private async ask(address: string, work: Work, old: number): Promise<{ status: number; text: string }> {
    const proof = old === 0 ? [] : await storedConsistencyProof(this.reader(work.contest_id), old, work.size);
    const lines = [`old ${old}`, ...proof.map((hash) => hash.toString('base64')), '', work.note];
    const response = await fetch(`${address}/add-checkpoint`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      body: lines.join('\n'),
      redirect: 'error',
      signal: AbortSignal.timeout(CALL_WITHIN_MS),
    });
    const text = await response.text();
    return { status: response.status, text: text.slice(0, MOST_ANSWER) };
  }

  private reader(contestId: string): ReadHashes {
    return async (level, first, count) => {
      const { rows } = await this.pool.query<{ hash: Buffer }>(
        level === 0
          ? 'SELECT hash FROM log_entries WHERE contest_id = $1 AND leaf_index >= $2 AND leaf_index < $3 ORDER BY leaf_index'
          : `SELECT hash FROM log_nodes WHERE contest_id = $1 AND node_index >= $2 AND node_index < $3 AND level = $4 ORDER BY node_index`,
        [contestId, first, first + count, ...(level ? [level] : [])],
      );
      if (rows.length < count) throw new Error(`the log of contest ${contestId} has too few hashes`);
      return rows.map(({ hash }) => hash);
    };
  }
}
