import {
  cedisFromPesewas,
  type PaymentMethod,
  type TimelineUnit,
  type VoteChannel,
  type VoteSums,
  type VoteTimeline,
} from '@abato/contracts';

const UNIT_MS: Record<TimelineUnit, number> = { hour: 3_600_000, day: 24 * 3_600_000 };

interface SumRow {
  votes: number;
  transactions: number;
  amount: number;
}

/** Sums of one group: of a moment, a method or a channel. */
export type GroupRow = SumRow & {
  at: Date | null;
  method: PaymentMethod | 'FREE' | null;
  channel: VoteChannel | null;
};

/** When a period begins that ends with the running hour or day. @param count units with the running one */
export function firstOf(unit: TimelineUnit, count: number, now: Date): Date {
  const running = Math.floor(now.getTime() / UNIT_MS[unit]);
  return new Date((running - count + 1) * UNIT_MS[unit]);
}

/** Every unit of a period, those without a vote included, and the methods and channels that have some. */
export function timelineOf(
  rows: readonly GroupRow[],
  unit: TimelineUnit,
  count: number,
  first: Date,
): VoteTimeline {
  const filled = rows.filter((row) => row.votes || row.transactions || row.amount);
  const byTime = new Map(filled.flatMap((row) => (row.at ? [[row.at.getTime(), row] as const] : [])));
  return {
    unit,
    items: Array.from({ length: count }, (_, index) => {
      const at = new Date(first.getTime() + index * UNIT_MS[unit]);
      return { at: at.toISOString(), ...sumsOf(byTime.get(at.getTime())) };
    }),
    methods: filled.flatMap((row) => (row.method ? [{ method: row.method, ...sumsOf(row) }] : [])),
    channels: filled.flatMap((row) => (row.channel ? [{ channel: row.channel, ...sumsOf(row) }] : [])),
  };
}

export function sumsOf(row: SumRow | undefined): VoteSums {
  return {
    votes: row?.votes ?? 0,
    transactions: row?.transactions ?? 0,
    revenue: cedisFromPesewas(row?.amount ?? 0),
  };
}

/** With one decimal; 0 without people (specification §2). */
export function averagePer(votes: number, people: number): number {
  return people > 0 ? Math.round((votes / people) * 10) / 10 : 0;
}
