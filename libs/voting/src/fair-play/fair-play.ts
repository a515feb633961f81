import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { DataSource } from 'typeorm';
import { ContestDirectory } from '@abato/contests';
import {
  type FairPlay,
  FAIR_PLAY_DECISIONS,
  FAIR_PLAY_HOURS,
  FAIR_PLAY_LEAST_CASTS,
  type HELD_DECISIONS,
  HOLD_REASONS,
  type HoldReason,
  type VerificationLevel,
} from '@abato/contracts';
import { sqlStatements } from '@abato/database';
import { AppError, type Clock, CLOCK } from '@abato/platform';
import { PublicBody } from '../public/public-body.js';

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

/** Rows of fair-play.sql. */
export interface NomineeRow {
  contestant_id: string;
  held: number;
  released: number;
  rejected: number;
}

interface DecisionRow {
  contestant_id: string;
  decision: HeldDecision;
  reason: string | null;
  minute: Date;
  votes: number;
  casts: number;
  total: number;
}

type HeldDecision = (typeof HELD_DECISIONS)[number];

export interface FairPlayRow {
  hour: Date;
  channel: string | null;
  reason: HoldReason | null;
  decision: HeldDecision | null;
  votes: number;
  /** Of votes that were held. */
  casts: number;
}

interface About {
  id: string;
  verification: VerificationLevel;
  showResults: boolean;
}

/** Channels whose votes are of proven numbers. A network vouches for those that dial. */
const PROVEN: Record<VerificationLevel, readonly string[]> = {
  OPEN: ['ussd'],
  PHONE: ['web', 'light', 'ussd'],
  ELECTORATE: ['web', 'light', 'ussd'],
};

/** The public figures of a contest. Nothing in them depends on a vote while results are hidden. */
export function fairPlayOf(
  { id, verification, showResults }: About,
  rows: readonly FairPlayRow[],
  nominees: readonly NomineeRow[],
  decisions: readonly DecisionRow[],
): FairPlay {
  const about = { contestId: id, level: verification };
  if (!showResults) {
    const figures = { counted: null, held: null, released: null, rejected: null, waiting: null };
    const hidden = { ...figures, verified: null, enteredByHand: null, verifiedShare: null };
    return { ...about, ...hidden, reasons: [], nominees: [], decisions: [], decisionCount: 0, hours: [] };
  }
  const sum = (fits: (row: FairPlayRow) => boolean): number => votesOf(rows, fits);
  const counted = sum(isCounted);
  const ofNominees = (figure: 'held' | 'released' | 'rejected'): number =>
    nominees.reduce((total, row) => total + row[figure], 0);
  const verified = sum(({ channel }) => channel !== null && PROVEN[verification].includes(channel));
  return {
    ...about,
    counted,
    held: ofNominees('held'),
    released: ofNominees('released'),
    rejected: ofNominees('rejected'),
    waiting: sum(isWaiting),
    verified,
    enteredByHand: sum(({ channel }) => channel === 'manual' || channel === 'cash'),
    verifiedShare: counted > 0 ? verified / counted : null,
    reasons: reasonsOf(rows),
    nominees: nominees.map(({ contestant_id: contestantId, ...figures }) => ({ contestantId, ...figures })),
    decisions: decisions.map(({ contestant_id: contestantId, decision, votes, casts, reason, minute }) => {
      const at = `${minute.toISOString().slice(0, 16)}Z`;
      return { contestantId, decision, votes, casts, reason, minute: at };
    }),
    decisionCount: decisions[0]?.total ?? 0,
    hours: hoursOf(rows),
  };
}

const isCounted = ({ reason }: FairPlayRow): boolean => reason === null;
const isHeld = ({ reason }: FairPlayRow): boolean => reason !== null;
const isWaiting = ({ reason, decision }: FairPlayRow): boolean => reason !== null && decision === null;
const isRejected = ({ decision }: FairPlayRow): boolean => decision === 'REJECTED';

function votesOf(rows: readonly FairPlayRow[], fits: (row: FairPlayRow) => boolean): number {
  return rows.reduce((total, row) => total + (fits(row) ? row.votes : 0), 0);
}

/** The reasons there were. */
function given(rows: readonly FairPlayRow[]): FairPlay['reasons'] {
  return reasonsOf(rows).filter(({ held, rejected }) => held > 0 || rejected > 0);
}

function reasonsOf(rows: readonly FairPlayRow[]): FairPlay['reasons'] {
  return HOLD_REASONS.map((reason) => ({
    reason,
    held: votesOf(rows, (row) => row.reason === reason && isHeld(row)),
    rejected: votesOf(rows, (row) => row.reason === reason && isRejected(row)),
  }));
}

function hoursOf(rows: readonly FairPlayRow[]): FairPlay['hours'] {
  const byHour = new Map<string, FairPlayRow[]>();
  for (const row of rows) {
    const hour = row.hour.toISOString();
    byHour.set(hour, [...(byHour.get(hour) ?? []), row]);
  }
  return [...byHour]
    .map(([hour, ofHour]) => ({
      hour,
      counted: votesOf(ofHour, isCounted),
      held: votesOf(ofHour, isHeld),
      rejected: votesOf(ofHour, isRejected),
      reasons: ofHour.reduce((sum, { casts }) => sum + casts, 0) < FAIR_PLAY_LEAST_CASTS ? [] : given(ofHour),
    }))
    .filter(({ counted, held, rejected }) => counted !== 0 || held > 0 || rejected > 0)
    .toSorted((a, b) => (a.hour < b.hour ? -1 : 1))
    .slice(-FAIR_PLAY_HOURS);
}

/** The public fair-play figures of contests (ADR 42), as ready bodies. */
@Injectable()
export class FairPlayReader {
  private readonly bodies: LRUCache<string, PublicBody, About>;

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

  private async build(about: About): Promise<PublicBody> {
    if (!about.showResults) return new PublicBody({ success: true, data: fairPlayOf(about, [], [], []) });
    const [rows, nominees, decisions] = await Promise.all([
      this.source.query<FairPlayRow[]>(BY_HOUR, [about.id]),
      this.source.query<NomineeRow[]>(BY_NOMINEE, [about.id]),
      this.source.query<DecisionRow[]>(DECISIONS, [about.id, FAIR_PLAY_DECISIONS]),
    ]);
    return new PublicBody({ success: true, data: fairPlayOf(about, rows, nominees, decisions) });
  }
}
