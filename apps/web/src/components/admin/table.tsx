import clsx from 'clsx';
import type { HTMLAttributes, ReactNode } from 'react';
import { common } from '@/texts/en/common';

/** In a frame narrower than 54 rem a stacked table is a list: one block a row, every value behind its column's name (`Td label`). */
const stackedClass = [
  '@max-[54rem]:block @max-[54rem]:[&_thead]:hidden @max-[54rem]:[&_tbody]:block @max-[54rem]:[&_tfoot]:block',
  '@max-[54rem]:[&_tr]:grid @max-[54rem]:[&_tr]:grid-cols-[minmax(0,1fr)] @max-[54rem]:[&_tr]:gap-y-2 @max-[54rem]:[&_tr]:px-4 @max-[54rem]:[&_tr]:py-4',
  '@max-[54rem]:[&_td]:min-w-0 @max-[54rem]:[&_td]:p-0 @max-[54rem]:[&_td]:text-left @max-[54rem]:[&_td:empty]:hidden',
  '@max-[54rem]:[&_td[data-label]]:grid @max-[54rem]:[&_td[data-label]]:grid-cols-[6.5rem_minmax(0,1fr)]',
  '@max-[54rem]:[&_td[data-label]]:before:text-muted @max-[54rem]:[&_td[data-label]]:before:font-normal',
  '@max-[54rem]:[&_td[data-label]]:before:font-body @max-[54rem]:[&_td[data-label]]:before:text-sm',
  '@max-[54rem]:[&_td[data-label]]:before:content-[attr(data-label)]',
].join(' ');

/**
 * A table that scrolls inside its own frame; the frame takes focus so that the keyboard can scroll it.
 * @param stacked a list of blocks where there is little room, instead of scrolling sideways
 */
export function Table({
  caption,
  children,
  className,
  stacked,
}: {
  caption: string;
  stacked?: boolean;
  children: ReactNode;
  className?: string;
}) {
  return (
    <div
      role="region"
      aria-label={`${caption}. ${common.scrollTable}`}
      tabIndex={0}
      className={clsx('@container overflow-x-auto rounded-lg border border-line bg-surface', className)}
    >
      <table className={clsx('w-full border-collapse text-left text-sm', stacked && stackedClass)}>
        <caption className="sr-only">{caption}</caption>
        {children}
      </table>
    </div>
  );
}

export function Tr({ className, ...rest }: HTMLAttributes<HTMLTableRowElement>) {
  return <tr className={clsx('border-t border-line', className)} {...rest} />;
}
