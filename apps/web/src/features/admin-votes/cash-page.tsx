import { CASH_ENTRY_STATES, rejectCashEntryRules, type CashEntryView } from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import { HandCoins } from 'lucide-react';
import { useState } from 'react';
import { AdminForm, useAdminForm } from '@/components/admin/admin-form';
import { BackLink } from '@/components/admin/back-link';
import { ConfirmAction } from '@/components/admin/confirm-action';
import { List } from '@/components/admin/list';
import { Filters } from '@/components/admin/toolbar';
import { Dialog } from '@/components/dialog';
import { optionsOf, SelectField, TextArea } from '@/components/field';
import { PageHeader } from '@/components/page-header';
import { useAdmin } from '@/lib/admin/use-admin';
import { formatCedis } from '@/lib/format';
import { useTitle } from '@/lib/use-title';
import { adminCash as t } from '@/texts/en/admin-cash';
import { adminForms } from '@/texts/en/admin-forms';
import { cashEntriesQuery, confirmCashEntry, rejectCashEntry } from './api';
import { CashTable } from './cash-table';

/** Cash above what one person may enter alone, and the second person's decision. */
export function CashPage() {
  const { role } = useAdmin();
  const [state, setState] = useState<CashEntryView['state']>('WAITING');
  const [page, setPage] = useState(1);
  const [confirming, setConfirming] = useState<CashEntryView | null>(null);
  const [rejecting, setRejecting] = useState<CashEntryView | null>(null);
  const entries = useQuery(cashEntriesQuery(role, state, page));
  useTitle(t.pageTitle);
  return (
    <>
      <BackLink to="/admin/votes">{t.back}</BackLink>
      <PageHeader title={t.title} subtitle={t.subtitle} />
      <div className="grid grid-cols-1 gap-6">
        <Filters>
          <SelectField
            label={t.filter}
            value={state}
            options={optionsOf(CASH_ENTRY_STATES, t.states)}
            onChange={({ target }) => {
              setPage(1);
              setState(CASH_ENTRY_STATES.find((one) => one === target.value) ?? 'WAITING');
            }}
            data-testid="cash-state"
          />
        </Filters>
        <List
          query={entries}
          empty={{ icon: HandCoins, title: t.empty[state], text: t.emptyHint }}
          onPage={setPage}
        >
          {(rows) => <CashTable entries={rows} onConfirm={setConfirming} onReject={setRejecting} />}
        </List>
      </div>
      <ConfirmAction
        subject={confirming}
        texts={(entry) => ({
          ...t.confirming,
          text: confirmingText(entry),
        })}
        danger={false}
        run={({ id }) => confirmCashEntry(id)}
        onClose={() => setConfirming(null)}
      />
      {rejecting && <RejectDialog entry={rejecting} onClose={() => setRejecting(null)} />}
    </>
  );
}

function confirmingText({ amount, voteCount, contestant }: CashEntryView): string {
  const votes = adminForms.votes(voteCount);
  return amount > 0
    ? t.confirming.text(formatCedis(amount), votes, contestant.name)
    : t.confirming.free(votes, contestant.name);
}

function RejectDialog({ entry, onClose }: { entry: CashEntryView; onClose: () => void }) {
  const texts = t.rejecting;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={texts.title}
      description={texts.text(
        entry.amount > 0 ? formatCedis(entry.amount) : adminForms.votes(entry.voteCount),
      )}
      testId="cash-reject-dialog"
    >
      <RejectForm entry={entry} onClose={onClose} />
    </Dialog>
  );
}

function RejectForm({ entry, onClose }: { entry: CashEntryView; onClose: () => void }) {
  const texts = t.rejecting;
  const form = useAdminForm<{ reason: string }>({
    rules: rejectCashEntryRules,
    defaultValues: { reason: '' },
    run: ({ reason }) => rejectCashEntry(entry.id, reason),
    success: texts.done,
    onClose,
  });
  return (
    <AdminForm form={form} submit={texts.submit} onCancel={onClose} testId="cash-reject-submit">
      <TextArea label={texts.reason} hint={texts.hint} rows={3} {...form.field('reason')} />
    </AdminForm>
  );
}
