import { ConfirmDialog } from '@/components/confirm-dialog';
import { useAdminAction } from '@/lib/admin/use-admin-action';

export interface ActionTexts<R = unknown> {
  title: string;
  text: string;
  confirm: string;
  /** The toast afterwards. */
  done: string | ((result: R) => string);
}

/**
 * Asks before an action, runs it, and says how it went.
 * @param subject what the action is about; null while nothing is asked
 * @param texts asked only while there is a subject
 */
export function ConfirmAction<T, R>({
  subject,
  texts,
  danger = true,
  run,
  onDone,
  onClose,
}: {
  subject: T | null;
  texts: (subject: T) => ActionTexts<R>;
  danger?: boolean;
  run: (subject: T) => Promise<R>;
  onDone?: () => void;
  onClose: () => void;
}) {
  const action = useAdminAction({
    run,
    success: (input: T, result) => {
      const { done } = texts(input);
      return typeof done === 'string' ? done : done(result);
    },
    onDone,
  });
  const shown = subject === null ? null : texts(subject);
  return (
    <ConfirmDialog
      open={shown !== null}
      onOpenChange={(open) => !open && onClose()}
      title={shown?.title ?? ''}
      text={shown?.text ?? ''}
      confirm={shown?.confirm ?? ''}
      danger={danger}
      onConfirm={() => (subject === null ? undefined : action.mutateAsync(subject).catch(() => undefined))}
    />
  );
}
