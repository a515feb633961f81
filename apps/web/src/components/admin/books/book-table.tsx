import clsx from 'clsx';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { formatClock, formatDate } from '@/lib/format';
import { adminForms } from '@/texts/en/admin-forms';
import { adminHistory } from '@/texts/en/admin-history';

export interface BookColumn<T> {
  name: string;
  /** Of the wide table. */
  width: string;
  /** Where the value is on the card of a narrow screen. */
  card: string;
  cell: (row: T) => ReactNode;
  figure?: boolean;
  /** Its value opens the row. */
  opens?: boolean;
}

/** In a frame narrower than 54 rem each row is a card of three or four lines. */
const cardClass = [
  '@max-[54rem]:block @max-[54rem]:[&_thead]:hidden @max-[54rem]:[&_tbody]:block @max-[54rem]:[&_tfoot]:block',
  '@max-[54rem]:[&_tr]:grid @max-[54rem]:[&_tr]:grid-cols-[minmax(0,1fr)_auto] @max-[54rem]:[&_tr]:items-center',
  '@max-[54rem]:[&_tr]:gap-x-3 @max-[54rem]:[&_tr]:gap-y-1 @max-[54rem]:[&_tr]:px-4 @max-[54rem]:[&_tr]:py-3',
  '@max-[54rem]:[&_td]:min-w-0 @max-[54rem]:[&_td]:p-0',
].join(' ');

const MOVES: Record<string, (index: number, count: number) => number> = {
  ArrowDown: (index, count) => Math.min(index + 1, count - 1),
  ArrowUp: (index) => Math.max(index - 1, 0),
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Arrow keys move between the rows; Enter presses the row's button by itself. */
function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  const move = MOVES[event.key];
  const here = event.target instanceof Element ? event.target.closest('[data-opens]') : null;
  if (!move || !here || event.altKey || event.ctrlKey || event.metaKey) return;
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-opens]')];
  event.preventDefault();
  all[move(all.indexOf(here as HTMLElement), all.length)]?.focus();
}

/**
 * The rows of a book: one line each, a press anywhere opens the details. Nothing breaks; what is too long is cut and whole in the details.
 * @param nameOf what a screen reader calls the row
 * @param details of the row that was opened, until they are closed
 */
export function BookTable<T extends { id: string }>({
  caption,
  columns,
  rows,
  rowData,
  nameOf,
  details,
  footer,
}: {
  caption: string;
  columns: BookColumn<T>[];
  rows: T[];
  rowData?: (row: T) => Record<`data-${string}`, string>;
  nameOf: (row: T) => string;
  details: (row: T, onClose: () => void) => ReactNode;
  footer?: ReactNode;
}) {
  const [opened, setOpened] = useState<string | null>(null);
  const shown = rows.find(({ id }) => id === opened);
  return (
    <>
      <div
        role="region"
        aria-label={`${caption}. ${adminHistory.keys} ${adminForms.tableScrolls}`}
        tabIndex={0}
        onKeyDown={moveBetweenRows}
        className="@container overflow-x-auto rounded-lg border border-line bg-surface"
      >
        <table className={clsx('w-full table-fixed border-collapse text-left text-sm', cardClass)}>
          <caption className="sr-only">{caption}</caption>
          <thead>
            <tr>
              {columns.map(({ name, width, figure }) => (
                <th
                  key={name}
                  scope="col"
                  style={{ width }}
                  className={clsx(
                    'truncate bg-sunken px-2 py-3 text-xs font-semibold text-muted first:pl-4 last:pr-4',
                    figure && 'text-right',
                  )}
                >
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr
                key={row.id}
                className="relative border-t border-line hover:bg-sunken/60 has-[[data-opens]:focus-visible]:bg-sunken"
                {...rowData?.(row)}
              >
                {columns.map(({ name, cell, figure, opens, card }) => (
                  <td
                    key={name}
                    className={clsx(
                      'truncate px-2 py-1.5 align-middle @max-[54rem]:wrap-anywhere @max-[54rem]:whitespace-normal @min-[54rem]:first:pl-4 @min-[54rem]:last:pr-4',
                      figure && 'text-right font-semibold tabular-nums',
                      card,
                    )}
                  >
                    {opens ? (
                      <button
                        type="button"
                        data-opens
                        aria-label={adminHistory.open(nameOf(row))}
                        onClick={() => setOpened(row.id)}
                        className="block w-full cursor-pointer truncate py-1.5 text-left after:absolute after:inset-0"
                      >
                        {cell(row)}
                      </button>
                    ) : (
                      cell(row)
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          {footer && <tfoot>{footer}</tfoot>}
        </table>
      </div>
      {shown && details(shown, () => setOpened(null))}
    </>
  );
}

/** When a row was made. */
export const dateColumn = <T extends { createdAt: string }>(
  name: string,
  width: string,
  card: string,
): BookColumn<T> => ({
  name,
  width,
  card: `${card} @max-[54rem]:text-muted`,
  cell: ({ createdAt }) => (
    <time dateTime={createdAt} title={formatClock(createdAt)} className="whitespace-nowrap">
      {formatDate(createdAt)}
    </time>
  ),
});

/** What a cell is about, and what belongs to it, in one line. */
export function OneLine({ first, second }: { first: ReactNode; second?: ReactNode }) {
  return (
    <>
      <span className="font-semibold">{first}</span>
      {second && (
        <span className="text-muted">
          {' · '}
          <span className="@max-[54rem]:inline-block">{second}</span>
        </span>
      )}
    </>
  );
}
