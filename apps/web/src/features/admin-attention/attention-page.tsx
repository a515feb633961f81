import type { PaymentAttention } from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Empty, StaleNotice } from '@/components/admin/list';
import { Loaded, LoadFailure } from '@/components/admin/loaded';
import { ResultCorrectionsTable } from '@/components/admin/result-corrections-table';
import { Notice } from '@/components/notice';
import { PageHeader } from '@/components/page-header';
import { Pagination } from '@/components/pagination';
import { waitingResultCorrectionsQuery } from '@/lib/admin/result-corrections';
import { useAdmin } from '@/lib/admin/use-admin';
import { usePaged } from '@/lib/admin/use-paged';
import { useTitle } from '@/lib/use-title';
import { adminAttention as t } from '@/texts/en/admin-books';
import { adminResults } from '@/texts/en/admin-result-corrections';
import { AccountsSection } from './accounts-section';
import {
  attentionQuery,
  correctionsQuery,
  setAsideWebhooksQuery,
  settlementDifferencesQuery,
  waitingAccountsQuery,
  type Decision,
} from './api';
import { AttentionTable } from './attention-table';
import { CorrectionsSection } from './corrections-section';
import { DecisionDialog } from './decision-dialog';
import { RefundAccountDialog } from './refund-account-dialog';
import { SettlementsSection } from './settlements-section';
import { WebhooksSection } from './webhooks-section';

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
  const corrections = usePaged(correctionsQuery);
  const webhooks = usePaged(setAsideWebhooksQuery);
  const accounts = usePaged(waitingAccountsQuery);
  const settlements = usePaged(settlementDifferencesQuery);
  const results = useQuery(waitingResultCorrectionsQuery);
  const others = [corrections, accounts, webhooks, settlements];
  const nothingElse =
    results.data?.length === 0 && others.every(({ query }) => query.data?.data.length === 0);
  return (
    <div className="grid grid-cols-1 gap-10">
      <Decisions whenEmpty={nothingElse} />
      <Section list={corrections}>{(rows) => <CorrectionsSection corrections={rows} />}</Section>
      {results.isError && (
        <LoadFailure
          error={results.error}
          onRetry={() => void results.refetch()}
          retrying={results.isFetching}
        />
      )}
      {results.data && results.data.length > 0 && (
        <section aria-label={adminResults.title} className="grid grid-cols-1 gap-3">
          <div>
            <h2 className="text-2xl">{adminResults.title}</h2>
            <p className="mt-1 text-muted">{adminResults.subtitle}</p>
          </div>
          <ResultCorrectionsTable corrections={results.data} withContest />
        </section>
      )}
      <Section list={accounts}>{(rows) => <AccountsSection accounts={rows} />}</Section>
      <Section list={settlements}>{(rows) => <SettlementsSection differences={rows} />}</Section>
      <Section list={webhooks}>{(rows) => <WebhooksSection webhooks={rows} />}</Section>
    </div>
  );
}

/** Nothing while it has no rows. */
function Section<T>({
  list: { query, onPage },
  children,
}: {
  list: ReturnType<typeof usePaged<T>>;
  children: (rows: T[]) => ReactNode;
}) {
  if (query.isError)
    return (
      <LoadFailure error={query.error} onRetry={() => void query.refetch()} retrying={query.isFetching} />
    );
  if (!query.data?.data.length) return null;
  return (
    <div>
      {children(query.data.data)}
      <Pagination pagination={query.data.pagination} onPage={onPage} />
    </div>
  );
}

/** @param whenEmpty whether to say that nothing waits: not while something else on the page does */
function Decisions({ whenEmpty }: { whenEmpty: boolean }) {
  const { query, onPage } = usePaged(attentionQuery);
  const [open, setOpen] = useState<{ payment: PaymentAttention; decision: Decision } | null>(null);
  const [account, setAccount] = useState<PaymentAttention | null>(null);
  return (
    <div className="grid grid-cols-1 gap-4 empty:hidden">
      <StaleNotice query={query} />
      <Loaded query={query} caption={t.loading}>
        {({ data: payments, pagination }) =>
          payments.length > 0 ? (
            <div>
              <AttentionTable
                payments={payments}
                onDecide={(payment, decision) => setOpen({ payment, decision })}
                onAccount={setAccount}
              />
              <Pagination pagination={pagination} onPage={onPage} />
            </div>
          ) : (
            whenEmpty && <Empty icon={CircleCheck} title={t.empty} text={t.emptyHint} />
          )
        }
      </Loaded>
      {open && <DecisionDialog {...open} onClose={() => setOpen(null)} />}
      {account && <RefundAccountDialog payment={account} onClose={() => setAccount(null)} />}
    </div>
  );
}
