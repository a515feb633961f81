import {
  type OpenSettlementDifference,
  type PaymentAttention,
  type PaymentCorrection,
  paymentNoteRules,
  paymentReasonRules,
  refundAccountRules,
  resolveAccountRules,
  type ResultCorrectionView,
  RETURNABLE_STATES,
  type SetAsideWebhook,
  type WaitingSettlementAccount,
} from '@abato/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { CircleCheck, FileDown } from 'lucide-react';
import { AccountForm } from '@/components/admin/account-form';
import { AdminHead } from '@/components/admin/admin-head';
import { askReason, showForm } from '@/components/admin/ask';
import { StaleNotice, Loaded, LoadFailure } from '@/components/admin/loaded';
import { paymentColumn } from '@/components/admin/payment-column';
import { ResultCorrectionsTable } from '@/components/admin/result-corrections-table';
import { AgeCell, type Column, Table, type TableProps } from '@/components/admin/table';
import { Badge } from '@/components/badge';
import { Button } from '@/components/button';
import { Pagination } from '@/components/pagination';
import { EmptyState } from '@/components/empty-state';
import { adminKeys } from '@/lib/admin/api';
import { useAdmin } from '@/lib/admin/use-admin';
import { pagedQuery, usePaged } from '@/lib/admin/use-paged';
import { errorText, reads } from '@/lib/api';
import { formatCedis } from '@/lib/format';
import { saveFile } from '@/lib/save-file';
import { toast } from '@/lib/toast';
import { adminAttention as t } from '@/texts/en/admin-books';
import { adminCorrections, adminWebhooks } from '@/texts/en/admin-corrections';
import { adminMoney } from '@/texts/en/admin-money';
import { adminResults } from '@/texts/en/admin-result-corrections';
import { adminSettlements } from '@/texts/en/admin-settlements';
import {
  accountColumns,
  correctionColumnsFor,
  differenceColumns,
  webhookColumns,
} from './correction-columns';
import { addNote, decidePayment, giveRefundAccount, readEvidence } from './api';

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
          <Table caption={texts.caption} rows={query.data.data} {...table} />
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
              />
              <Pagination pagination={pagination} onPage={onPage} />
            </div>
          ) : (
            whenEmpty && <EmptyState icon={CircleCheck} title={t.empty} text={t.emptyHint} />
          )
        }
      </Loaded>
    </div>
  );
}

/** Payments that are held, disputed or stuck, with what a super admin can do about each. */
const attentionColumns: Column<PaymentAttention>[] = [
  paymentColumn(t.table.payment),
  {
    name: t.table.reason,
    className: 'min-w-48',
    cell: ({ reason, refundError, notes }) => {
      const [name, explanation] = t.reasons[reason];
      return (
        <div>
          <Badge tone={reason === 'disputed' ? 'blue' : 'yellow'}>{name}</Badge>
          <p className="mt-1 text-sm text-muted">{explanation}</p>
          {refundError && <p className="mt-1 text-sm">{refundError}</p>}
          {notes > 0 && <p className="mt-1 text-xs text-muted">{t.table.notes(notes)}</p>}
        </div>
      );
    },
  },
  {
    name: t.table.asked,
    className: 'whitespace-nowrap tabular-nums',
    cell: ({ amount }) => formatCedis(amount),
  },
  { name: t.table.taken, className: 'font-semibold whitespace-nowrap tabular-nums', cell: takenText },
  { name: t.table.since, cell: ({ since }) => <AgeCell at={since} /> },
  { name: t.table.actions, cell: (payment) => <Actions payment={payment} /> },
];

/** In the currency that was really taken, which is the reason to look. */
function takenText({ takenAmount, takenCurrency }: PaymentAttention): string {
  if (takenAmount === null) return t.table.nothing;
  return takenCurrency && takenCurrency !== 'GHS'
    ? `${takenCurrency} ${takenAmount.toFixed(2)}`
    : formatCedis(takenAmount);
}

/**
 * What a super admin can do about a payment: its votes count, its money goes back, the payer has it back in another way, a dispute is over and
 * it was kept, or a note is kept with it.
 */
type Decision = keyof typeof t.decisions;

/** Asks before money moves, and for the reason or note that is kept with it. */
function decide({ id, reference }: PaymentAttention, decision: Decision): void {
  askReason({
    ...t.decisions[decision],
    text: t.decisions[decision].text(reference),
    rules: decision === 'note' ? paymentNoteRules : paymentReasonRules,
    run: (text) => (decision === 'note' ? addNote(id, text) : decidePayment(id, decision, text)),
    testId: 'decision',
  });
}

/** Asks where the payer wants the money of a refund that the provider could not give back the way it came. */
function giveAccount({ id, reference }: PaymentAttention): void {
  const path = `/payments/${id}/refund-account`;
  showForm(
    {
      title: t.account.title,
      description: t.account.text(reference),
      testId: 'refund-account-dialog',
    },
    (close) => (
      <AccountForm
        path={path}
        rules={{ ...resolveAccountRules, reason: refundAccountRules.reason }}
        send={(account) => giveRefundAccount(path, account)}
        texts={t.account}
        reason={{ label: t.account.reason, hint: t.account.hint }}
        tone="warning"
        testId="refund-account-submit"
        onClose={close}
      />
    ),
  );
}

async function downloadEvidence({ id, reference }: PaymentAttention): Promise<void> {
  const evidence = JSON.stringify(await readEvidence(id), null, 2);
  saveFile(new Blob([evidence], { type: 'application/json' }), `evidence-${reference}.json`);
}

/** States in which the provider can be asked for a refund. */
const REFUNDABLE: ReadonlySet<string> = new Set(['REVIEW', 'COMPLETED', 'REFUND_ATTENTION']);

function Actions({ payment }: { payment: PaymentAttention }) {
  const download = useMutation({
    mutationFn: downloadEvidence,
    onError: (error) => toast.error(errorText(error)),
  });
  const { state, needsAccount } = payment;
  const decision = (name: Decision, variant?: 'danger' | 'outline') => (
    <Button size="sm" variant={variant} onClick={() => decide(payment, name)} data-testid={name}>
      {t[name]}
    </Button>
  );
  return (
    <div className="flex flex-wrap gap-2">
      {state === 'REVIEW' && decision('accept')}
      {needsAccount && (
        <Button size="sm" onClick={() => giveAccount(payment)} data-testid="refund-account">
          {t.giveAccount}
        </Button>
      )}
      {REFUNDABLE.has(state) && decision('refund', 'danger')}
      {state === 'DISPUTED' && decision('kept')}
      {RETURNABLE_STATES.has(state) && decision('returned', 'danger')}
      {decision('note', 'outline')}
      <Button
        size="sm"
        variant="outline"
        busy={download.isPending}
        icon={FileDown}
        onClick={() => download.mutate(payment)}
        data-testid="evidence"
      >
        {t.evidence}
      </Button>
    </div>
  );
}
