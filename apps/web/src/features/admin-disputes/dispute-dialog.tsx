import {
  disputeAnswerRules,
  disputeEvidenceRules,
  EVIDENCE_TYPES,
  type DisputeView,
  type PaymentCorrectionResult,
} from '@abato/contracts';
import { useState } from 'react';
import { AdminForm, useAdminForm } from '@/components/admin/admin-form';
import { Dialog } from '@/components/dialog';
import { controlClass, TextArea } from '@/components/field';
import { formatCedis } from '@/lib/format';
import { adminRefund } from '@/texts/en/admin-corrections';
import { adminDisputes as t } from '@/texts/en/admin-disputes';
import { addEvidence, resolveDispute, type DisputeAnswer } from './api';

export type DisputeAction = 'evidence' | DisputeAnswer;
interface DisputeProps {
  dispute: DisputeView;
  action: DisputeAction;
  onClose: () => void;
}

/** Evidence for the payer's bank, or the end of a dispute; what would happen to money and votes is said before. */
export function DisputeDialog(props: DisputeProps) {
  const { dispute, action } = props;
  const { title, text } = t.actions[action];
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && props.onClose()}
      title={title}
      description={text(formatCedis(dispute.amount), dispute.voteCount)}
      testId="dispute-dialog"
    >
      {action === 'evidence' ? <EvidenceForm {...props} /> : <AnswerForm {...props} answer={action} />}
    </Dialog>
  );
}

function EvidenceForm({ dispute, onClose }: DisputeProps) {
  const texts = t.actions.evidence;
  const [file, setFile] = useState<File>();
  const form = useAdminForm<{ serviceDetails: string }>({
    rules: { serviceDetails: disputeEvidenceRules.serviceDetails },
    defaultValues: { serviceDetails: '' },
    run: ({ serviceDetails }) => addEvidence(dispute.id, serviceDetails, file),
    success: texts.done,
    onClose,
  });
  return (
    <AdminForm form={form} submit={texts.confirm} onCancel={onClose} testId="dispute-submit">
      <TextArea label={texts.field} hint={texts.hint} rows={4} {...form.field('serviceDetails')} />
      <label className="block space-y-1.5 text-sm font-semibold">
        {t.file}
        <input
          type="file"
          accept={EVIDENCE_TYPES.join(',')}
          className={`${controlClass} p-1.5 text-sm font-normal file:mr-3 file:min-h-9 file:cursor-pointer file:rounded-sm file:border-0 file:bg-gold-soft file:px-3 file:font-semibold file:text-gold-text`}
          data-testid="dispute-file"
          onChange={({ target }) => setFile(target.files?.[0])}
        />
      </label>
    </AdminForm>
  );
}

function AnswerForm({ dispute, answer, onClose }: DisputeProps & { answer: DisputeAnswer }) {
  const texts = t.actions[answer];
  const form = useAdminForm<{ message: string }, PaymentCorrectionResult>({
    rules: { message: disputeAnswerRules.message },
    defaultValues: { message: '' },
    run: ({ message }) => resolveDispute(dispute.id, answer, message),
    success: (_, { awaitsConfirmation }) => (awaitsConfirmation ? adminRefund.asking.done : texts.done),
    onClose,
  });
  return (
    <AdminForm form={form} submit={texts.confirm} onCancel={onClose} testId="dispute-submit">
      <TextArea label={texts.field} hint={texts.hint} rows={3} {...form.field('message')} />
    </AdminForm>
  );
}
