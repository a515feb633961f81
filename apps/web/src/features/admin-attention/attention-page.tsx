import type { PaymentAttention } from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { Loaded } from '@/components/admin/loaded';
import { EmptyState } from '@/components/empty-state';
import { Notice } from '@/components/notice';
import { PageHeader } from '@/components/page-header';
import { Table } from '@/components/admin/table';
import { Th } from '@/components/cells';
import { useAdmin } from '@/lib/admin/use-admin';
import { useTitle } from '@/lib/use-title';
import { adminAttention as t } from '@/texts/en/admin-books';
import { attentionQuery } from './attention-calls';
import { AttentionRow } from './attention-row';
import { DecisionDialog, type Decision } from './decision-dialog';

/** Money that waits for a super admin: why, what is known, and what may be done. */
export function AttentionPage() {
  const { superAdmin } = useAdmin();
  useTitle(t.pageTitle);
  return (
    <>
      <PageHeader title={t.title} subtitle={t.subtitle} />
      {superAdmin ? <Waiting /> : <Notice tone="error" title={t.denied} />}
    </>
  );
}

function Waiting() {
  const query = useQuery(attentionQuery);
  const [open, setOpen] = useState<{ payment: PaymentAttention; decision: Decision } | null>(null);
  return (
    <>
      <Loaded query={query} caption={t.loading}>
        {(payments) =>
          payments.length === 0 ? (
            <EmptyState icon={<CircleCheck className="size-8" />} title={t.empty} text={t.emptyHint} />
          ) : (
            <Table caption={t.table.caption} stacked>
              <thead>
                <tr>
                  <Th>{t.table.payment}</Th>
                  <Th>{t.table.reason}</Th>
                  <Th>{t.table.asked}</Th>
                  <Th>{t.table.taken}</Th>
                  <Th>{t.table.since}</Th>
                  <Th>{t.table.actions}</Th>
                </tr>
              </thead>
              <tbody>
                {payments.map((payment) => (
                  <AttentionRow
                    key={payment.id}
                    payment={payment}
                    onDecide={(decision) => setOpen({ payment, decision })}
                  />
                ))}
              </tbody>
            </Table>
          )
        }
      </Loaded>
      {open && <DecisionDialog {...open} onClose={() => setOpen(null)} />}
    </>
  );
}
