import clsx from 'clsx';
import { formatPercent } from '@/lib/format';

export interface Share {
  label: string;
  value: number;
  /** The value in words. */
  text: string;
}

const fills = ['bg-gold', 'bg-green-text', 'bg-purple-text', 'bg-blue-text', 'bg-red-text', 'bg-gray-text'];

/** Parts of a whole: one bar cut into them, and below it what each is. The list says everything; the bar is for the eye. */
export function ShareBars({ title, shares }: { title: string; shares: Share[] }) {
  const total = shares.reduce((sum, { value }) => sum + value, 0);
  if (total <= 0) return null;
  return (
    <section>
      <h3 className="text-base font-semibold">{title}</h3>
      <div aria-hidden className="mt-3 flex h-4 gap-0.5 overflow-hidden rounded-full">
        {shares.map(({ label, value }, index) => (
          <div
            key={label}
            className={clsx('min-w-1.5 transition-[flex-grow] duration-(--motion-slow)', fills[index])}
            style={{ flexGrow: value, flexBasis: 0 }}
          />
        ))}
      </div>
      <ul className="mt-3 grid gap-1.5 text-sm">
        {shares.map(({ label, value, text }, index) => (
          <li key={label} className="flex flex-wrap items-center gap-x-2.5">
            <span aria-hidden className={clsx('size-3 rounded-sm', fills[index])} />
            <span className="font-medium">{label}</span>
            <span className="ml-auto whitespace-nowrap tabular-nums">
              {text} <span className="text-muted">({formatPercent((value / total) * 100)})</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
