import type { PaymentAttention } from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { Empty, StaleNotice } from '@/components/admin/list';
import { Loaded } from '@/components/admin/loaded';
import { Notice } from '@/components/notice';
import { PageHeader } from '@/components/page-header';
import { useAdmin } from '@/lib/admin/use-admin';
import { useTitle } from '@/lib/use-title';
import { adminAttention as t } from '@/texts/en/admin-books';
import { attentionQuery, type Decision } from './api';
import { AttentionTable } from './attention-table';
import { DecisionDialog } from './decision-dialog';

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
    <div className="grid grid-cols-1 gap-4">
      <StaleNotice query={query} />
      <Loaded query={query} caption={t.loading}>
        {(payments) =>
          payments.length === 0 ? (
            <Empty icon={CircleCheck} title={t.empty} text={t.emptyHint} />
          ) : (
            <AttentionTable
              payments={payments}
              onDecide={(payment, decision) => setOpen({ payment, decision })}
            />
          )
        }
      </Loaded>
      {open && <DecisionDialog {...open} onClose={() => setOpen(null)} />}
    </div>
  );
}
