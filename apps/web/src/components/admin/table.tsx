import clsx from 'clsx';
import type { ReactNode } from 'react';
import { Td, Th } from '@/components/cells';
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
  '@max-[54rem]:block @max-[54rem]:[&_thead]:hidden @max-[54rem]:[&_tbody]:block @max-[54rem]:[&_tfoot]:block',
  '@max-[54rem]:[&_tr]:grid @max-[54rem]:[&_tr]:grid-cols-[minmax(0,1fr)] @max-[54rem]:[&_tr]:gap-y-2 @max-[54rem]:[&_tr]:px-4 @max-[54rem]:[&_tr]:py-4',
  '@max-[54rem]:[&_td]:min-w-0 @max-[54rem]:[&_td]:p-0 @max-[54rem]:[&_td]:text-left @max-[54rem]:[&_td:empty]:hidden!',
  '@max-[54rem]:[&_td[data-label]]:grid @max-[54rem]:[&_td[data-label]]:grid-cols-[6.5rem_minmax(0,1fr)]',
  '@max-[54rem]:[&_td[data-label]]:before:text-muted @max-[54rem]:[&_td[data-label]]:before:font-normal',
  '@max-[54rem]:[&_td[data-label]]:before:font-body @max-[54rem]:[&_td[data-label]]:before:text-sm',
  '@max-[54rem]:[&_td[data-label]]:before:content-[attr(data-label)]',
].join(' ');

/**
 * The table of every list. It scrolls inside its own frame, which takes focus so that the keyboard can scroll it.
 * @param stacked a list of blocks where there is little room, instead of scrolling sideways
 * @param rowData the `data-` attributes of a row
 * @param footer a `<tr>` below all rows
 */
export function Table<T>({
  caption,
  columns,
  rows,
  rowKey,
  rowData,
  footer,
  stacked,
}: {
  caption: string;
  columns: Column<T>[];
  rows: T[];
  rowKey: (row: T) => string;
  rowData?: (row: T) => Record<`data-${string}`, string>;
  footer?: ReactNode;
  stacked?: boolean;
}) {
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
        {footer && <tfoot>{footer}</tfoot>}
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
