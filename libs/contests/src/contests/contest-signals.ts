import { Injectable } from '@nestjs/common';
import { DataSource, IsNull, Not } from 'typeorm';
import { Queues } from '@abato/jobs';
import { LivePublisher } from '@abato/live';
import { ContestDirectory } from './contest-directory.js';
import { Contest } from './contest.entity.js';

/** Tells this process and all others that a contest changed. Only call it after the transaction has committed. */
@Injectable()
export class ContestSignals {
  constructor(
    private readonly source: DataSource,
    private readonly directory: ContestDirectory,
    private readonly live: LivePublisher,
    private readonly queues: Queues,
  ) {}

  async changed(contestId: string): Promise<void> {
    this.directory.drop(contestId);
    await this.live.publish('contest', { contestId });
  }

  /** Votes and their voters leave the figures: a contestant or category was archived, or votes were taken out. */
  async archived(contestId: string): Promise<void> {
    await this.changed(contestId);
    // The periodic check of the tallies does the same when Redis is away.
    await this.queues
      .enqueue('tally', 'drain', { contestId, voters: true }, `${contestId} voters`)
      .catch(() => undefined);
  }

  /**
   * A person's decision changed what counts: the tally takes it up, and viewers read what is said beside the ranking.
   * @param voters whether voters may have left with the votes
   */
  async recounted(contestId: string, { voters = false } = {}): Promise<void> {
    // The periodic check of the tallies does both when Redis is away.
    await this.queues.enqueue('tally', 'drain', { contestId }, contestId).catch(() => undefined);
    if (voters) return this.archived(contestId);
    await this.changed(contestId);
  }

  /** A host's name, logo or status is part of every contest of it. */
  async hostChanged(hostId: string): Promise<void> {
    const shown = await this.source.getRepository(Contest).find({
      where: { hostId, archivedAt: IsNull(), status: Not('DRAFT') },
      select: { id: true },
    });
    for (const { id } of shown) await this.changed(id);
  }
}
