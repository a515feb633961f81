import { rejectResultCorrectionRules, type ResultCorrectionView } from '@abato/contracts';
import { askReason, confirmAction } from '@/components/admin/ask';
import { GuardedButton } from '@/components/admin/guarded-button';
import { AgeCell, Table, TwoLines, type Column } from '@/components/admin/table';
import { Badge } from '@/components/badge';
import { Button } from '@/components/button';
import { closeResultCorrection, confirmResultCorrection } from '@/lib/admin/api';
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

const actions: Column<ResultCorrectionView> = {
  name: t.table.actions,
  cell: (correction) => correction.state === 'WAITING' && <Actions correction={correction} />,
};

/** Corrections of final results, with what the signed-in person may decide. @param withContest those of several contests, which all wait */
export function ResultCorrectionsTable({
  corrections,
  withContest,
}: {
  corrections: ResultCorrectionView[];
  withContest?: boolean;
}) {
  return (
    <Table
      caption={t.table.caption}
      columns={withContest ? [contest, ...columns, actions] : [...columns, state, actions]}
      rows={corrections}
      rowKey={({ id }) => id}
      rowData={({ state }) => ({ 'data-testid': 'result-correction', 'data-state': state })}
      stacked
    />
  );
}

function Actions({ correction }: { correction: ResultCorrectionView }) {
  const { id, superAdmin } = useAdmin();
  const { changes, reason } = correction;
  const isOwn = correction.askedBy.id === id;
  const confirm = () =>
    confirmAction({
      ...t.confirming,
      text: t.confirming.text(changes.map(changeText).join('; '), reason),
      run: () => confirmResultCorrection(correction),
    });
  const close = () =>
    askReason({
      ...t.closing,
      rules: rejectResultCorrectionRules,
      run: (why) => closeResultCorrection(correction, why),
      testId: 'result-correction-close',
    });
  return (
    <div className="flex flex-wrap gap-2">
      {superAdmin && (
        <GuardedButton
          size="sm"
          refusal={isOwn ? t.own : undefined}
          onClick={confirm}
          data-testid="result-correction-confirm"
        >
          {t.confirm}
        </GuardedButton>
      )}
      <Button size="sm" variant="outline" onClick={close} data-testid="result-correction-close">
        {isOwn ? t.withdraw : t.reject}
      </Button>
    </div>
  );
}
