import clsx from 'clsx';
import type { ReactNode } from 'react';

/** What came of something, at the top of a page that tells of nothing else. The rest of the properties is for tests. */
export function Outcome({
  as: Heading,
  icon,
  title,
  text,
  ...data
}: {
  as: 'h1' | 'h2';
  icon: ReactNode;
  title: string;
  text: string;
  'data-testid'?: string;
  'data-state'?: string;
}) {
  return (
    <div className="text-center" {...data}>
      <div aria-hidden className="flex animate-rise justify-center">
        {icon}
      </div>
      <Heading className="mt-4 text-2xl font-extrabold">{title}</Heading>
      <p className="mx-auto mt-2 max-w-text text-muted">{text}</p>
    </div>
  );
}

export type Fact = readonly [name: string, value: string | null | undefined];

/** Names and values, those that are known. */
export function Facts({ facts, className }: { facts: readonly Fact[]; className?: string }) {
  const known = facts.filter(([, value]) => value);
  if (known.length === 0) return null;
  return (
    <dl className={clsx('divide-y divide-dashed divide-line', className)}>
      {known.map(([name, value]) => (
        <div key={name} className="flex flex-wrap justify-between gap-x-4 py-2.5">
          <dt className="text-sm text-muted">{name}</dt>
          <dd className="ml-auto min-w-0 text-right font-semibold wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Figures under one another, with what is to be said of their names. */
export function FigureLines({
  lines,
  className,
}: {
  lines: readonly { name: string; note?: string | undefined; figure: ReactNode }[];
  className: string;
}) {
  return (
    <dl className={clsx('divide-y divide-dashed divide-line', className)}>
      {lines.map(({ name, note, figure }) => (
        <div key={name} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2.5">
          <dt className="text-sm">
            {name} {note && <span className="text-muted">· {note}</span>}
          </dt>
          <dd className="ml-auto text-right font-semibold tabular-nums">{figure}</dd>
        </div>
      ))}
    </dl>
  );
}
