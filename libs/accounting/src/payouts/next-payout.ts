import type { EntityManager } from 'typeorm';
import { sqlFile } from '@abato/database';
import { smallestIdAt } from '@abato/platform';
import { statesOf } from '@abato/payments';

const DAY_MS = 86_400_000;
const SUNDAY = 0;
const SATURDAY = 6;

/** A payout to a host's account. */
export interface Payout {
  /** YYYY-MM-DD in Ghana, which is UTC all year. */
  day: string;
  pesewas: number;
  /** By the provider; otherwise it follows from the provider's schedule. */
  announced: boolean;
}

const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

/** The first of Monday to Friday from a day on. Public holidays of Ghana are not known here. */
function workingDayFrom(day: string): string {
  let at = new Date(day);
  while (at.getUTCDay() === SATURDAY || at.getUTCDay() === SUNDAY) at = new Date(at.getTime() + DAY_MS);
  return dayOf(at);
}

/** The provider pays on the next working day: what is paid from Friday to Sunday is paid out on Monday. */
export const payoutDayOf = (paidOn: string): string =>
  workingDayFrom(dayOf(new Date(Date.parse(paidOn) + DAY_MS)));

/**
 * The next payout by the provider's schedule. One that was expected before today and has not come is expected from today on.
 * @param unpaid the host's part of payments that are in no settlement, by the day on which they were paid
 * @param onTheWay all that is not paid out, in pesewas: less than the sum of `unpaid` when money went back to payers after it was paid out;
 *   the provider keeps that from the next payout
 */
export function expectedPayout(
  unpaid: readonly { day: string; pesewas: number }[],
  onTheWay: number,
  now: Date,
): Payout | null {
  const from = workingDayFrom(dayOf(now));
  const due = unpaid.map(({ day, pesewas }) => {
    const payoutDay = payoutDayOf(day);
    return { day: payoutDay < from ? from : payoutDay, pesewas };
  });
  const day = due.map((one) => one.day).sort()[0];
  if (day === undefined) return null;
  const sum = (of: readonly { pesewas: number }[]): number =>
    of.reduce((total, one) => total + one.pesewas, 0);
  const kept = Math.min(0, onTheWay - sum(due));
  const pesewas = sum(due.filter((one) => one.day === day)) + kept;
  return pesewas > 0 ? { day, pesewas, announced: false } : null;
}

const UNPAID = sqlFile(import.meta.url, './next-payout.sql');
/** A settlement that is under way for longer is late: what it announced is no longer told. */
const ANNOUNCED_DAYS = 7;
/** Payments that are in no settlement after half of this are a difference. */
const LOOKED_AT_DAYS = 10;
const COUNTED = statesOf('counted');

/**
 * The next payout of the provider to a host's account: the one that it announces, else the one that its schedule lets expect.
 * @param onTheWay what of the host's part is not paid out, in pesewas
 * @returns null when nothing is to be paid out
 */
export async function nextPayoutOf(
  sql: Pick<EntityManager, 'query'>,
  hostId: string,
  onTheWay: number,
  now: Date,
): Promise<Payout | null> {
  const rows = await sql.query<{ announced: boolean; day: string; pesewas: number }[]>(UNPAID, [
    hostId,
    new Date(now.getTime() - ANNOUNCED_DAYS * DAY_MS),
    smallestIdAt(now.getTime() - LOOKED_AT_DAYS * DAY_MS),
    COUNTED,
  ]);
  const announced = rows.find((row) => row.announced);
  return announced ?? expectedPayout(rows, onTheWay, now);
}
