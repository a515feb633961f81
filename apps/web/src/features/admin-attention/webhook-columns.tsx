import type { SetAsideWebhook } from '@abato/contracts';
import { AgeCell, type Column } from '@/components/admin/table';
import { Button } from '@/components/button';
import { useAdminAction } from '@/lib/admin/use-admin-action';
import { formatCount } from '@/lib/format';
import { adminWebhooks as t } from '@/texts/en/admin-corrections';
import { retryWebhook } from './api';

/** The provider's messages that failed so often that they are no longer tried. */
export const webhookColumns: Column<SetAsideWebhook>[] = [
  {
    name: t.table.event,
    className: 'min-w-40',
    cell: ({ event, reference }) => (
      <div className="min-w-0">
        <p className="font-semibold">{event ?? t.unknown}</p>
        {reference && <p className="mt-0.5 font-mono text-xs break-all">{reference}</p>}
      </div>
    ),
  },
  { name: t.table.error, className: 'min-w-48 break-words', cell: ({ error }) => error ?? t.unknown },
  { name: t.table.tries, figure: true, cell: ({ attempts }) => formatCount(attempts) },
  { name: t.table.since, cell: ({ setAsideAt }) => <AgeCell at={setAsideAt} /> },
  { name: t.table.actions, cell: ({ id }) => <Retry id={id} /> },
];

function Retry({ id }: { id: number }) {
  const retry = useAdminAction({ run: () => retryWebhook(id), success: t.done });
  return (
    <Button
      size="sm"
      variant="outline"
      busy={retry.isPending}
      onClick={() => retry.mutate()}
      data-testid="webhook-retry"
    >
      {t.retry}
    </Button>
  );
}
