import { ArrowLeft } from 'lucide-react';
import { Link } from '@/components/link';

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
