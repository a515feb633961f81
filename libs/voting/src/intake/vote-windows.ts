import { multiplierAt, type VoteWindow } from '@abato/contracts';

interface Windowed {
  windows?: readonly VoteWindow[] | undefined;
  votes: number;
  multiplier: number;
}

/** The window that is open now decides how often a paid vote counts (ADR 131): now is what its row is dated with. */
export function countByWindow(row: Windowed, now: Date): void {
  if (!row.windows?.length) return;
  const bought = row.votes / row.multiplier;
  row.multiplier = multiplierAt(row.windows, now.getTime());
  row.votes = bought * row.multiplier;
}
