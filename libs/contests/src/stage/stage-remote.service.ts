import { createHash, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, type FindOptionsWhere, IsNull, MoreThan, Not, Repository } from 'typeorm';
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
import { Transactions } from '@abato/database';
import { LivePublisher } from '@abato/live';
import { AppError, type Clock, CLOCK } from '@abato/platform';
import { ContestDirectory } from '../contests/contest-directory.js';
import { ContestsRepository } from '../contests/contests.repository.js';
import { StageRemote } from './stage-remote.entity.js';
import { type StageMoment, stageMoment, TURNING } from './stage-state.js';

/** Hearing a remote is written down this often; a scene lasts much longer. */
const SEEN_EVERY_MS = 30_000;
const RESULTS_HIDDEN = 'The results are hidden. Show them before a place is revealed.';

/** The remote of a contest's stage: its link, its one connected device, and what that shows (ADR 88). */
@Injectable()
export class StageRemoteService {
  constructor(
    private readonly transactions: Transactions,
    @InjectRepository(StageRemote) private readonly remotes: Repository<StageRemote>,
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
    await this.transactions.run(async ({ manager }) => {
      await this.contests.lockOwn(manager, actor, contestId);
      await manager
        .createQueryBuilder()
        .insert()
        .into(StageRemote)
        .values({ contestId, linkDigest: digestOf(token), linkExpiresAt: expiresAt, changedAt: now })
        .orUpdate(['link_sha256', 'link_expires_at'], ['contest_id'])
        .execute();
      await audit(manager, 'contest.remote-link', contestId, actor.id, now);
    });
    return { token, expiresAt: expiresAt.toISOString() };
  }

  /** The link and the device of a contest. Whether the asker may see the contest is checked before. */
  async read(actor: Actor, contestId: string): Promise<Remote> {
    await this.contests.assertVisible(actor, contestId);
    const now = this.clock.now();
    const remote = await this.remotes.findOneBy({ contestId });
    const linkEnd = remote?.linkExpiresAt;
    const end = remote?.sessionExpiresAt;
    return {
      link: linkEnd && linkEnd > now ? { expiresAt: linkEnd.toISOString() } : null,
      device:
        end && end > now && remote.connectedAt && remote.seenAt
          ? {
              connectedAt: remote.connectedAt.toISOString(),
              seenAt: remote.seenAt.toISOString(),
              expiresAt: end.toISOString(),
            }
          : null,
    };
  }

