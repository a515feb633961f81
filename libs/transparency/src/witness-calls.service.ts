import { Inject, Injectable } from '@nestjs/common';
import { sqlFile, Transactions } from '@abato/database';
import { Sweeps, tryEach } from '@abato/jobs';
import { type Clock, CLOCK, type Environment, ENVIRONMENT, type NoteKey } from '@abato/platform';
import { isCosigned, knownWitnesses, readCosignature } from './cosignature.js';
import { consistencyProof, type ReadHashes } from './merkle.js';

const WITNESS_WORK = sqlFile(import.meta.url, './sql/witness-work.sql');
const EVERY_MS = 10_000;
const CALL_WITHIN_MS = 10_000;
/** Logs of one run for each witness. */
const MOST = 200;
const AT_ONCE = 4;
const MOST_ANSWER = 4_096;
/** A checkpoint that a witness refuses is sent again after this, then after twice as long each time, up to the longest. */
const AGAIN_AFTER_MS = 60_000;
const LONGEST_WAIT_MS = 3_600_000;
/** Refused and unanswered checkpoints that are remembered for each witness. */
const MOST_REMEMBERED = 10_000;

interface Witness {
  key: NoteKey;
  address: string;
  /** Checkpoints that it refused: they must not keep it from being sent those of other logs. In this process only. */
  refused: Map<number, { waitMs: number; until: number }>;
  /** Checkpoints that it did not answer: others go first. In this process only. */
  unanswered: Set<number>;
}
interface Work {
  contest_id: string;
  checkpoint_id: number;
  size: number;
  note: string;
  old: number;
}

/** A witness that gave no answer. */
class Away extends Error {}

/** Sends new checkpoints to the witnesses that have an address, as C2SP `tlog-witness` says (ADR 111). Logs never wait for it. */
@Injectable()
export class WitnessCalls {
  private readonly witnesses: readonly Witness[];

  constructor(
    private readonly db: Transactions,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ENVIRONMENT) env: Pick<Environment, 'LOG_WITNESSES' | 'LOG_WITNESS_URLS'>,
    sweeps: Sweeps,
  ) {
    const addresses = witnessAddresses(env.LOG_WITNESS_URLS);
    this.witnesses = knownWitnesses(env.LOG_WITNESSES).flatMap((key) => {
      const address = addresses.get(key.name);
      return address ? [{ key, address, refused: new Map(), unanswered: new Set() }] : [];
    });
    if (this.witnesses.length) sweeps.add('witnesses', EVERY_MS, (stopping) => this.sendAll(stopping));
  }

  /** @param contestId of one log; null: all @throws the first failure, when every witness was asked about every log that it answers for */
  async sendAll(stopping?: AbortSignal, contestId: string | null = null): Promise<void> {
    await tryEach(this.witnesses, (witness) => this.sendTo(witness, contestId, stopping), {
      atOnce: this.witnesses.length,
      stopping,
    });
  }

  /** What is due for one witness. One that does not answer is left alone until the next run, and holds up no other. */
  private async sendTo(witness: Witness, contestId: string | null, stopping?: AbortSignal): Promise<void> {
    const now = this.clock.now().getTime();
    const waiting = [...witness.refused].filter(([, { until }]) => until > now).map(([id]) => id);
    const { rows } = await this.db.query<Work>(WITNESS_WORK, [
      witness.key.line,
      MOST,
      contestId,
      waiting,
      [...witness.unanswered],
    ]);
    const away = new AbortController();
    const until = stopping ? AbortSignal.any([stopping, away.signal]) : away.signal;
    const send = async (work: Work): Promise<void> => {
      try {
        await this.send(witness, work);
        witness.refused.delete(work.checkpoint_id);
        witness.unanswered.delete(work.checkpoint_id);
      } catch (error) {
        if (error instanceof Away) {
          away.abort();
          witness.unanswered.add(work.checkpoint_id);
          if (witness.unanswered.size > MOST_REMEMBERED) witness.unanswered.clear();
        } else this.waitWith(witness, work.checkpoint_id);
        throw error;
      }
    };
    await tryEach(rows, send, { atOnce: AT_ONCE, stopping: until });
  }

  /** What was refused waits longer each time. */
  private waitWith({ refused }: Witness, checkpointId: number): void {
    const waited = refused.get(checkpointId)?.waitMs ?? 0;
    const waitMs = Math.min(Math.max(2 * waited, AGAIN_AFTER_MS), LONGEST_WAIT_MS);
    // Written anew, so that the oldest ones come first: a log's newer checkpoint takes the place of the refused one.
    refused.delete(checkpointId);
    refused.set(checkpointId, { waitMs, until: this.clock.now().getTime() + waitMs });
    const [oldest] = refused.keys();
    if (refused.size > MOST_REMEMBERED && oldest !== undefined) refused.delete(oldest);
  }

  /** @throws Away when there was no answer @throws Error when it was no cosignature */
  private async send({ key, address }: Witness, work: Work): Promise<void> {
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
    await this.db.query(
      `INSERT INTO log_cosignatures (contest_id, checkpoint_id, witness, line, received_at) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (checkpoint_id, witness) DO NOTHING`,
      [work.contest_id, work.checkpoint_id, key.line, line, this.clock.now()],
    );
  }

  private async ask(address: string, work: Work, old: number): Promise<{ status: number; text: string }> {
    const proof = old === 0 ? [] : await consistencyProof(this.reader(work.contest_id), old, work.size);
    const lines = [`old ${old}`, ...proof.map((hash) => hash.toString('base64')), '', work.note];
    try {
      const response = await fetch(`${address}/add-checkpoint`, {
        method: 'POST',
        headers: { 'content-type': 'text/plain; charset=utf-8' },
        body: lines.join('\n'),
        redirect: 'error',
        signal: AbortSignal.timeout(CALL_WITHIN_MS),
      });
      return { status: response.status, text: await beginningOf(response) };
    } catch (error) {
      throw new Away(`a witness does not answer: ${(error as Error).message}`, { cause: error });
    }
  }

  private reader(contestId: string): ReadHashes {
    return async (level, first, count) => {
      const { rows } = await this.db.query<{ hash: Buffer }>(
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

/** As much of an answer as a cosignature needs; the rest is not read. */
async function beginningOf(response: Response): Promise<string> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const part of response.body ?? []) {
    text += decoder.decode(part as Uint8Array, { stream: true });
    if (text.length > MOST_ANSWER) break;
  }
  return text.slice(0, MOST_ANSWER);
}

/** Addresses of `LOG_WITNESS_URLS` by the name of the witness, without a slash at the end. */
function witnessAddresses(setting: string): Map<string, string> {
  return new Map(
    setting
      .split(',')
      .filter(Boolean)
      .map((pair): [string, string] => {
        const at = pair.indexOf('=');
        return [
          pair.slice(0, at).trim(),
          pair
            .slice(at + 1)
            .trim()
            .replace(/\/+$/, ''),
        ];
      }),
  );
}
