import type {
  OpenSettlementDifference,
  PaymentAttention,
  PaymentCorrection,
  ResultCorrectionView,
  SetAsideWebhook,
  WaitingSettlementAccount,
} from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { AdminHead } from '@/components/admin/admin-head';
import { Empty, StaleNotice } from '@/components/admin/list';
import { Loaded, LoadFailure } from '@/components/admin/loaded';
import { ResultCorrectionsTable } from '@/components/admin/result-corrections-table';
import { Table, type TableProps } from '@/components/admin/table';
import { Pagination } from '@/components/pagination';
import { adminKeys } from '@/lib/admin/api';
import { useAdmin } from '@/lib/admin/use-admin';
import { pagedQuery, usePaged } from '@/lib/admin/use-paged';
import { reads } from '@/lib/read';
import { adminAttention as t } from '@/texts/en/admin-books';
import { adminCorrections, adminWebhooks } from '@/texts/en/admin-corrections';
import { adminMoney } from '@/texts/en/admin-money';
import { adminResults } from '@/texts/en/admin-result-corrections';
import { adminSettlements } from '@/texts/en/admin-settlements';
import { accountColumns } from './account-columns';
import { attentionColumns } from './attention-columns';
import { correctionColumnsFor } from './correction-columns';
import { differenceColumns } from './difference-columns';
import { webhookColumns } from './webhook-columns';

/** What waits may change at any time, and no message announces it. */
const REREAD_MS = 30_000;
const attentionQuery = pagedQuery<PaymentAttention>('/payments/attention', REREAD_MS);
const correctionsQuery = pagedQuery<PaymentCorrection>('/payments/corrections', REREAD_MS);
const accountsQuery = pagedQuery<WaitingSettlementAccount>('/hosts/admin/settlement-accounts', REREAD_MS);
const differencesQuery = pagedQuery<OpenSettlementDifference>(
  '/hosts/admin/settlement-differences',
  REREAD_MS,
);
const resultsQuery = reads<ResultCorrectionView[]>(
  [...adminKeys.all, 'result-corrections'],
  '/contests/admin/result-corrections',
  { refetchInterval: REREAD_MS },
);
const webhooksQuery = pagedQuery<SetAsideWebhook>('/payments/webhooks/set-aside', REREAD_MS);

/** Money that waits for a super admin: why, what is known, and what may be done. */
export function AttentionPage() {
  const { id } = useAdmin();
  const corrections = usePaged(correctionsQuery);
  const webhooks = usePaged(webhooksQuery);
  const accounts = usePaged(accountsQuery);
  const differences = usePaged(differencesQuery);
  const results = useQuery(resultsQuery);
  const nothingElse =
    results.data?.length === 0 &&
    [corrections, accounts, webhooks, differences].every(({ query }) => query.data?.data.length === 0);
  return (
    <>
      <AdminHead title={t.title} subtitle={t.subtitle} />
      <div className="grid grid-cols-1 gap-10">
        <Decisions whenEmpty={nothingElse} />
        <Section
          list={corrections}
          texts={adminCorrections}
          columns={correctionColumnsFor(id)}
          rowKey={(correction) => correction.id}
          rowData={({ reference }) => ({ 'data-testid': 'correction-row', 'data-correction': reference })}
        />
        {results.isError && <LoadFailure query={results} />}
        {results.data && results.data.length > 0 && (
          <section aria-label={adminResults.title} className="grid grid-cols-1 gap-3">
            <Head {...adminResults} />
            <ResultCorrectionsTable corrections={results.data} withContest />
          </section>
        )}
        <Section
          list={accounts}
          texts={adminMoney.approval}
          columns={accountColumns}
          rowKey={({ hostId }) => hostId}
          rowData={() => ({ 'data-testid': 'waiting-account' })}
        />
        <Section
          list={differences}
          texts={{ ...adminSettlements.unexplained, title: adminSettlements.title }}
          columns={differenceColumns}
          rowKey={(difference) => difference.id}
          testId="settlement-differences"
        />
        <Section
          list={webhooks}
          texts={adminWebhooks}
          columns={webhookColumns}
          rowKey={(webhook) => String(webhook.id)}
          rowData={(webhook) => ({ 'data-testid': 'webhook-row', 'data-webhook': String(webhook.id) })}
        />
      </div>
    </>
  );
}

function Head({ title, subtitle }: { title: string; subtitle: string }) {
  return (
    <div>
      <h2 className="text-2xl">{title}</h2>
      <p className="mt-1 text-muted">{subtitle}</p>
    </div>
  );
}

/** What waits of one kind; nothing while it has no rows. */
function Section<T>({
  list: { query, onPage },
  texts,
  testId,
  ...table
}: {
  list: ReturnType<typeof usePaged<T>>;
  texts: { title: string; subtitle: string; caption: string };
  testId?: string;
} & Pick<TableProps<T>, 'columns' | 'rowKey' | 'rowData'>) {
  return (
    <>
      {query.isError && <LoadFailure query={query} />}
      {query.data && query.data.data.length > 0 && (
        <section aria-label={texts.title} data-testid={testId} className="grid grid-cols-1 gap-3">
          <Head {...texts} />
          <Table caption={texts.caption} rows={query.data.data} stacked {...table} />
          <Pagination pagination={query.data.pagination} onPage={onPage} />
        </section>
      )}
    </>
  );
}

/** @param whenEmpty whether to say that nothing waits: not while something else on the page does */
function Decisions({ whenEmpty }: { whenEmpty: boolean }) {
  const { query, onPage } = usePaged(attentionQuery);
  return (
    <div className="grid grid-cols-1 gap-4 empty:hidden">
      <StaleNotice query={query} />
      <Loaded query={query} caption={t.loading}>
        {({ data: payments, pagination }) =>
          payments.length > 0 ? (
            <div>
              <Table
                caption={t.table.caption}
                columns={attentionColumns}
                rows={payments}
                rowKey={({ id }) => id}
                rowData={({ reference }) => ({ 'data-testid': 'attention-row', 'data-reference': reference })}
                stacked
              />
              <Pagination pagination={pagination} onPage={onPage} />
            </div>
          ) : (
            whenEmpty && <Empty icon={CircleCheck} title={t.empty} text={t.emptyHint} />
          )
        }
      </Loaded>
    </div>
  );
}