  /** End link and device at once. @throws AppError CONTEST_NOT_FOUND, NOT_OWNER */
  async revoke(actor: Actor, contestId: string): Promise<void> {
    const now = this.clock.now();
    await this.transactions.run(async ({ manager }) => {
      await this.contests.lockOwn(manager, actor, contestId);
      const { affected } = await manager.update(
        StageRemote,
        [
          { contestId, linkDigest: Not(IsNull()) },
          { contestId, sessionDigest: Not(IsNull()) },
        ],
        { ...NO_LINK, ...NO_DEVICE, ...TURNING, sequence: () => 'sequence + 1', changedAt: now },
      );
      if (affected) await audit(manager, 'contest.remote-end', contestId, actor.id, now);
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
    const contestId = await this.transactions.run(async ({ manager }) => {
      const remote = await this.find(
        manager,
        { linkDigest: digestOf(token), linkExpiresAt: MoreThan(now) },
        true,
      );
      if (!remote) throw new AppError('REMOTE_GONE');
      const id = remote.contestId;
      await manager.update(
        StageRemote,
        { contestId: id },
        {
          ...NO_LINK,
          ...TURNING,
          sessionDigest: digestOf(session),
          sessionExpiresAt: expiresAt,
          connectedAt: now,
          seenAt: now,
          sequence: remote.sequence + 1,
          changedAt: now,
        },
      );
      await audit(manager, 'contest.remote-connect', id, null, now);
      return id;
    });
    await this.live.publish('stage', { contestId });
    return { session, contestId, expiresAt: expiresAt.toISOString() };
  }

  /** What the stage of a session's contest shows; the remote was heard. @throws AppError REMOTE_GONE */
  async hear(session: string): Promise<{ expiresAt: Date; moment: StageMoment }> {
    const now = this.clock.now();
    const remote = await this.ofSession(this.remotes.manager, session, now);
    if (now.getTime() - (remote.seenAt?.getTime() ?? 0) < SEEN_EVERY_MS) return answer(remote, now);
    // A scene that has ended meanwhile does not come back when the device wakes up.
    const { contestId, sequence } = remote;
    const { scene, categoryId, step, black, since } = stageMoment(contestId, remote, now);
    const change = { seenAt: now, scene, categoryId, step, black, changedAt: new Date(since) };
    const { affected } = await this.remotes.update({ sessionDigest: digestOf(session), sequence }, change);
    return answer(affected ? { ...remote, ...change } : remote, now);
  }

  /**
   * Show something else. A command that is not newer than the last one changes nothing.
   * @throws AppError REMOTE_GONE; CATEGORY_NOT_FOUND for a category of another contest; CONFLICT for a place while results are hidden, or for a
   * number far ahead
   */
  async command(session: string, wanted: StageCommand): Promise<{ expiresAt: Date; moment: StageMoment }> {
    const now = this.clock.now();
    const done = await this.transactions.run(async ({ manager }) => {
      const remote = await this.ofSession(manager, session, now, true);
      if (wanted.sequence <= remote.sequence) return remote;
      if (wanted.sequence > remote.sequence + MAX_COMMANDS_AHEAD) throw new AppError('CONFLICT');
      const { contestId } = remote;
      await this.assertShowable(contestId, wanted);
      const { sequence, scene, categoryId = null, step = 0, black = false } = wanted;
      const change = { seenAt: now, changedAt: now, sequence, scene, categoryId, step, black };
      await manager.update(StageRemote, { contestId }, change);
      return { ...remote, ...change };
    });
    await this.live.publish('stage', { contestId: done.contestId });
    return answer(done, now);
  }

  /** What the stage of a contest shows now, for every stage that is open. */
  async moment(contestId: string): Promise<StageMoment> {
    const remote = await this.find(this.remotes.manager, { contestId });
    return stageMoment(contestId, remote, this.clock.now());
  }

  private async ofSession(
    manager: EntityManager,
    session: string,
    now: Date,
    lock = false,
  ): Promise<StageRemote> {
    const where = { sessionDigest: digestOf(session), sessionExpiresAt: MoreThan(now) };
    const remote = await this.find(manager, where, lock);
    if (!remote) throw new AppError('REMOTE_GONE');
    return remote;
  }

  /** A remote ends with its contest and with the approval of the organiser. */
  private async find(
    manager: EntityManager,
    where: FindOptionsWhere<StageRemote>,
    lock = false,
  ): Promise<StageRemote | null> {
    const query = manager
      .createQueryBuilder(StageRemote, 'remote')
      .where(where)
      .andWhere(
        `EXISTS (SELECT 1 FROM contests c JOIN users u ON u.id = c.user_id
           WHERE c.id = remote.contest_id AND c.archived_at IS NULL AND u.deleted_at IS NULL AND u.approval_status = 'APPROVED')`,
      );
    if (lock) query.setLock('pessimistic_write');
    return query.getOne();
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

const NO_LINK = { linkDigest: null, linkExpiresAt: null };
const NO_DEVICE = { sessionDigest: null, sessionExpiresAt: null, connectedAt: null, seenAt: null };

const newToken = (): string => randomBytes(32).toString('base64url');

/** Only a digest is stored: who reads the table cannot use a link or a session. */
const digestOf = (token: string): Buffer => createHash('sha256').update(token).digest();

const answer = (remote: StageRemote, now: Date) => ({
  expiresAt: remote.sessionExpiresAt ?? now,
  moment: stageMoment(remote.contestId, remote, now),
});

/** The device has no user: the entry before it names who made the link. */
async function audit(
  manager: EntityManager,
  action: 'contest.remote-link' | 'contest.remote-connect' | 'contest.remote-end',
  contestId: string,
  actorUserId: string | null,
  at: Date,
): Promise<void> {
  const detail = actorUserId ? {} : { by: 'remote' };
  const subject = { subjectType: 'contest', subjectId: contestId } as const;
  await recordAudit(manager, { at, actorUserId, action, ...subject, detail });
}
