import type { SetAsideWebhook } from '@abato/contracts';
import { AgeCell } from '@/components/admin/age-cell';
import { Table, type Column } from '@/components/admin/table';
import { Button } from '@/components/button';
import { useAdminAction } from '@/lib/admin/use-admin-action';
import { formatCount } from '@/lib/format';
import { adminWebhooks as t } from '@/texts/en/admin-corrections';
import { retryWebhook } from './api';

const columns: Column<SetAsideWebhook>[] = [
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
  { name: t.table.actions, cell: (webhook) => <Retry webhook={webhook} /> },
];

/** The provider's messages that failed so often that they are no longer tried. */
export function WebhooksSection({ webhooks }: { webhooks: SetAsideWebhook[] }) {
  return (
    <section aria-label={t.title} className="grid grid-cols-1 gap-3">
      <div>
        <h2 className="text-2xl">{t.title}</h2>
        <p className="mt-1 text-muted">{t.subtitle}</p>
      </div>
      <Table
        caption={t.table.caption}
        columns={columns}
        rows={webhooks}
        rowKey={({ id }) => String(id)}
        rowData={({ id }) => ({ 'data-testid': 'webhook-row', 'data-webhook': String(id) })}
        stacked
      />
    </section>
  );
}

function Retry({ webhook }: { webhook: SetAsideWebhook }) {
  const retry = useAdminAction({ run: retryWebhook, success: t.done });
  return (
    <Button
      size="sm"
      variant="outline"
      busy={retry.isPending}
      onClick={() => retry.mutate(webhook.id)}
      data-testid="webhook-retry"
    >
      {t.retry}
    </Button>
  );
}
