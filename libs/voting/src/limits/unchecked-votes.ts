import { Inject, Injectable } from '@nestjs/common';
import { guardResult } from '@abato/contests';
import { CHECKED_LATER_REASON, type HoldReason, OVER_LIMIT_REASON } from '@abato/contracts';
import { sqlStatements, type SqlRunner, Transactions } from '@abato/database';
import { Queues, Sweeps, tryEach } from '@abato/jobs';
import { type Clock, CLOCK, REDIS, type RedisClient, Secrets } from '@abato/platform';
import { decideHeldVotes } from '../held/release-held-votes.js';
import { type FreeVote, minuteOf, type Verdict } from './free-vote.js';
import { chargeInRedis } from './redis-limits.js';
import { refundInRedis } from './refund-free-votes.js';

const [NOTE, LOCK, HOLD_FOR, FORGET] = sqlStatements(
  import.meta.url,
  './unchecked-votes.sql',
  'note',
  'lock',
  'hold-for',
  'forget',
);
const EVERY_MS = 5_000;
const PER_TRANSACTION = 500;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

interface UncheckedRow {
  id: string;
  phone: string;
  /** JSON of `factsOf`. */
  facts: string;
}

/** Notes what the rules will ask about votes that are held because Redis is away. Before they are written: the answer may be sent right after. */
export async function noteUnchecked(
  sql: SqlRunner,
  rows: readonly { id: string; contestId: string; guard: FreeVote }[],
  now: Date,
): Promise<void> {
  await sql.query(NOTE, [
    now,
    rows.map(({ id }) => id),
    rows.map(({ contestId }) => contestId),
    rows.map(({ guard }) => factsOf(guard)),
  ]);
}

/** Digests as text; without the number, which the vote has. */
function factsOf({ phone: _phone, ...facts }: FreeVote): string {
  return JSON.stringify(facts, (_key, value: unknown) => {
    const isBuffer = typeof value === 'object' && value !== null && 'data' in value;
    return isBuffer ? { base64: Buffer.from(value.data as number[]).toString('base64') } : value;
  });
}

/** No one can be asked any more: what would be asked for is held. */
function voteOf({ phone, facts }: UncheckedRow): FreeVote {
  const vote = JSON.parse(facts, (_key, value: unknown) => {
    const isText = typeof value === 'object' && value !== null && 'base64' in value;
    return isText ? Buffer.from(value.base64 as string, 'base64') : value;
  }) as Omit<FreeVote, 'phone'>;
  const { crowd, surge } = vote;
  return {
    ...vote,
    phone,
    askFirst: false,
    crowd: crowd && { ...crowd, then: 'hold' },
    surge: surge && { ...surge, then: 'hold' },
  };
}

/** Judges the votes that were held because Redis was away, by the rules that it keeps, as soon as it is back. */
@Injectable()
export class UncheckedVotes {
  constructor(
    private readonly db: Transactions,
    @Inject(REDIS) private readonly redis: RedisClient,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly secrets: Secrets,
    private readonly queues: Queues,
    sweeps: Sweeps,
  ) {
    sweeps.add('votes that were not checked', EVERY_MS, (stopping) => this.judgeAll(stopping));
  }

  private async judgeAll(stopping: AbortSignal): Promise<void> {
    const { rows } = await this.db.query<{ id: string }>(
      `SELECT DISTINCT u.contest_id AS id FROM unchecked_votes u JOIN contests c ON c.id = u.contest_id WHERE c.results_final_at IS NULL`,
    );
    const now = this.clock.now().getTime();
    await this.db.query(FORGET, [new Date(now - MINUTE_MS), new Date(now - HOUR_MS)]);
    // No row is locked while Redis is waited for.
    if (!rows.length || !(await this.redis.ping().catch(() => null))) return;
    await tryEach(
      rows,
      async ({ id }) => {
        while (!stopping.aborted && (await this.judgeSome(id)) === PER_TRANSACTION);
        await this.queues.enqueue('tally', 'drain', { contestId: id }, id).catch(() => undefined);
      },
      { stopping },
    );
  }

