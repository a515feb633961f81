import { differenceNoteRules, type OpenSettlementDifference } from '@abato/contracts';
import { askReason } from '@/components/admin/ask';
import { AgeCell, type Column } from '@/components/admin/table';
import { Button } from '@/components/button';
import { differenceText } from '@/lib/admin/settlement-difference';
import { adminSettlements } from '@/texts/en/admin-settlements';
import { closeDifference } from './api';

const t = adminSettlements.unexplained;

/** Payouts of all hosts that do not agree with the payments. */
export const differenceColumns: Column<OpenSettlementDifference>[] = [
  { name: t.columns.host, className: 'min-w-32', cell: ({ host }) => host ?? t.platform },
  { name: t.columns.what, className: 'min-w-48 wrap-anywhere', cell: differenceText },
  { name: t.columns.since, cell: ({ since }) => <AgeCell at={since} /> },
  {
    name: t.columns.actions,
    cell: (difference) => (
      <Button size="sm" variant="outline" onClick={() => close(difference)} data-testid="difference-close">
        {t.closing.open}
      </Button>
    ),
  },
];

function close(shown: OpenSettlementDifference): void {
  askReason({
    ...t.closing,
    text: differenceText(shown),
    rules: differenceNoteRules,
    run: (note) => closeDifference(shown.id, note, shown.difference),
    testId: 'difference-close',
  });
}
