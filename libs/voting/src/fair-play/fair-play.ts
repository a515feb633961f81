import {
  type FairPlay,
  FAIR_PLAY_HOURS,
  HOLD_REASONS,
  type HoldReason,
  type VerificationLevel,
} from '@abato/contracts';

/** A row of fair-play.sql. */
export interface FairPlayRow {
  hour: Date;
  channel: string | null;
  reason: HoldReason | null;
  decision: 'REJECTED' | null;
  votes: number;
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
export function fairPlayOf({ id, verification, showResults }: About, rows: readonly FairPlayRow[]): FairPlay {
  const about = { contestId: id, level: verification };
  if (!showResults) {
    const hidden = { counted: null, held: null, rejected: null, verified: null, enteredByHand: null };
    return { ...about, ...hidden, verifiedShare: null, reasons: [], hours: [] };
  }
  const sum = (fits: (row: FairPlayRow) => boolean): number =>
    rows.reduce((total, row) => total + (fits(row) ? row.votes : 0), 0);
  const counted = sum(isCounted);
  const verified = sum(({ channel }) => channel !== null && PROVEN[verification].includes(channel));
  return {
    ...about,
    counted,
    held: sum(isHeld),
    rejected: sum(isRejected),
    verified,
    enteredByHand: sum(({ channel }) => channel === 'manual'),
    verifiedShare: counted > 0 ? verified / counted : null,
    reasons: HOLD_REASONS.map((reason) => ({
      reason,
      held: sum((row) => row.reason === reason && isHeld(row)),
      rejected: sum((row) => row.reason === reason && isRejected(row)),
    })),
    hours: hoursOf(rows),
  };
}

const isCounted = ({ reason }: FairPlayRow): boolean => reason === null;
const isHeld = ({ reason, decision }: FairPlayRow): boolean => reason !== null && decision === null;
const isRejected = ({ decision }: FairPlayRow): boolean => decision === 'REJECTED';

function hoursOf(rows: readonly FairPlayRow[]): FairPlay['hours'] {
  const hours = new Map<string, FairPlay['hours'][number]>();
  for (const row of rows) {
    const hour = row.hour.toISOString();
    const found = hours.get(hour) ?? { hour, counted: 0, held: 0, rejected: 0 };
    hours.set(hour, found);
    found[isCounted(row) ? 'counted' : isHeld(row) ? 'held' : 'rejected'] += row.votes;
  }
  return [...hours.values()]
    .filter(({ counted, held, rejected }) => counted !== 0 || held > 0 || rejected > 0)
    .toSorted((a, b) => (a.hour < b.hour ? -1 : 1))
    .slice(-FAIR_PLAY_HOURS);
}