  /** @returns how many votes were judged */
  private async judgeSome(contestId: string): Promise<number> {
    const now = this.clock.now();
    // A transaction may run again: what Redis was asked is not asked twice.
    const judged = new Map<string, { vote: FreeVote; verdict: Verdict }>();
    const released = new Set<string>();
    try {
      return await this.db.run(async ({ sql }) => {
        await guardResult(sql, contestId, 'decide-held-vote', now);
        const { rows } = await sql.query<UncheckedRow>(LOCK, [contestId, PER_TRANSACTION]);
        const asked = rows.filter(({ id }) => !judged.has(id));
        const votes = asked.map(voteOf);
        const verdicts = votes.length ? await chargeInRedis(this.redis, votes, minuteOf(now)) : [];
        asked.forEach(({ id }, index) =>
          judged.set(id, { vote: votes[index] as FreeVote, verdict: verdicts[index] as Verdict }),
        );
        const ids = rows.map(({ id }) => id);
        released.clear();
        for (const id of await this.decide(sql, contestId, ids, judged)) released.add(id);
        await sql.query('DELETE FROM unchecked_votes WHERE vote_id = ANY($1::uuid[])', [ids]);
        return ids.length;
      });
    } catch (error) {
      released.clear();
      throw error;
    } finally {
      const unused = [...judged].filter(
        ([id, { verdict }]) => verdict.kind === 'counted' && !released.has(id),
      );
      await refundInRedis(
        this.redis,
        unused.map(([, { vote }]) => vote),
        unused.map(([, { verdict }]) => verdict),
        minuteOf(now),
      ).catch(() => undefined);
    }
  }

  /** Releases what counts, rejects what is over a limit of phone or device, and holds the rest for the rule. @returns those that count now */
  private async decide(
    sql: SqlRunner,
    contestId: string,
    ids: readonly string[],
    judged: ReadonlyMap<string, { vote: FreeVote; verdict: Verdict }>,
  ): Promise<string[]> {
    const outcomes = ids.map((id) => ({ id, outcome: outcomeOf(judged.get(id)) }));
    const of = (wanted: string): string[] =>
      outcomes.filter(({ outcome }) => outcome === wanted).map(({ id }) => id);
    const held = outcomes.filter(({ outcome }) => outcome !== 'RELEASED' && outcome !== 'REJECTED');
    await sql.query(HOLD_FOR, [held.map(({ id }) => id), held.map(({ outcome }) => outcome)]);
    const settings = { now: this.clock.now(), atMost: PER_TRANSACTION, secrets: this.secrets };
    let released: string[] = [];
    for (const [decision, reason] of [
      ['RELEASED', CHECKED_LATER_REASON],
      ['REJECTED', OVER_LIMIT_REASON],
    ] as const) {
      const voteIds = of(decision);
      if (!voteIds.length) continue;
      const choice = { contestId, voteIds };
      const done = await decideHeldVotes(sql, choice, { decision, reason, actorUserId: null }, settings);
      if (decision === 'RELEASED') released = done.map(({ id }) => id);
    }
    return released;
  }
}

/** What becomes of a vote that was judged later. One that would have been asked for a proof is held for the rule that asks. */
function outcomeOf(
  judged: { vote: FreeVote; verdict: Verdict } | undefined,
): HoldReason | 'RELEASED' | 'REJECTED' {
  if (!judged) return 'LIMITS_UNKNOWN';
  const { vote, verdict } = judged;
  if (verdict.kind === 'counted') return 'RELEASED';
  if (verdict.kind === 'refused') return 'REJECTED';
  if (verdict.kind === 'held') return verdict.reason;
  return vote.isOutside ? 'OUTSIDE_NETWORKS' : 'ONE_ADDRESS';
}
