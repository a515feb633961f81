import clsx from 'clsx';
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

const tones = {
  success: ['bg-green-soft text-green-text border-green-text/25', CircleCheck],
  error: ['bg-red-soft text-red-text border-red-text/25', CircleAlert],
  warning: ['bg-yellow-soft text-yellow-text border-yellow-text/25', TriangleAlert],
  info: ['bg-blue-soft text-blue-text border-blue-text/25', Info],
} as const;

/** Something that stays true while one reads the page (a toast says what just happened). */
export function Notice({
  tone,
  title,
  children,
  className,
}: {
  tone: keyof typeof tones;
  title?: string;
  children?: ReactNode;
  className?: string;
}) {
  const [colours, Icon] = tones[tone];
  return (
    <div className={clsx('flex gap-3 rounded-lg border p-4', colours, className)}>
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0" />
      <div className="min-w-0">
        {title && <p className="font-semibold">{title}</p>}
        {children && <div className={clsx(title && 'mt-0.5', 'text-sm')}>{children}</div>}
      </div>
    </div>
  );
}
