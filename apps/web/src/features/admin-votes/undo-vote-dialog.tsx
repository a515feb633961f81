import { undoVoteRules, type VoteRecordView } from '@abato/contracts';
import { AdminForm, useAdminForm } from '@/components/admin/admin-form';
import { Dialog } from '@/components/dialog';
import { TextArea } from '@/components/field';
import { adminVotes } from '@/texts/en/admin-figures';
import { undoManualVote } from './api';

const t = adminVotes.undo;

/** Votes that were entered by hand by mistake, in a free contest; what is taken back is said before. */
export function UndoVoteDialog({ vote, onClose }: { vote: VoteRecordView; onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t.title}
      description={t.text(vote.voteCount, vote.contestant.name)}
      testId="undo-vote-dialog"
    >
      <UndoVoteForm vote={vote} onClose={onClose} />
    </Dialog>
  );
}

function UndoVoteForm({ vote, onClose }: { vote: VoteRecordView; onClose: () => void }) {
  const form = useAdminForm<{ reason: string }>({
    rules: undoVoteRules,
    defaultValues: { reason: '' },
    run: ({ reason }) => undoManualVote(vote.id, reason),
    success: t.done,
    onClose,
  });
  return (
    <AdminForm form={form} submit={t.confirm} onCancel={onClose} testId="undo-vote-submit">
      <TextArea label={t.reason} hint={t.hint} rows={3} {...form.field('reason')} />
    </AdminForm>
  );
}
