import { differenceNoteRules, type OpenSettlementDifference } from '@abato/contracts';
import { useState } from 'react';
import { AdminForm, useAdminForm } from '@/components/admin/admin-form';
import { AgeCell } from '@/components/admin/age-cell';
import { type Column, Table } from '@/components/admin/table';
import { Button } from '@/components/button';
import { Dialog } from '@/components/dialog';
import { TextArea } from '@/components/field';
import { differenceText } from '@/lib/admin/settlement-difference';
import { adminSettlements } from '@/texts/en/admin-settlements';
import { closeDifference } from './api';

const t = adminSettlements.unexplained;

const columns: Column<OpenSettlementDifference>[] = [
  { name: t.columns.host, className: 'min-w-32', cell: ({ host }) => host ?? t.platform },
  { name: t.columns.what, className: 'min-w-48 wrap-anywhere', cell: differenceText },
  { name: t.columns.since, cell: ({ since }) => <AgeCell at={since} /> },
];

/** Payouts of all hosts that do not agree with the payments. */
export function SettlementsSection({ differences }: { differences: OpenSettlementDifference[] }) {
  const [closing, setClosing] = useState<OpenSettlementDifference | null>(null);
  const actions: Column<OpenSettlementDifference> = {
    name: t.columns.actions,
    cell: (difference) => (
      <Button
        size="sm"
        variant="outline"
        onClick={() => setClosing(difference)}
        data-testid="difference-close"
      >
        {t.closing.open}
      </Button>
    ),
  };
  return (
    <section aria-label={t.title} className="grid grid-cols-1 gap-3" data-testid="settlement-differences">
      <div>
        <h2 className="text-2xl">{adminSettlements.title}</h2>
        <p className="mt-1 text-muted">{t.subtitle}</p>
      </div>
      <Table
        caption={t.caption}
        columns={[...columns, actions]}
        rows={differences}
        rowKey={({ id }) => id}
        stacked
      />
      {closing && <CloseDialog difference={closing} onClose={() => setClosing(null)} />}
    </section>
  );
}

interface CloseProps {
  difference: OpenSettlementDifference;
  onClose: () => void;
}

function CloseDialog({ difference, onClose }: CloseProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t.closing.title}
      description={differenceText(difference)}
      testId="difference-close-dialog"
    >
      <CloseForm difference={difference} onClose={onClose} />
    </Dialog>
  );
}

function CloseForm({ difference, onClose }: CloseProps) {
  const form = useAdminForm<{ note: string }>({
    rules: differenceNoteRules,
    defaultValues: { note: '' },
    run: ({ note }) => closeDifference(difference.id, { note, difference: difference.difference }),
    success: t.closing.done,
    onClose,
  });
  return (
    <AdminForm form={form} submit={t.closing.confirm} onCancel={onClose} testId="difference-close-submit">
      <TextArea label={t.closing.note} hint={t.closing.hint} rows={3} {...form.field('note')} />
    </AdminForm>
  );
}
