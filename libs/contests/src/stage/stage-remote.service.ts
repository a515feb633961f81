import { createHash, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type Actor, recordAudit } from '@abato/accounts';
import {
  MAX_COMMANDS_AHEAD,
  REMOTE_HOURS,
  REMOTE_LINK_MINUTES,
  type Remote,
  type RemoteLink,
  type RemoteSession,
  type StageCommand,
} from '@abato/contracts';
import { LivePublisher } from '@abato/live';
import { AppError, type Clock, CLOCK } from '@abato/platform';
import { ContestDirectory } from '../contests/contest-directory.js';
import { ContestsRepository } from '../contests/contests.repository.js';
import { type StageMoment, stageMoment, type StageRow } from './stage-state.js';

/** Hearing a remote is written down this often; a scene lasts much longer. */
const SEEN_EVERY_MS = 30_000;
const RESULTS_HIDDEN = 'The results are hidden. Show them before a place is revealed.';

const STATE =
  'contest_id, session_expires_at, seen_at, sequence, scene, category_id, step, black, changed_at';

interface RemoteRow extends StageRow {
  link_expires_at: Date | null;
  connected_at: Date | null;
}

/** The remote of a contest's stage: its link, its one connected device, and what that shows (ADR 88). */
@Injectable()
export class StageRemoteService {
  constructor(
    private readonly source: DataSource,
    private readonly contests: ContestsRepository,
    private readonly directory: ContestDirectory,
    private readonly live: LivePublisher,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Make a link, which replaces one that was not used. The connected device stays until the link is used.
   * @throws AppError CONTEST_NOT_FOUND, NOT_OWNER
   */
  async createLink(actor: Actor, contestId: string): Promise<RemoteLink> {
    const now = this.clock.now();
    const token = newToken();
    const expiresAt = new Date(now.getTime() + REMOTE_LINK_MINUTES * 60_000);
    await this.source.transaction(async (manager) => {
      await this.contests.lockOwn(manager, actor, contestId);
      await manager.query(
        `INSERT INTO stage_remotes (contest_id, link_sha256, link_expires_at, changed_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (contest_id) DO UPDATE SET link_sha256 = excluded.link_sha256, link_expires_at = excluded.link_expires_at`,
        [contestId, digestOf(token), expiresAt, now],
      );
      await audit(manager, 'contest.remote-link', contestId, actor.id, now);
    });
    return { token, expiresAt: expiresAt.toISOString() };
  }

  /** The link and the device of a contest. Whether the asker may see the contest is checked before. */
  async read(contestId: string): Promise<Remote> {
    const now = this.clock.now();
    const rows: RemoteRow[] = await this.source.query(
      `SELECT ${STATE}, link_expires_at, connected_at FROM stage_remotes WHERE contest_id = $1`,
      [contestId],
    );
    const row = rows[0];
    const linkEnd = row?.link_expires_at;
    const end = row?.session_expires_at;
    return {
      link: linkEnd && linkEnd > now ? { expiresAt: linkEnd.toISOString() } : null,
      device:
        end && end > now && row.connected_at && row.seen_at
          ? {
              connectedAt: row.connected_at.toISOString(),
              seenAt: row.seen_at.toISOString(),
              expiresAt: end.toISOString(),
            }
          : null,
    };
  }

  /** End link and device at once. @throws AppError CONTEST_NOT_FOUND, NOT_OWNER */
  async revoke(actor: Actor, contestId: string): Promise<void> {
    const now = this.clock.now();
    await this.source.transaction(async (manager) => {
      await this.contests.lockOwn(manager, actor, contestId);
      const ended: [unknown[], number] = await manager.query(
        `UPDATE stage_remotes SET link_sha256 = NULL, link_expires_at = NULL, session_sha256 = NULL, session_expires_at = NULL,
           connected_at = NULL, seen_at = NULL, sequence = sequence + 1, scene = 'ROTATION', category_id = NULL, step = 0, black = false,
           changed_at = $2
         WHERE contest_id = $1 AND (link_sha256 IS NOT NULL OR session_sha256 IS NOT NULL)`,
        [contestId, now],
      );
      if (ended[1] > 0) await audit(manager, 'contest.remote-end', contestId, actor.id, now);
    });
    await this.live.publish('stage', { contestId });
  }

  /**
   * Exchange the token of a link, which works once, for a session of this contest's stage. It replaces the device that was connected.
   * @throws AppError REMOTE_GONE (unknown, used, replaced, expired or revoked)
   */
  async connect(token: string): Promise<RemoteSession> {
    const now = this.clock.now();
    const session = newToken();
    const expiresAt = new Date(now.getTime() + REMOTE_HOURS * 3_600_000);
    const contestId = await this.source.transaction(async (manager) => {
      const used: [{ contest_id: string }[], number] = await manager.query(
        `UPDATE stage_remotes r SET link_sha256 = NULL, link_expires_at = NULL, session_sha256 = $3, session_expires_at = $4,
           connected_at = $2, seen_at = $2, sequence = sequence + 1, scene = 'ROTATION', category_id = NULL, step = 0, black = false,
           changed_at = $2
         WHERE link_sha256 = $1 AND link_expires_at > $2 AND ${OWNER_STAYS}
         RETURNING contest_id`,
        [digestOf(token), now, digestOf(session), expiresAt],
      );
      const id = used[0][0]?.contest_id;
      if (!id) throw new AppError('REMOTE_GONE');
      await audit(manager, 'contest.remote-connect', id, null, now);
      return id;
    });
    await this.live.publish('stage', { contestId });
    return { session, contestId, expiresAt: expiresAt.toISOString() };
  }

  /** What the stage of a session's contest shows; the remote was heard. @throws AppError REMOTE_GONE */
  async hear(session: string): Promise<{ expiresAt: Date; moment: StageMoment }> {
    const now = this.clock.now();
    const row = await this.sessionRow(this.source, session, now);
    if (now.getTime() - (row.seen_at?.getTime() ?? 0) < SEEN_EVERY_MS) return answer(row, now);
    const seen: [StageRow[], number] = await this.source.query(
      // A scene that has ended meanwhile does not come back when the device wakes up.
      `UPDATE stage_remotes SET seen_at = $2, scene = $3, category_id = $4, step = $5, black = $6, changed_at = $7
       WHERE session_sha256 = $1 AND sequence = $8 RETURNING ${STATE}`,
      [digestOf(session), now, ...storedOf(stageMoment(row.contest_id, row, now))],
    );
    return answer(seen[0][0] ?? row, now);
  }

  /**
   * Show something else. A command that is not newer than the last one changes nothing.
   * @throws AppError REMOTE_GONE; CATEGORY_NOT_FOUND for a category of another contest; CONFLICT for a place while results are hidden, or for a
   * number far ahead
   */
  async command(session: string, wanted: StageCommand): Promise<{ expiresAt: Date; moment: StageMoment }> {
    const now = this.clock.now();
    const done = await this.source.transaction(async (manager) => {
      const row = await this.sessionRow(manager, session, now, true);
      if (wanted.sequence <= row.sequence) return row;
      if (wanted.sequence > row.sequence + MAX_COMMANDS_AHEAD) throw new AppError('CONFLICT');
      await this.assertShowable(row.contest_id, wanted);
      const { sequence, scene, categoryId = null, step = 0, black = false } = wanted;
      const changed: [StageRow[], number] = await manager.query(
        `UPDATE stage_remotes SET seen_at = $2, changed_at = $2, sequence = $3, scene = $4, category_id = $5, step = $6, black = $7
         WHERE session_sha256 = $1 RETURNING ${STATE}`,
        [digestOf(session), now, sequence, scene, categoryId, step, black],
      );
      return changed[0][0] ?? row;
    });
    await this.live.publish('stage', { contestId: done.contest_id });
    return answer(done, now);
  }

  /** What the stage of a contest shows now, for every stage that is open. */
  async moment(contestId: string): Promise<StageMoment> {
    const rows: StageRow[] = await this.source.query(
      `SELECT ${STATE} FROM stage_remotes r WHERE contest_id = $1 AND ${OWNER_STAYS}`,
      [contestId],
    );
    return stageMoment(contestId, rows[0] ?? null, this.clock.now());
  }

  private async sessionRow(
    source: Pick<EntityManager, 'query'>,
    session: string,
    now: Date,
    lock = false,
  ): Promise<StageRow> {
    const rows: StageRow[] = await source.query(
      `SELECT ${STATE} FROM stage_remotes r WHERE session_sha256 = $1 AND session_expires_at > $2 AND ${OWNER_STAYS}${lock ? ' FOR UPDATE' : ''}`,
      [digestOf(session), now],
    );
    if (!rows[0]) throw new AppError('REMOTE_GONE');
    return rows[0];
  }

  private async assertShowable(
    contestId: string,
    { scene, categoryId, step = 0 }: StageCommand,
  ): Promise<void> {
    const contest = await this.directory.find(contestId);
    if (!contest) throw new AppError('REMOTE_GONE');
    const isKnown = contest.facts.categories.some(({ id }) => id === categoryId);
    if (!isKnown && (categoryId !== undefined || scene !== 'ROTATION'))
      throw new AppError('CATEGORY_NOT_FOUND');
    const tells = scene === 'WINNER' || (scene === 'REVEAL' && step > 0);
    if (tells && !contest.facts.showResults) throw new AppError('CONFLICT', { message: RESULTS_HIDDEN });
  }
}

/** A remote ends with its contest and with the approval of the organiser. */
const OWNER_STAYS = `EXISTS (SELECT 1 FROM contests c JOIN users u ON u.id = c.user_id
  WHERE c.id = r.contest_id AND c.archived_at IS NULL AND u.deleted_at IS NULL AND u.approval_status = 'APPROVED')`;

const newToken = (): string => randomBytes(32).toString('base64url');

/** Only a digest is stored: who reads the table cannot use a link or a session. */
const digestOf = (token: string): Buffer => createHash('sha256').update(token).digest();

const answer = (row: StageRow, now: Date) => ({
  expiresAt: row.session_expires_at ?? now,
  moment: stageMoment(row.contest_id, row, now),
});

const storedOf = ({ scene, categoryId, step, black, since, sequence }: StageMoment) => [
  scene,
  categoryId,
  step,
  black,
  new Date(since),
  sequence,
];

async function audit(
  manager: EntityManager,
  action: 'contest.remote-link' | 'contest.remote-connect' | 'contest.remote-end',
  contestId: string,
  actorUserId: string | null,
  at: Date,
): Promise<void> {
  // The device has no user: the entry before it names who made the link.
  const detail = actorUserId ? {} : { by: 'remote' };
  await recordAudit(manager, {
    at,
    actorUserId,
    action,
    subjectType: 'contest',
    subjectId: contestId,
    detail,
  });
}
