import clsx from 'clsx';
import type { TdHTMLAttributes, ThHTMLAttributes } from 'react';

/* Apart from the tables of the organisers' screens, whose frame no voter needs. */

export function Th({ className, ...rest }: ThHTMLAttributes<HTMLTableCellElement>) {
  return (
    <th
      scope="col"
      className={clsx('bg-sunken px-4 py-3 text-xs font-semibold whitespace-nowrap text-muted', className)}
      {...rest}
    />
  );
}

/** @param label the column's name, for stacked tables */
export function Td({
  className,
  label,
  ...rest
}: TdHTMLAttributes<HTMLTableCellElement> & { label?: string }) {
  return <td data-label={label} className={clsx('px-4 py-3 align-middle', className)} {...rest} />;
}
