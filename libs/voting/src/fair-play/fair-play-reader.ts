import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { DataSource } from 'typeorm';
import { ContestDirectory } from '@abato/contests';
import { FAIR_PLAY_DECISIONS } from '@abato/contracts';
import { sqlStatements } from '@abato/database';
import { AppError, type Clock, CLOCK } from '@abato/platform';
import { PublicBody } from '../public/public-body.js';
import { type DecisionRow, fairPlayOf, type FairPlayRow, type NomineeRow } from './fair-play.js';

const [BY_HOUR, BY_NOMINEE, DECISIONS] = sqlStatements(
  import.meta.url,
  './fair-play.sql',
  'by-hour',
  'by-nominee',
  'decisions',
);
/** Visitors ask the database at most this often for one contest, however many they are. */
const MAX_AGE_MS = 5_000;
const MOST_KEPT = 500;

/** The public fair-play figures of contests (ADR 42), as ready bodies. */
@Injectable()
export class FairPlayReader {
  private readonly bodies: LRUCache<string, PublicBody, Parameters<typeof fairPlayOf>[0]>;

  constructor(
    /** The pool of lists: casts do not wait for it. */
    private readonly source: DataSource,
    private readonly directory: ContestDirectory,
    @Inject(CLOCK) clock: Clock,
  ) {
    const perf = { now: () => clock.now().getTime() };
    this.bodies = new LRUCache({
      max: MOST_KEPT,
      ttl: MAX_AGE_MS,
      ttlResolution: 0,
      perf,
      fetchMethod: (_key, _old, { context }) => this.build(context),
    });
  }

  /** @throws AppError CONTEST_NOT_FOUND for a draft too */
  async read(contestId: string): Promise<PublicBody> {
    const contest = await this.directory.find(contestId);
    if (!contest || contest.facts.status === 'DRAFT') throw new AppError('CONTEST_NOT_FOUND');
    const { id, verification, showResults } = contest.facts;
    // Hiding results changes the revision: what was kept before is not shown again.
    const key = `${id} ${contest.revision}`;
    return this.bodies.forceFetch(key, { context: { id, verification, showResults } });
  }

  private async build(about: Parameters<typeof fairPlayOf>[0]): Promise<PublicBody> {
    if (!about.showResults) return new PublicBody({ success: true, data: fairPlayOf(about, [], [], []) });
    const [rows, nominees, decisions] = await Promise.all([
      this.source.query<FairPlayRow[]>(BY_HOUR, [about.id]),
      this.source.query<NomineeRow[]>(BY_NOMINEE, [about.id]),
      this.source.query<DecisionRow[]>(DECISIONS, [about.id, FAIR_PLAY_DECISIONS]),
    ]);
    return new PublicBody({ success: true, data: fairPlayOf(about, rows, nominees, decisions) });
  }
}
