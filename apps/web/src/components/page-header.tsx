import type { ReactNode } from 'react';

/** The head of a working page: title, one sentence, and what can be done. */
export function PageHeader({
  title,
  subtitle,
  actions,
}: {
  title: ReactNode;
  /** Null while it is on its way: the line is kept, so that nothing below moves when it comes. */
  subtitle?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <header className="mb-7 flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
      {/* A long sentence wraps beside the actions instead of pushing them below itself. */}
      <div className="min-w-0 sm:flex-1 sm:basis-80">
        <h1 className="text-3xl font-extrabold">{title}</h1>
        {subtitle !== undefined && <p className="mt-1.5 min-h-[1lh] text-muted">{subtitle}</p>}
      </div>
      {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
    </header>
  );
}
