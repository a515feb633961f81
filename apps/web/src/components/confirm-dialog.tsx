import { AlertDialog } from 'radix-ui';
import { useState } from 'react';
import { useFocusReturn } from '@/lib/use-focus-return';
import { common } from '@/texts/en/common';
import { Button } from './button';

export interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  text: string;
  confirm: string;
  /** Red for what cannot be undone. */
  danger?: boolean;
  /** May be slow: the button waits, and the dialog closes when it is done (also after a failure, which the caller shows). */
  onConfirm: () => Promise<unknown> | void;
}

/** Asks before something that cannot be undone. The safe choice has the focus. */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  text,
  confirm,
  danger,
  onConfirm,
}: ConfirmDialogProps) {
  const [busy, setBusy] = useState(false);
  const focusReturn = useFocusReturn();
  const run = async () => {
    setBusy(true);
    try {
      await onConfirm();
    } finally {
      setBusy(false);
      onOpenChange(false);
    }
  };
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !busy && onOpenChange(next)}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="fixed inset-0 z-50 animate-fade bg-night-deep/70" />
        <AlertDialog.Content
          {...focusReturn}
          className="fixed inset-x-0 bottom-0 z-50 animate-sheet rounded-t-xl bg-raised p-6 text-ink shadow-lift outline-none sm:inset-x-auto sm:top-1/2 sm:bottom-auto sm:left-1/2 sm:w-full sm:max-w-md sm:-translate-1/2 sm:rounded-xl sm:p-7"
        >
          <AlertDialog.Title className="text-xl">{title}</AlertDialog.Title>
          <AlertDialog.Description className="mt-2 text-muted">{text}</AlertDialog.Description>
          <div className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
            <AlertDialog.Cancel asChild>
              <Button variant="outline">{common.cancel}</Button>
            </AlertDialog.Cancel>
            <Button
              variant={danger ? 'danger' : 'gold'}
              busy={busy}
              onClick={() => void run()}
              data-testid="confirm"
            >
              {confirm}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
