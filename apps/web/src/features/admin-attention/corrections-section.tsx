import { rejectCorrectionRules, type PaymentCorrection } from '@abato/contracts';
import { useState } from 'react';
import { AdminForm, useAdminForm } from '@/components/admin/admin-form';
import { AgeCell } from '@/components/admin/age-cell';
import { ConfirmAction } from '@/components/admin/confirm-action';
import { GuardedButton } from '@/components/admin/guarded-button';
import { PaymentCell } from '@/components/admin/payment-column';
import { Table, TwoLines, type Column } from '@/components/admin/table';
import { Badge } from '@/components/badge';
import { Button } from '@/components/button';
import { Dialog } from '@/components/dialog';
import { TextArea } from '@/components/field';
import { useAdmin } from '@/lib/admin/use-admin';
import { formatCedis, formatCount } from '@/lib/format';
import { adminCorrections as t } from '@/texts/en/admin-corrections';
import { adminDisputes } from '@/texts/en/admin-disputes';
import { adminForms } from '@/texts/en/admin-forms';
import { confirmCorrection, rejectCorrection } from './api';

const columns: Column<PaymentCorrection>[] = [
  {
    name: t.table.payment,
    className: 'min-w-48',
    cell: ({ contest, contestant, reference }) => (
      <PaymentCell contest={contest.title} what={contestant.name} reference={reference} />
    ),
  },
  {
    name: t.table.what,
    className: 'min-w-40',
    cell: ({ kind, reason, returned }) => (
      <div>
        <Badge tone="yellow">{t.kinds[kind]}</Badge>
        {kind === 'DISPUTE' && returned > 0 && (
          <p className="mt-1 text-red-text">{adminDisputes.table.returned(formatCedis(returned))}</p>
        )}
        <p className="mt-1">{reason}</p>
      </div>
    ),
  },
  {
    name: t.table.amount,
    figure: true,
    className: 'font-semibold whitespace-nowrap',
    cell: ({ amount }) => formatCedis(amount),
  },
  { name: t.table.votes, figure: true, cell: ({ votesBack }) => formatCount(votesBack) },
  {
    name: t.table.entered,
    cell: ({ enteredBy, enteredAt }) => (
      <TwoLines first={enteredBy.name} second={<AgeCell at={enteredAt} />} />
    ),
  },
];

/** What one person has asked for or entered about money, and the decision of another; nothing while none waits. */
export function CorrectionsSection({ corrections }: { corrections: PaymentCorrection[] }) {
  const { id } = useAdmin();
  const [confirming, setConfirming] = useState<PaymentCorrection | null>(null);
  const [rejecting, setRejecting] = useState<PaymentCorrection | null>(null);
  const actions: Column<PaymentCorrection> = {
    name: t.table.actions,
    cell: (correction) => (
      <div className="flex flex-wrap gap-2">
        <GuardedButton
          size="sm"
          refusal={correction.enteredBy.id === id ? t.own : undefined}
          onClick={() => setConfirming(correction)}
          data-testid="correction-confirm"
        >
          {t.confirm}
        </GuardedButton>
        <Button
          size="sm"
          variant="outline"
          onClick={() => setRejecting(correction)}
          data-testid="correction-reject"
        >
          {t.reject}
        </Button>
      </div>
    ),
  };
  return (
    <section aria-label={t.title} className="grid grid-cols-1 gap-3">
      <div>
        <h2 className="text-2xl">{t.title}</h2>
        <p className="mt-1 text-muted">{t.subtitle}</p>
      </div>
      <Table
        caption={t.table.caption}
        columns={[...columns, actions]}
        rows={corrections}
        rowKey={({ id: key }) => key}
        rowData={({ reference }) => ({ 'data-testid': 'correction-row', 'data-correction': reference })}
        stacked
      />
      <ConfirmAction
        subject={confirming}
        texts={({ kind, amount, votesBack }) => ({
          ...t.confirming[kind],
          text: t.confirming[kind].text(formatCedis(amount), adminForms.votes(votesBack)),
        })}
        danger={confirming?.kind !== 'KEPT'}
        run={({ id: key }) => confirmCorrection(key)}
        onClose={() => setConfirming(null)}
      />
      {rejecting && <RejectDialog correction={rejecting} onClose={() => setRejecting(null)} />}
    </section>
  );
}

function RejectDialog({ correction, onClose }: { correction: PaymentCorrection; onClose: () => void }) {
  const { title, text } = t.rejecting;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={text(formatCedis(correction.amount), correction.reference)}
      testId="correction-reject-dialog"
    >
      <RejectForm correction={correction} onClose={onClose} />
    </Dialog>
  );
}

function RejectForm({ correction, onClose }: { correction: PaymentCorrection; onClose: () => void }) {
  const texts = t.rejecting;
  const form = useAdminForm<{ reason: string }>({
    rules: rejectCorrectionRules,
    defaultValues: { reason: '' },
    run: ({ reason }) => rejectCorrection(correction.id, reason),
    success: texts.done,
    onClose,
  });
  return (
    <AdminForm form={form} submit={texts.confirm} onCancel={onClose} testId="correction-reject-submit">
      <TextArea label={texts.reason} hint={texts.hint} rows={3} {...form.field('reason')} />
    </AdminForm>
  );
}
