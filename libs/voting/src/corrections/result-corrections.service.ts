import { Inject, Injectable } from '@nestjs/common';
import { type EntityManager, IsNull, Not } from 'typeorm';
import { type Actor, type AuditAction, deciderScope, recordBy } from '@abato/accounts';
import {
  assertMayChangeResult,
  Contest,
  ContestSignals,
  Contestant,
  ContestsRepository,
  sealContest,
} from '@abato/contests';
import {
  type CorrectionDecision,
  OTHER_PERSON_REQUIRED,
  type ResultCategory,
  type ResultCorrectionInput,
  type ResultCorrectionView,
  type ResultVersions,
  type ResultView,
} from '@abato/contracts';
import { sqlStatements, Transactions } from '@abato/database';
import { Queues } from '@abato/jobs';
import { AppError, type Clock, CLOCK, newId } from '@abato/platform';
import { ResultCorrection } from './result-correction.entity.js';
import { changesOf, countCorrection, differencesOf, lockResult, readResult } from './stored-result.js';

const [LIST] = sqlStatements(import.meta.url, './corrections.sql', 'list-corrections');
const MOST_LISTED = 200;

/** Final results and corrections of them: the organiser asks, a second person decides, the public sees what changed and why (ADR 61). */
@Injectable()
export class ResultCorrections {
  constructor(
    private readonly transactions: Transactions,
    private readonly contests: ContestsRepository,
    private readonly signals: ContestSignals,
    private readonly queues: Queues,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Newest first. @throws AppError CONTEST_NOT_FOUND, also for another organiser's */
  async list(actor: Actor, contestId: string): Promise<ResultCorrectionView[]> {
    await this.contests.assertVisible(actor, contestId);
    return this.read({ contestId });
  }

  /** Those of all contests that wait for a second person, newest first. */
  async waiting(): Promise<ResultCorrectionView[]> {
    return this.read({ onlyWaiting: true });
  }

  /**
   * Nothing changes until a second person confirms.
   * @throws AppError CONTEST_NOT_FOUND, NOT_OWNER; VALIDATION_FAILED; CONFLICT while results are not final or hidden, and while another correction
   *   waits
   */
  async ask(
    actor: Actor,
    contestId: string,
    { changes, reason }: ResultCorrectionInput,
  ): Promise<ResultCorrectionView> {
    const id = await this.transactions.run(async ({ manager }) => {
      const contest = await this.contests.lockOwn(manager, actor, contestId);
      const now = this.clock.now();
      assertMayChangeResult(contest, 'correction', now);
      if (!contest.showResults)
        throw new AppError('CONFLICT', { message: 'A correction is public. Show the results first.' });
      if (await manager.existsBy(ResultCorrection, { contestId, decision: IsNull() }))
        throw new AppError('CONFLICT', {
          message: 'A correction of this result waits for a second person already.',
        });
      const correction = {
        id: newId(),
        contestId,
        changes: changesOf(await lockResult(manager, contestId), changes),
        reason,
        askedBy: actor.id,
        askedAt: now,
      };
      await manager.insert(ResultCorrection, correction);
      await this.record(manager, actor, 'contest.correction-ask', correction);
      return correction.id;
    });
    return this.one(contestId, id);
  }

  /**
   * Carry a correction out: votes are added and taken away in the ledger, names change, the rules are amended with the reason, and the result that
   * was is kept.
   * @param actor a super admin, or another person who owns the contest
   * @throws AppError CONTEST_NOT_FOUND, NOT_FOUND; FORBIDDEN for the person who asked; CONFLICT when it was decided, or the result no longer allows it
   */
  async confirm(actor: Actor, contestId: string, id: string): Promise<ResultCorrectionView> {
    await this.transactions.run(async ({ manager }) => {
      const { contest, correction } = await this.lock(manager, actor, contestId, id);
      if (correction.askedBy === actor.id)
        throw new AppError('FORBIDDEN', { message: OTHER_PERSON_REQUIRED });
      const now = this.clock.now();
      assertMayChangeResult(contest, 'correction', now);
      const resultBefore = await lockResult(manager, contestId);
      const changes = changesOf(resultBefore, correction.changes);
      const earlier = await manager.countBy(ResultCorrection, { contestId, decision: 'CONFIRMED' });
      await this.decide(manager, actor, correction, 'CONFIRMED', {
        version: earlier + 2,
        resultBefore,
        changes,
      });
      await countCorrection(manager, contestId, differencesOf(changes), now);
      for (const { contestantId, name } of changes)
        if (name) await manager.update(Contestant, { id: contestantId }, { name, updatedAt: now });
      await sealContest(manager, contestId, now, correction.reason);
    });
    await this.queues.enqueue('tally', 'drain', { contestId }, contestId).catch(() => undefined);
    await this.signals.changed(contestId);
    return this.one(contestId, id);
  }

  /**
   * A correction that is not carried out: withdrawn by the person who asked, rejected by a super admin.
   * @throws AppError CONTEST_NOT_FOUND, NOT_FOUND; CONFLICT when it was decided
   */
  async close(actor: Actor, contestId: string, id: string, reason: string): Promise<ResultCorrectionView> {
    await this.transactions.run(async ({ manager }) => {
      const { correction } = await this.lock(manager, actor, contestId, id);
      const decision = correction.askedBy === actor.id ? 'WITHDRAWN' : 'REJECTED';
      await this.decide(manager, actor, correction, decision, { decisionReason: reason });
    });
    return this.one(contestId, id);
  }

  /** @throws AppError CONTEST_NOT_FOUND, also for a draft */
  async versions(contestId: string): Promise<ResultVersions> {
    return { contestId, versions: (await this.readVersions(contestId)).versions };
  }

  /** @throws AppError CONTEST_NOT_FOUND, also for a draft; NOT_FOUND for a version that there is not, and before results are final */
  async version(contestId: string, number: string): Promise<ResultView> {
    const { contest, corrections, versions } = await this.readVersions(contestId);
    const version = versions.find((known) => String(known.version) === number);
    if (!version) throw new AppError('NOT_FOUND');
    const replaced = corrections[version.version - 1]?.resultBefore;
    const result = replaced ?? (await readResult(this.transactions.manager, contestId));
    return { contestId, ...version, categories: contest.showResults ? result : withoutCounts(result) };
  }

  private async readVersions(
    contestId: string,
  ): Promise<{ contest: Contest; corrections: ResultCorrection[]; versions: Version[] }> {
    const contest = await this.transactions.manager.findOneBy(Contest, {
      id: contestId,
      archivedAt: IsNull(),
      status: Not('DRAFT'),
    });
    if (!contest) throw new AppError('CONTEST_NOT_FOUND');
    const corrections = await this.transactions.manager.find(ResultCorrection, {
      where: { contestId, decision: 'CONFIRMED' },
      order: { version: 'ASC' },
    });
    if (!contest.resultsFinalAt) return { contest, corrections, versions: [] };
    const first = { version: 1, at: contest.resultsFinalAt.toISOString(), reason: null, changes: [] };
    const later = corrections.map(({ decidedAt, reason, changes }, nr) => ({
      version: nr + 2,
      at: (decidedAt ?? new Date(0)).toISOString(),
      reason,
      changes,
    }));
    const versions = [first, ...later].map((version) => ({
      ...version,
      current: version.version === corrections.length + 1,
    }));
    return { contest, corrections, versions };
  }

  /** The contest, then its waiting correction, both locked: two decisions follow one after the other. */
  private async lock(
    manager: EntityManager,
    actor: Actor,
    contestId: string,
    id: string,
  ): Promise<{ contest: Contest; correction: ResultCorrection }> {
    const owner = deciderScope(actor);
    const contest = await manager.findOne(Contest, {
      where: { id: contestId, archivedAt: IsNull(), ...(owner && { userId: owner }) },
      lock: { mode: 'pessimistic_write' },
    });
    if (!contest) throw new AppError('CONTEST_NOT_FOUND');
    const correction = await manager.findOneBy(ResultCorrection, { id, contestId });
    if (!correction) throw new AppError('NOT_FOUND');
    if (correction.decision)
      throw new AppError('CONFLICT', { message: 'This correction has already been decided.' });
    return { contest, correction };
  }

  private async decide(
    manager: EntityManager,
    actor: Actor,
    correction: ResultCorrection,
    decision: CorrectionDecision,
    written: Partial<Pick<ResultCorrection, 'version' | 'resultBefore' | 'changes' | 'decisionReason'>>,
  ): Promise<void> {
    const decided = { decision, decidedBy: actor.id, decidedAt: this.clock.now() };
    await manager.save(ResultCorrection, { ...correction, ...written, ...decided });
    const action = decision === 'CONFIRMED' ? 'contest.correction-confirm' : 'contest.correction-close';
    const { decisionReason } = written;
    await this.record(manager, actor, action, correction, {
      decision,
      ...(decisionReason && { decisionReason }),
    });
  }

  private async record(
    manager: EntityManager,
    actor: Actor,
    action: AuditAction,
    { id, contestId, changes, reason }: Pick<ResultCorrection, 'id' | 'contestId' | 'changes' | 'reason'>,
    more: Record<string, unknown> = {},
  ): Promise<void> {
    const detail = { correctionId: id, changes: JSON.stringify(changes), reason, ...more };
    await recordBy(manager, actor, this.clock.now(), action, ['contest', contestId], detail);
  }

  private async one(contestId: string, id: string): Promise<ResultCorrectionView> {
    const found = (await this.read({ contestId })).find((correction) => correction.id === id);
    if (!found) throw new AppError('NOT_FOUND');
    return found;
  }

  private async read(of: { contestId?: string; onlyWaiting?: boolean }): Promise<ResultCorrectionView[]> {
    const rows: ListedRow[] = await this.transactions.manager.query(LIST, [
      of.contestId ?? null,
      of.onlyWaiting ?? false,
      MOST_LISTED,
    ]);
    return rows.map(({ title, decision, askedBy, askedByName, decidedBy, decidedByName, ...row }) => ({
      ...row,
      contest: { title },
      state: decision ?? 'WAITING',
      askedBy: { id: askedBy, name: askedByName ?? '' },
      askedAt: row.askedAt.toISOString(),
      decidedBy: decidedBy === null ? null : { id: decidedBy, name: decidedByName ?? '' },
      decidedAt: row.decidedAt?.toISOString() ?? null,
    }));
  }
}

type Version = ResultVersions['versions'][number];

type ListedRow = Omit<ResultCorrection, 'resultBefore'> & {
  title: string;
  askedByName: string | null;
  decidedByName: string | null;
};

/** Nothing in the answer depends on a count, its order neither. */
function withoutCounts(result: readonly ResultCategory[]): ResultCategory[] {
  return result.map((category) => ({
    ...category,
    contestants: category.contestants
      .map(({ id, name }) => ({ id, name, votes: null, rank: null }))
      .sort((a, b) => (a.id < b.id ? -1 : 1)),
  }));
}
