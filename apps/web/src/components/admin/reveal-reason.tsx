import { useId, useState } from 'react';
import { Button } from '@/components/button';
import { Dialog } from '@/components/dialog';
import { ApiError } from '@/lib/api';
import { adminForms as t } from '@/texts/en/admin-forms';

/** Whether a reveal was refused until a reason is given: after twenty persons within an hour. */
export const needsReason = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'REVEAL_REASON_REQUIRED';

/** Asks why more persons are to be shown. Password or code is asked for by the app's own dialog, when the call is made. */
export function RevealReason({
  open,
  busy,
  onClose,
  onReason,
}: {
  open: boolean;
  busy: boolean;
  onClose: () => void;
  onReason: (reason: string) => void;
}) {
  const [reason, setReason] = useState('');
  const id = useId();
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t.revealMore.title}
      description={t.revealMore.text}
      testId="reveal-reason"
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (reason.trim()) onReason(reason.trim());
        }}
      >
        <label htmlFor={id} className="text-sm font-semibold">
          {t.revealMore.reason}
        </label>
        <textarea
          id={id}
          rows={3}
          maxLength={500}
          required
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          className="mt-1.5 w-full rounded-md border border-line bg-raised p-3"
        />
        <div className="mt-4 flex justify-end gap-3">
          <Button variant="outline" onClick={onClose}>
            {t.revealMore.cancel}
          </Button>
          <Button type="submit" busy={busy} disabled={!reason.trim()}>
            {t.revealMore.show}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
