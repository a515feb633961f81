import type { Pagination as PageInfo } from '@abato/contracts';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { paging } from '@/texts/en/paging';
import { Button } from './button';

/** Says that a list without pages may be cut. @param most rows that the server gives */
export function CutNotice({ rows, most }: { rows: readonly unknown[]; most: number }) {
  if (rows.length < most) return null;
  return <p className="mt-2 text-sm text-muted">{paging.newest(most)}</p>;
}

export function Pagination({ pagination, onPage }: { pagination: PageInfo; onPage: (page: number) => void }) {
  const { page, totalPages } = pagination;
  if (totalPages <= 1) return null;
  return (
    <nav aria-label={paging.label} className="mt-8 flex items-center justify-center gap-3">
      <Button variant="outline" size="sm" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <ChevronLeft aria-hidden className="size-5" />
        {paging.previous}
      </Button>
      <span className="px-2 text-sm text-muted tabular-nums" aria-live="polite">
        {paging.position(page, totalPages)}
      </span>
      <Button variant="outline" size="sm" disabled={page >= totalPages} onClick={() => onPage(page + 1)}>
        {paging.next}
        <ChevronRight aria-hidden className="size-5" />
      </Button>
    </nav>
  );
}
