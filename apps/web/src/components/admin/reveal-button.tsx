import { useMutation } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import { useId, useState } from 'react';
import { Button, IconButton } from '@/components/button';
import { Dialog } from '@/components/dialog';
import { reveal } from '@/lib/admin/api';
import { ApiError, errorText } from '@/lib/api';
import { toast } from '@/lib/toast';
import { adminForms } from '@/texts/en/admin-forms';

const t = adminForms.revealMore;

/** Whether a reveal was refused until a reason is given: after twenty persons within an hour. */
const needsReason = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'REVEAL_REASON_REQUIRED';

/** Shows what is masked in full, which the audit log records. @param path of the record in the API, with `/reveal` below it */
export function RevealButton<T>({
  path,
  label,
  className,
  onShown,
}: {
  path: string;
  label: string;
  className: string;
  onShown: (shown: T) => void;
}) {
  const asked = useMutation({
    mutationFn: (reason: string | null) => reveal<T>(path, reason),
    onSuccess: onShown,
    onError: (error) => {
      if (!needsReason(error)) toast.error(errorText(error));
    },
  });
  return (
    <>
      <IconButton
        label={label}
        aria-busy={asked.isPending || undefined}
        onClick={() => asked.mutate(null)}
        className={className}
      >
        <Eye aria-hidden className="size-4" />
      </IconButton>
      <ReasonDialog
        open={needsReason(asked.error) || (asked.isPending && asked.variables !== null)}
        busy={asked.isPending}
        onClose={asked.reset}
        onReason={(reason) => asked.mutate(reason)}
      />
    </>
  );
}

/** Asks why more persons are to be shown. Password or code is asked for by the app's own dialog, when the call is made. */
function ReasonDialog({
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
      title={t.title}
      description={t.text}
      testId="reveal-reason"
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (reason.trim()) onReason(reason.trim());
        }}
      >
        <label htmlFor={id} className="text-sm font-semibold">
          {t.reason}
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
            {t.cancel}
          </Button>
          <Button type="submit" busy={busy} disabled={!reason.trim()}>
            {t.show}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
