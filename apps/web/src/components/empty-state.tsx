import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

export function EmptyState({
  title,
  text,
  icon: Icon,
  action,
  headingLevel: Heading = 'h2',
}: {
  title: string;
  text?: string;
  icon?: LucideIcon;
  action?: ReactNode;
  /** h1 when it is the whole page. */
  headingLevel?: 'h1' | 'h2' | 'h3';
}) {
  return (
    <div className="flex flex-col items-center rounded-xl border-2 border-dashed border-line px-6 py-14 text-center">
      {Icon && (
        <div
          aria-hidden
          className="mb-4 grid size-16 place-items-center rounded-full bg-gold-soft text-gold-text"
        >
          <Icon className="size-8" />
        </div>
      )}
      <Heading className="text-xl">{title}</Heading>
      {text && <p className="mt-1.5 max-w-text text-muted">{text}</p>}
      {action && <div className="mt-6">{action}</div>}
    </div>
  );
}
