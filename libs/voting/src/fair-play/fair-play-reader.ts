import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { DataSource } from 'typeorm';
import { ContestDirectory } from '@abato/contests';
import { sqlFile } from '@abato/database';
import { AppError, type Clock, CLOCK } from '@abato/platform';
import { PublicBody } from '../public/public-body.js';
import { fairPlayOf, type FairPlayRow } from './fair-play.js';

const FAIR_PLAY = sqlFile(import.meta.url, './fair-play.sql');
/** Visitors ask the database at most this often for one contest, however many they are. */
const MAX_AGE_MS = 5_000;
const MOST_KEPT = 500;

/** The public fair-play figures of contests (ADR 135), as ready bodies. */
@Injectable()
export class FairPlayReader {
  private readonly bodies: LRUCache<string, Promise<PublicBody>>;

  constructor(
    /** The pool of lists: casts do not wait for it. */
    private readonly source: DataSource,
    private readonly directory: ContestDirectory,
    @Inject(CLOCK) clock: Clock,
  ) {
    const perf = { now: () => clock.now().getTime() };
    this.bodies = new LRUCache({ max: MOST_KEPT, ttl: MAX_AGE_MS, ttlResolution: 0, perf });
  }

  /** @throws AppError CONTEST_NOT_FOUND for a draft too */
  async read(contestId: string): Promise<PublicBody> {
    const contest = await this.directory.find(contestId);
    if (!contest || contest.facts.status === 'DRAFT') throw new AppError('CONTEST_NOT_FOUND');
    const { id, verification, showResults } = contest.facts;
    // Hiding results changes the revision: what was kept before is not shown again.
    const key = `${id} ${contest.revision}`;
    const kept = this.bodies.get(key);
    if (kept) return kept;
    const body = this.build({ id, verification, showResults });
    this.bodies.set(key, body);
    body.catch(() => this.bodies.delete(key));
    return body;
  }

  private async build(about: Parameters<typeof fairPlayOf>[0]): Promise<PublicBody> {
    const rows: FairPlayRow[] = about.showResults ? await this.source.query(FAIR_PLAY, [about.id]) : [];
    return new PublicBody({ success: true, data: fairPlayOf(about, rows) });
  }
}
