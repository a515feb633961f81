import { Inject, Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type Actor, recordBy } from '@abato/accounts';
import {
  assertMayChangeResult,
  Contest,
  ContestDirectory,
  ContestsRepository,
  sealContest,
} from '@abato/contests';
import {
  type AddedElectors,
  type Electorate,
  type ElectorateInput,
  maskPhone,
  MAX_ELECTORS,
  type Page,
  plainBallotCode,
  refusalTexts,
  type VotedElector,
} from '@abato/contracts';
import { Transactions } from '@abato/database';
import { AppError, type Clock, CLOCK, newBallotCode, Secrets } from '@abato/platform';
import { readElectors } from './electors-list.js';

/** Digests made before other requests have their turn: some milliseconds. */
const DIGESTS_AT_ONCE = 1_000;

/** The voters of a contest of the level ELECTORATE: phone numbers of a list, and codes that are printed (ADR 134). */
@Injectable()
export class Electorates {
  constructor(
    private readonly transactions: Transactions,
    private readonly contests: ContestsRepository,
    private readonly directory: ContestDirectory,
    private readonly secrets: Secrets,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws AppError CONTEST_NOT_FOUND */
  async read(actor: Actor, contestId: string): Promise<Electorate> {
    await this.contests.assertVisible(actor, contestId);
    return readElectorate(this.transactions.manager, contestId);
  }

  /**
   * Who has voted, in an order that tells nothing. After the end only: before it, two readings would tell who voted in between, and the
   * counts of the same time for whom.
   * @throws AppError CONTEST_NOT_FOUND; CONFLICT for another level, and while votes may come or are not counted yet
   */
  async voted(
    actor: Actor,
    contestId: string,
    page: Page,
  ): Promise<{ items: VotedElector[]; total: number }> {
    await this.contests.assertVisible(actor, contestId);
    const ended: unknown[] = await this.transactions.manager.query(
      `SELECT FROM contests c WHERE c.id = $1 AND ballots_are_secret(c) AND coalesce(c.ended_at, c.end_date) <= $2
         AND NOT EXISTS (SELECT FROM tally_outbox o WHERE o.contest_id = c.id)`,
      [contestId, this.clock.now()],
    );
    if (!ended.length) throw new AppError('CONFLICT', { message: refusalTexts.ballot.votedLater });
    const rows: { phone: string | null; total: number }[] = await this.transactions.manager.query(
      `SELECT max(v.voter_phone) AS phone, count(*) OVER () AS total
       FROM ballots b JOIN votes v ON v.id = b.vote_id WHERE b.contest_id = $1
       GROUP BY b.elector ORDER BY b.elector OFFSET $2 LIMIT $3`,
      [contestId, page.skip, page.pageSize],
    );
    const items = rows.map(({ phone }) => ({ phone: phone === null ? null : maskPhone(phone) }));
    return {
      items,
      total: rows[0]?.total ?? (await readElectorate(this.transactions.manager, contestId)).voted,
    };
  }

  /**
   * Add the numbers of a list, and make codes: all or nothing. In a contest that is open each addition is audited, and an amendment of its
   * sealed rules, which name the number of electors.
   * @throws AppError CONTEST_NOT_FOUND, NOT_OWNER; CONFLICT for another level; CONTEST_ENDED; VALIDATION_FAILED naming the lines
   */
  async add(actor: Actor, contestId: string, { list, codes }: ElectorateInput): Promise<AddedElectors> {
    // Before a long list is read: only the owner's is.
    await this.transactions.run(({ manager }) => this.lockOwn(manager, actor, contestId));
    if (list === undefined && codes === undefined)
      throw refused('list', ['Give a list of phone numbers, or a number of codes']);
    const { phones, problems } = list === undefined ? { phones: [], problems: [] } : readElectors(list);
    if (problems.length) throw refused('list', problems);
    const newCodes = distinctCodes(codes ?? 0);
    const phoneDigests = await this.digests(contestId, 'phone', phones);
    const codeDigests = await this.digests(contestId, 'ballot', newCodes.map(plainBallotCode));
    const added = await this.transactions.run(async ({ manager }) => {
      const contest = await this.lockOwn(manager, actor, contestId);
      const now = this.clock.now();
      const numbers = await insertElectors(manager, contestId, 'PHONE', phoneDigests, now);
      const inserted = await insertElectors(manager, contestId, 'CODE', codeDigests, now);
      // One in a million million that a code exists already: nothing is written, and the organiser repeats it.
      if (inserted !== newCodes.length) throw new AppError('UNAVAILABLE');
      const electors = contest.electors + numbers + inserted;
      if (electors > MAX_ELECTORS)
        throw refused('list', [
          `A contest has at most ${MAX_ELECTORS.toLocaleString('en')} voters on its list`,
        ]);
      await manager.update(Contest, { id: contestId }, { electors, updatedAt: now });
      await sealContest(manager, contestId, now);
      const detail = { phones: numbers, codes: inserted, status: contest.status };
      await recordBy(manager, actor, now, 'contest.electorate-add', ['contest', contestId], detail);
      return numbers;
    });
    const electorate = await readElectorate(this.transactions.manager, contestId);
    return { ...electorate, added, known: phones.length - added, newCodes };
  }

  /**
   * Remove all voters of a draft. Later nothing is removed: an organiser could choose who counts.
   * @throws AppError CONTEST_NOT_FOUND, NOT_OWNER, INVALID_TRANSITION
   */
  async clear(actor: Actor, contestId: string): Promise<void> {
    await this.transactions.run(async ({ manager }) => {
      const contest = await this.contests.lockOwn(manager, actor, contestId);
      if (contest.status !== 'DRAFT') {
        throw new AppError('INVALID_TRANSITION', {
          message: 'The list of voters can only be cleared while the contest is a draft.',
        });
      }
      const now = this.clock.now();
      await manager.query('DELETE FROM electors WHERE contest_id = $1', [contestId]);
      await manager.update(Contest, { id: contestId }, { electors: 0, updatedAt: now });
      const detail = { electors: contest.electors };
      await recordBy(manager, actor, now, 'contest.electorate-clear', ['contest', contestId], detail);
    });
    this.directory.drop(contestId);
  }

  private async lockOwn(manager: EntityManager, actor: Actor, contestId: string): Promise<Contest> {
    const contest = await this.contests.lockOwn(manager, actor, contestId);
    if (contest.verification !== 'ELECTORATE') {
      throw new AppError('CONFLICT', { message: 'This contest does not count votes of listed voters only.' });
    }
    assertMayChangeResult(contest, 'change-electorate', this.clock.now());
    return contest;
  }

  private async digests(
    contestId: string,
    kind: 'phone' | 'ballot',
    values: readonly string[],
  ): Promise<Buffer[]> {
    const digests: Buffer[] = [];
    for (const value of values) {
      if (digests.length % DIGESTS_AT_ONCE === DIGESTS_AT_ONCE - 1)
        await new Promise((resolve) => setImmediate(resolve));
      digests.push(this.secrets.voterDigest(contestId, kind, value));
    }
    return digests;
  }
}

/** @returns how many were new */
async function insertElectors(
  manager: EntityManager,
  contestId: string,
  kind: 'PHONE' | 'CODE',
  digests: readonly Buffer[],
  now: Date,
): Promise<number> {
  if (!digests.length) return 0;
  const rows: { count: number }[] = await manager.query(
    `WITH added AS (
       INSERT INTO electors (contest_id, digest, kind, added_at)
       SELECT $1, digest, $2, $3 FROM unnest($4::bytea[]) AS digest ON CONFLICT (contest_id, digest) DO NOTHING RETURNING 1)
     SELECT count(*) AS count FROM added`,
    [contestId, kind, now, digests],
  );
  return rows[0]?.count ?? 0;
}

async function readElectorate(manager: EntityManager, contestId: string): Promise<Electorate> {
  const rows: Electorate[] = await manager.query(
    `SELECT count(*) FILTER (WHERE e.kind = 'PHONE') AS phones, count(*) FILTER (WHERE e.kind = 'CODE') AS codes,
       (SELECT count(DISTINCT b.elector) FROM ballots b WHERE b.contest_id = $1) AS voted,
       (SELECT c.allow_ballot_change FROM contests c WHERE c.id = $1) AS "allowBallotChange"
     FROM electors e WHERE e.contest_id = $1`,
    [contestId],
  );
  if (!rows[0]) throw new Error('counting electors returned no row');
  return rows[0];
}

function distinctCodes(count: number): string[] {
  const codes = new Set<string>();
  while (codes.size < count) codes.add(newBallotCode());
  return [...codes];
}

function refused(field: string, problems: readonly string[]): AppError {
  return AppError.validation(problems.map((message) => ({ field, message })));
}
