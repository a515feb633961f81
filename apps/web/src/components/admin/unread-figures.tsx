import type { UseQueryResult } from '@tanstack/react-query';
import { Button } from '@/components/button';
import { Notice } from '@/components/notice';
import { adminHistory } from '@/texts/en/admin-history';

const { unread } = adminHistory;

/** In the place of figures that could not be read: a 0 would be a false figure. Nothing while they are there or on their way. */
export function UnreadFigures({ query }: { query: UseQueryResult }) {
  if (!query.isError || query.data !== undefined) return null;
  return (
    <Notice tone="warning" title={unread.title}>
      <p>{unread.text}</p>
      <Button
        variant="outline"
        size="sm"
        className="mt-2"
        busy={query.isFetching}
        onClick={() => void query.refetch()}
      >
        {unread.retry}
      </Button>
    </Notice>
  );
}
