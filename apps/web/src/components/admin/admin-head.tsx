import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from '@/components/link';
import { PageHeader } from '@/components/page-header';
import { useTitle } from '@/lib/use-title';

/** The head of an organiser's page, which names the browser's tab too. @param tab another name for the tab */
export function AdminHead({
  tab,
  ...head
}: {
  title: string;
  tab?: string;
  subtitle?: ReactNode;
  actions?: ReactNode;
}) {
  useTitle(tab ?? head.title);
  return <PageHeader {...head} />;
}

/** The way back to the page above. */
export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <Link
      to={to}
      className="mb-3 inline-flex min-h-touch items-center gap-2 font-medium text-muted no-underline hover:text-ink"
    >
      <ArrowLeft aria-hidden className="size-4" />
      {children}
    </Link>
  );
}
