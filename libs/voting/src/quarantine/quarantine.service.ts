import { Inject, Injectable } from '@nestjs/common';
import { type Actor, recordBy } from '@abato/accounts';
import {
  type CachedContest,
  ContestDirectory,
  ContestSignals,
  guardResult,
  mayChangeResult,
  resultPhase,
  ownContest,
} from '@abato/contests';
import {
  MAX_QUARANTINE_CASTS,
  type Page,
  QUARANTINE_SECOND_PERSON,
  QUARANTINE_UNDO_HOURS,
  type QuarantineInput,
  type QuarantinePreview,
  type QuarantineSelection,
  type QuarantineView,
} from '@abato/contracts';
import { type SqlRunner, Transactions } from '@abato/database';
import { AppError, type Clock, CLOCK, type Environment, ENVIRONMENT, Secrets } from '@abato/platform';
import { previewOf } from './quarantine-preview.js';
import {
  type ChosenVote,
  chooseVotes,
  insertQuarantine,
  isUndoable,
  listQuarantines,
  lockQuarantine,
  putBack,
  quarantineViewOf,
  type QuarantineRow,
  readCounts,
  selectionOf,
  stateOf,
  takeOut,
} from './quarantines.js';

/** Takes counted free votes of a contest out of the count together, until the contest's end (ADR 42). */
@Injectable()
export class QuarantineService {
  constructor(
    private readonly db: Transactions,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ENVIRONMENT) private readonly env: Environment,
    private readonly secrets: Secrets,
    private readonly directory: ContestDirectory,
    private readonly signals: ContestSignals,
  ) {}

  /**
   * What a quarantine would take, and the ranks before and after it.
   * @throws AppError CONTEST_NOT_FOUND, NOT_OWNER; BALLOTS_ARE_SECRET; RESULT_CLOSED after the end; VALIDATION_FAILED for too many votes
   */
  async preview(actor: Actor, contestId: string, of: QuarantineSelection): Promise<QuarantinePreview> {
    await this.own(actor, contestId);
    assertInOrder(of);
    const now = this.clock.now();
    return this.db.run(async ({ sql }) => {
      await guardResult(sql, contestId, 'quarantine', now);
      const chosen = await this.choose(sql, contestId, of, false);
      return previewOf(chosen, await readCounts(sql, contestId), this.env.QUARANTINE_ALONE_PERCENT);
    });
  }

  /**
   * Take the votes out, or let that wait for a second person where they are too large a share of the contest's votes.
   * @throws AppError as `preview`; VALIDATION_FAILED when no vote is chosen
   */
  async ask(actor: Actor, contestId: string, { reason, ...of }: QuarantineInput): Promise<QuarantineView> {
    const contest = await this.own(actor, contestId);
    assertInOrder(of);
    const { row, applied } = await this.db.run(async ({ sql }) => {
      const now = await this.begin(sql, contestId, 'quarantine');
      const chosen = await this.choose(sql, contestId, of, true);
      if (!chosen.length) throw AppError.validation([{ field: 'from', message: 'No counted vote fits' }]);
      const preview = previewOf(chosen, await readCounts(sql, contestId), this.env.QUARANTINE_ALONE_PERCENT);
      const { casts, votes } = preview;
      const asked = { casts, votes, askedBy: actor.id, now };
      const id = await insertQuarantine(sql, contestId, { ...of, reason }, asked);
      if (!preview.needsSecondPerson) await takeOut(sql, id, chosen, now);
      const action = preview.needsSecondPerson ? 'quarantine.wait' : 'quarantine.apply';
      const detail = { quarantineId: id, casts, votes, reason };
      await recordBy(sql, actor, now, action, ['contest', contestId], detail);
      return { row: await found(sql, contestId, id), applied: !preview.needsSecondPerson };
    });
    if (applied) await this.signals.recounted(contestId, { voters: true });
    return this.viewOf(row, contest);
  }

  /**
   * A second person's word, for any contest. The votes are chosen anew.
   * @throws AppError CONTEST_NOT_FOUND; QUARANTINE_NOT_FOUND; FORBIDDEN for the person who asked; CONFLICT when it does not wait, or chooses
   *   no vote any more; RESULT_CLOSED after the end
   */
  async confirm(actor: Actor, contestId: string, id: string): Promise<QuarantineView> {
    const contest = await this.any(contestId);
    const row = await this.db.run(async ({ sql }) => {
      const now = await this.begin(sql, contestId, 'quarantine');
      const asked = await waiting(sql, contestId, id);
      if (asked.askedBy === actor.id) throw new AppError('FORBIDDEN', { message: QUARANTINE_SECOND_PERSON });
      const chosen = await this.choose(sql, contestId, selectionOf(asked), true);
      if (!chosen.length) throw new AppError('CONFLICT', { message: 'No counted vote fits any more.' });
      await decide(sql, id, { decision: 'CONFIRMED', actor, now });
      const taken = await takeOut(sql, id, chosen, now);
      const detail = { quarantineId: id, ...taken, askedBy: asked.askedBy };
      await recordBy(sql, actor, now, 'quarantine.confirm', ['contest', contestId], detail);
      return found(sql, contestId, id);
    });
    await this.signals.recounted(contestId, { voters: true });
    return this.viewOf(row, contest);
  }

  /**
   * One that waits is never applied. A super admin may reject any, the owner may withdraw an own one.
   * @throws AppError as `confirm`
   */
  async reject(actor: Actor, contestId: string, id: string): Promise<QuarantineView> {
    const contest = await this.ownOrAdmin(actor, contestId);
    const row = await this.db.run(async ({ sql }) => {
      const now = this.clock.now();
      const { askedBy } = await waiting(sql, contestId, id);
      await decide(sql, id, { decision: 'REJECTED', actor, now });
      const detail = { quarantineId: id, askedBy };
      await recordBy(sql, actor, now, 'quarantine.reject', ['contest', contestId], detail);
      return found(sql, contestId, id);
    });
    return this.viewOf(row, contest);
  }

  /**
   * Put the votes back into the count.
   * @throws AppError as `confirm`; CONFLICT when it is not applied, or was applied too long ago
   */
  async undo(actor: Actor, contestId: string, id: string): Promise<QuarantineView> {
    const contest = await this.ownOrAdmin(actor, contestId);
    const row = await this.db.run(async ({ sql }) => {
      const now = await this.begin(sql, contestId, 'undo-quarantine');
      const applied = await lockQuarantine(sql, contestId, id);
      if (!applied) throw new AppError('QUARANTINE_NOT_FOUND');
      if (!isUndoable(applied, true, now)) {
        const message = `Only a quarantine that was applied within the last ${QUARANTINE_UNDO_HOURS} hours can be undone.`;
        throw new AppError('CONFLICT', { message });
      }
      const restored = await putBack(sql, applied, { secrets: this.secrets, actorUserId: actor.id, now });
      const detail = { quarantineId: id, ...restored };
      await recordBy(sql, actor, now, 'quarantine.undo', ['contest', contestId], detail);
      return found(sql, contestId, id);
    });
    await this.signals.recounted(contestId, { voters: true });
    return this.viewOf(row, contest);
  }

  /** The newest first. @throws AppError CONTEST_NOT_FOUND, also for another organiser's */
  async list(
    actor: Actor,
    contestId: string,
    page: Page,
  ): Promise<{ items: QuarantineView[]; total: number }> {
    const contest = await this.ownOrAdmin(actor, contestId);
    const asked = { id: null, skip: page.skip, most: page.pageSize };
    const rows = await listQuarantines(this.db, contestId, asked);
    return { items: rows.map((row) => this.viewOf(row, contest)), total: rows[0]?.total ?? 0 };
  }

  /** One change of a contest's quarantines at a time, and none after the end. @returns now */
  private async begin(
    sql: SqlRunner,
    contestId: string,
    write: 'quarantine' | 'undo-quarantine',
  ): Promise<Date> {
    const now = this.clock.now();
    await sql.query(`SELECT pg_advisory_xact_lock(hashtextextended('quarantine ' || $1, 0))`, [contestId]);
    await guardResult(sql, contestId, write, now);
    return now;
  }

  private async choose(
    sql: SqlRunner,
    contestId: string,
    of: QuarantineSelection,
    lock: boolean,
  ): Promise<ChosenVote[]> {
    const chosen = await chooseVotes(sql, contestId, of, { most: MAX_QUARANTINE_CASTS + 1, lock });
    if (chosen.length <= MAX_QUARANTINE_CASTS) return chosen;
    const message = `These are more than ${MAX_QUARANTINE_CASTS.toLocaleString('en-US')} entries; choose a shorter time`;
    throw AppError.validation([{ field: 'to', message }]);
  }

  private viewOf(row: QuarantineRow, { facts }: CachedContest): QuarantineView {
    const now = this.clock.now();
    return quarantineViewOf(row, mayChangeResult(resultPhase(facts, now), 'undo-quarantine'), now);
  }

  /** A super admin too takes out only votes of own contests. */
  private async own(actor: Actor, contestId: string): Promise<CachedContest> {
    const contest = await ownContest(this.directory, actor, contestId);
    if (contest.facts.verification === 'ELECTORATE') throw new AppError('BALLOTS_ARE_SECRET');
    return contest;
  }

  private async any(contestId: string): Promise<CachedContest> {
    const contest = await this.directory.find(contestId);
    if (!contest) throw new AppError('CONTEST_NOT_FOUND');
    return contest;
  }

  private async ownOrAdmin(actor: Actor, contestId: string): Promise<CachedContest> {
    const contest = await this.any(contestId);
    if (actor.role !== 'SUPER_ADMIN' && contest.ownerId !== actor.id) throw new AppError('CONTEST_NOT_FOUND');
    return contest;
  }
}

function assertInOrder({ from, to }: QuarantineSelection): void {
  if (Date.parse(from) < Date.parse(to)) return;
  throw AppError.validation([{ field: 'to', message: 'End must be after the start' }]);
}

async function found(sql: SqlRunner, contestId: string, id: string): Promise<QuarantineRow> {
  const [row] = await listQuarantines(sql, contestId, { id, skip: 0, most: 1 });
  if (!row) throw new Error('a quarantine that was just written is not there');
  return row;
}

async function waiting(sql: SqlRunner, contestId: string, id: string): Promise<QuarantineRow> {
  const row = await lockQuarantine(sql, contestId, id);
  if (!row) throw new AppError('QUARANTINE_NOT_FOUND');
  if (stateOf(row) !== 'WAITING')
    throw new AppError('CONFLICT', { message: 'This quarantine has already been decided.' });
  return row;
}

async function decide(
  sql: SqlRunner,
  id: string,
  { decision, actor, now }: { decision: 'CONFIRMED' | 'REJECTED'; actor: Actor; now: Date },
): Promise<void> {
  await sql.query('UPDATE quarantines SET decision = $2, decided_by = $3, decided_at = $4 WHERE id = $1', [
    id,
    decision,
    actor.id,
    now,
  ]);
}
