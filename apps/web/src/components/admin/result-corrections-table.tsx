import { rejectResultCorrectionRules, type ResultCorrectionView } from '@abato/contracts';
import { useState } from 'react';
import { AdminForm, useAdminForm } from '@/components/admin/admin-form';
import { AgeCell } from '@/components/admin/age-cell';
import { ConfirmAction } from '@/components/admin/confirm-action';
import { GuardedButton } from '@/components/admin/guarded-button';
import { Table, TwoLines, type Column } from '@/components/admin/table';
import { Badge } from '@/components/badge';
import { Button } from '@/components/button';
import { Dialog } from '@/components/dialog';
import { TextArea } from '@/components/field';
import { closeResultCorrection, confirmResultCorrection } from '@/lib/admin/result-corrections';
import { useAdmin } from '@/lib/admin/use-admin';
import { changeText } from '@/lib/result-change';
import { adminResults as t } from '@/texts/en/admin-result-corrections';

const contest: Column<ResultCorrectionView> = {
  name: t.table.contest,
  className: 'min-w-40 font-semibold',
  cell: ({ contest: { title } }) => title,
};

const columns: Column<ResultCorrectionView>[] = [
  {
    name: t.table.changes,
    className: 'min-w-48',
    cell: ({ changes }) => (
      <ul>
        {changes.map((change) => (
          <li key={change.contestantId} className="wrap-anywhere">
            {changeText(change)}
          </li>
        ))}
      </ul>
    ),
  },
  { name: t.table.reason, className: 'min-w-40 wrap-anywhere', cell: ({ reason }) => reason },
  {
    name: t.table.asked,
    cell: ({ askedBy, askedAt }) => <TwoLines first={askedBy.name} second={<AgeCell at={askedAt} />} />,
  },
];

const state: Column<ResultCorrectionView> = {
  name: t.table.state,
  cell: ({ state, decisionReason }) => (
    <div>
      <Badge tone={state === 'WAITING' ? 'yellow' : state === 'CONFIRMED' ? 'green' : 'gray'}>
        {t.states[state]}
      </Badge>
      {decisionReason && <p className="mt-1 wrap-anywhere">{decisionReason}</p>}
    </div>
  ),
};

/** Corrections of final results, with what the signed-in person may decide. @param withContest those of several contests, which all wait */
export function ResultCorrectionsTable({
  corrections,
  withContest,
}: {
  corrections: ResultCorrectionView[];
  withContest?: boolean;
}) {
  const { id, superAdmin } = useAdmin();
  const [confirming, setConfirming] = useState<ResultCorrectionView | null>(null);
  const [closing, setClosing] = useState<ResultCorrectionView | null>(null);
  const actions: Column<ResultCorrectionView> = {
    name: t.table.actions,
    cell: (correction) =>
      correction.state === 'WAITING' && (
        <div className="flex flex-wrap gap-2">
          {superAdmin && (
            <GuardedButton
              size="sm"
              refusal={correction.askedBy.id === id ? t.own : undefined}
              onClick={() => setConfirming(correction)}
              data-testid="result-correction-confirm"
            >
              {t.confirm}
            </GuardedButton>
          )}
          <Button
            size="sm"
            variant="outline"
            onClick={() => setClosing(correction)}
            data-testid="result-correction-close"
          >
            {correction.askedBy.id === id ? t.withdraw : t.reject}
          </Button>
        </div>
      ),
  };
  return (
    <>
      <Table
        caption={t.table.caption}
        columns={withContest ? [contest, ...columns, actions] : [...columns, state, actions]}
        rows={corrections}
        rowKey={({ id: key }) => key}
        rowData={({ state }) => ({ 'data-testid': 'result-correction', 'data-state': state })}
        stacked
      />
      <ConfirmAction
        subject={confirming}
        texts={({ changes, reason }) => ({
          ...t.confirming,
          text: t.confirming.text(changes.map(changeText).join('; '), reason),
        })}
        run={confirmResultCorrection}
        onClose={() => setConfirming(null)}
      />
      {closing && (
        <Dialog
          open
          onOpenChange={(open) => !open && setClosing(null)}
          title={t.closing.title}
          description={t.closing.text}
        >
          <CloseForm correction={closing} onClose={() => setClosing(null)} />
        </Dialog>
      )}
    </>
  );
}

function CloseForm({ correction, onClose }: { correction: ResultCorrectionView; onClose: () => void }) {
  const form = useAdminForm<{ reason: string }>({
    rules: rejectResultCorrectionRules,
    defaultValues: { reason: '' },
    run: ({ reason }) => closeResultCorrection(correction, reason),
    success: t.closing.done,
    onClose,
  });
  return (
    <AdminForm
      form={form}
      submit={t.closing.confirm}
      onCancel={onClose}
      testId="result-correction-close-submit"
    >
      <TextArea label={t.closing.reason} hint={t.closing.hint} rows={3} {...form.field('reason')} />
    </AdminForm>
  );
}
