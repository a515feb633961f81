import { disputeAnswerRules, disputeEvidenceRules, type DisputeView, EVIDENCE_TYPES } from '@abato/contracts';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { AdminForm, useAdminForm } from '@/components/admin/admin-form';
import { AdminHead } from '@/components/admin/admin-head';
import { askReason, showForm } from '@/components/admin/ask';
import { DownloadButton } from '@/components/admin/download-button';
import { FileField } from '@/components/admin/file-field';
import { List } from '@/components/admin/loaded';
import { paymentColumn } from '@/components/admin/payment-column';
import { AgeCell, type Column, Table } from '@/components/admin/table';
import { Badge } from '@/components/badge';
import { Button } from '@/components/button';
import { TextArea } from '@/components/field';
import { pagedQuery, usePaged } from '@/lib/admin/use-paged';
import { formatCedis, formatDateTime } from '@/lib/format';
import { adminRefund } from '@/texts/en/admin-corrections';
import { adminDisputes as t } from '@/texts/en/admin-disputes';
import { addEvidence, resolveDispute } from './api';

/** A dispute may be opened or decided at any time, and no message announces it. */
const REREAD_MS = 60_000;
const disputesQuery = pagedQuery<DisputeView>('/payments/disputes', REREAD_MS);

/** Payments that payers dispute with their banks: until when an answer is due, and the answer. */
export function DisputesPage() {
  const { query, onPage } = usePaged(disputesQuery);
  return (
    <>
      <AdminHead title={t.title} subtitle={t.subtitle} />
      <div className="grid grid-cols-1 gap-4">
        <List
          query={query}
          caption={t.loading}
          empty={{ icon: CircleCheck, title: t.empty, text: t.emptyHint }}
          onPage={onPage}
        >
          {(disputes) => (
            <Table
              caption={t.title}
              columns={columns}
              rows={disputes}
              rowKey={({ id }) => id}
              rowData={({ reference }) => ({ 'data-testid': 'dispute-row', 'data-reference': reference })}
            />
          )}
        </List>
      </div>
    </>
  );
}

const ACTIONS = ['evidence', 'decline', 'accept'] as const;

const columns: Column<DisputeView>[] = [
  paymentColumn(t.table.payment),
  {
    name: t.table.state,
    cell: ({ state, resolution, refundRequest }) => (
      <div className="grid justify-items-start gap-1">
        <Badge tone={state === 'open' ? 'yellow' : 'blue'}>
          {(resolution && t.resolutions[resolution]) ?? t.states[state]}
        </Badge>
        {state !== 'resolved' && refundRequest && (
          <span className="text-sm text-muted" data-testid="dispute-request">
            {[adminRefund.states[refundRequest.state], refundRequest.decisionReason]
              .filter(Boolean)
              .join(': ')}
          </span>
        )}
      </div>
    ),
  },
  {
    name: t.table.amount,
    figure: true,
    cell: ({ amount, paid, returnedBefore }) => (
      <div className="grid gap-1">
        {t.table.of(formatCedis(amount), formatCedis(paid))}
        {returnedBefore > 0 && <Badge tone="red">{t.table.returned(formatCedis(returnedBefore))}</Badge>}
      </div>
    ),
  },
  {
    name: t.table.due,
    cell: ({ state, dueAt, resolvedAt }) =>
      state === 'resolved' ? (
        resolvedAt && <AgeCell at={resolvedAt} />
      ) : (
        <span data-testid="dispute-due">{dueAt ? formatDateTime(dueAt) : t.table.soon}</span>
      ),
  },
  {
    name: t.table.actions,
    cell: (dispute) => (
      <div className="flex flex-wrap gap-2">
        <DownloadButton
          path={`/payments/disputes/${dispute.id}/evidence.pdf`}
          text={t.pack.name}
          label={t.pack.label(dispute.reference)}
          testId="dispute-pack"
        />
        {dispute.state !== 'resolved' &&
          ACTIONS.filter((action) => action !== 'accept' || dispute.refundRequest?.state !== 'WAITING').map(
            (action) => (
              <Button
                key={action}
                size="sm"
                variant="outline"
                data-testid={`dispute-${action}`}
                onClick={() => (action === 'evidence' ? sendEvidence(dispute) : answer(dispute, action))}
              >
                {t.actions[action].name}
              </Button>
            ),
          )}
      </div>
    ),
  },
];

/** Asks for the end of a dispute; what would happen to money and votes is said before. */
function answer({ id, amount, voteCount }: DisputeView, action: 'accept' | 'decline'): void {
  const texts = t.actions[action];
  askReason({
    ...texts,
    text: texts.text(formatCedis(amount), voteCount),
    rules: { message: disputeAnswerRules.message },
    run: (message) => resolveDispute(id, action, message),
    done: (_, { awaitsConfirmation }) => (awaitsConfirmation ? adminRefund.asking.done : texts.done),
    testId: 'dispute',
  });
}

/** Asks for the evidence that the payer's bank gets. */
function sendEvidence({ id, amount, voteCount }: DisputeView): void {
  const { title, text } = t.actions.evidence;
  showForm(
    { title, description: text(formatCedis(amount), voteCount), testId: 'dispute-dialog' },
    (close) => <EvidenceForm id={id} onClose={close} />,
  );
}

function EvidenceForm({ id, onClose }: { id: string; onClose: () => void }) {
  const texts = t.actions.evidence;
  const [file, setFile] = useState<File>();
  const form = useAdminForm<{ serviceDetails: string }>({
    rules: { serviceDetails: disputeEvidenceRules.serviceDetails },
    defaultValues: { serviceDetails: '' },
    run: (input) => addEvidence(id, { ...input, file }),
    success: texts.done,
    onClose,
  });
  return (
    <AdminForm form={form} submit={texts.confirm} onCancel={onClose} testId="dispute-submit">
      <TextArea label={texts.field} hint={texts.hint} rows={4} {...form.field('serviceDetails')} />
      <FileField
        label={t.file}
        accept={EVIDENCE_TYPES.join(',')}
        onFiles={([chosen]) => setFile(chosen)}
        testId="dispute-file"
      />
    </AdminForm>
  );
}
