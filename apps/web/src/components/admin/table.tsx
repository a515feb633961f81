import clsx from 'clsx';
import type { ReactNode } from 'react';
import { Td, Th } from '@/components/cells';
import { formatClock, formatDate } from '@/lib/format';
import { adminReconciliation } from '@/texts/en/admin-books';
import { tableTexts } from '@/texts/en/admin-table';

export interface Column<T> {
  /** The column's name; stacked tables repeat it before every value. */
  name: string;
  /** Drawn at the head of the column instead of its name. */
  head?: ReactNode;
  cell: (row: T) => ReactNode;
  /** Figures: aligned at the right, all digits of one width. */
  figure?: boolean;
  /** Stacked tables show the value without the name. */
  unnamed?: boolean;
  className?: string;
}

/** In a frame narrower than 54 rem a stacked table is a list: one block a row, every value behind its column's name. */
const stackedClass = [
  '@max-[54rem]:block @max-[54rem]:[&_thead]:hidden @max-[54rem]:[&_tbody]:block',
  '@max-[54rem]:[&_tr]:grid @max-[54rem]:[&_tr]:grid-cols-[minmax(0,1fr)] @max-[54rem]:[&_tr]:gap-y-2 @max-[54rem]:[&_tr]:px-4 @max-[54rem]:[&_tr]:py-4',
  '@max-[54rem]:[&_td]:min-w-0 @max-[54rem]:[&_td]:p-0 @max-[54rem]:[&_td]:text-left @max-[54rem]:[&_td:empty]:hidden!',
  '@max-[54rem]:[&_td[data-label]]:grid @max-[54rem]:[&_td[data-label]]:grid-cols-[6.5rem_minmax(0,1fr)]',
  '@max-[54rem]:[&_td[data-label]]:before:text-muted @max-[54rem]:[&_td[data-label]]:before:font-normal',
  '@max-[54rem]:[&_td[data-label]]:before:font-body @max-[54rem]:[&_td[data-label]]:before:text-sm',
  '@max-[54rem]:[&_td[data-label]]:before:content-[attr(data-label)]',
].join(' ');

export interface TableProps<T> {
  caption: string;
  columns: Column<T>[];
  rows: T[];
  rowKey: (row: T) => string;
  /** The `data-` attributes of a row. */
  rowData?: (row: T) => Record<`data-${string}`, string>;
  /** A list of blocks where there is little room, instead of scrolling sideways. */
  stacked?: boolean;
}

/** The table of every list. It scrolls inside its own frame, which takes focus so that the keyboard can scroll it. */
export function Table<T>({ caption, columns, rows, rowKey, rowData, stacked }: TableProps<T>) {
  return (
    <div
      role="region"
      aria-label={`${caption}. ${tableTexts.scrolls}`}
      tabIndex={0}
      className="@container overflow-x-auto rounded-lg border border-line bg-surface"
    >
      <table className={clsx('w-full border-collapse text-left text-sm', stacked && stackedClass)}>
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ name, head, figure }) => (
              <Th key={name} className={figure ? 'text-right' : undefined}>
                {head ?? name}
              </Th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} className="border-t border-line" {...rowData?.(row)}>
              {columns.map(({ name, cell, figure, unnamed, className }) => (
                <Td
                  key={name}
                  label={unnamed ? undefined : name}
                  className={clsx(figure && 'text-right whitespace-nowrap tabular-nums', className)}
                >
                  {cell(row)}
                </Td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Two lines of a cell: what it is about, and what belongs to it. */
export function TwoLines({ first, second }: { first: ReactNode; second: ReactNode }) {
  return (
    <div>
      <p className="font-semibold">{first}</p>
      <p className="text-muted">{second}</p>
    </div>
  );
}

/** A long date with the time below it. Dates never break. */
export function DateCell({ at }: { at: string }) {
  return (
    <time dateTime={at} className="block">
      <span className="block whitespace-nowrap">{formatDate(at)}</span>
      <span className="block text-muted tabular-nums">{formatClock(at)}</span>
    </time>
  );
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

function ageOf(at: string, now: number): string {
  const { age } = adminReconciliation;
  const ms = Math.max(0, now - new Date(at).getTime());
  if (ms >= 2 * DAY_MS) return age.days(Math.floor(ms / DAY_MS));
  return ms >= 2 * HOUR_MS ? age.hours(Math.floor(ms / HOUR_MS)) : age.minutes(Math.ceil(ms / MINUTE_MS));
}

/** How long something has waited, with the date it began below. */
export function AgeCell({ at }: { at: string }) {
  return (
    <time dateTime={at} className="block">
      <span className="block font-medium tabular-nums">{ageOf(at, Date.now())}</span>
      <span className="block min-w-24 text-muted">{formatDate(at)}</span>
    </time>
  );
}
