import type { FieldRule } from '@abato/contracts';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { ConfirmDialog } from '@/components/confirm-dialog';
import { Dialog, type DialogProps } from '@/components/dialog';
import { TextArea } from '@/components/field';
import { showDialog } from '@/lib/admin/dialogs';
import { useAdminAction, type AdminActionOptions } from '@/lib/admin/use-admin-action';
import { hasDraft } from '@/lib/form-drafts';
import { AdminForm, useAdminForm } from './admin-form';

interface Confirmed {
  title: string;
  text: string;
  confirm: string;
  /** The toast afterwards. */
  done: string;
  danger?: boolean;
  run: () => Promise<unknown>;
}

/** Asks before an action, runs it, and says how it went. */
export function confirmAction(action: Confirmed): void {
  showDialog((close) => <Confirm {...action} onClose={close} />);
}

function Confirm({ done, danger = true, run, onClose, ...texts }: Confirmed & { onClose: () => void }) {
  const action = useAdminAction({ run, success: done });
  return (
    <ConfirmDialog
      {...texts}
      open
      onOpenChange={onClose}
      danger={danger}
      onConfirm={() => action.mutateAsync().catch(() => undefined)}
    />
  );
}

type FormDialog = Pick<DialogProps, 'title' | 'description' | 'wide' | 'testId'>;
/** Takes what Escape, the X and a press beside the dialog do instead of closing it; null ends that. */
type OnLeave = (leave: (() => void) | null) => void;
type DrawForm = (close: () => void, onLeave: OnLeave) => ReactNode;

/** A form over the page: a dialog on wide screens, a sheet from the bottom on phones. */
export function showForm(dialog: FormDialog, form: DrawForm): void {
  showDialog((close) => <FormInDialog dialog={dialog} form={form} onClose={close} />);
}

function FormInDialog({
  dialog,
  form,
  onClose,
}: {
  dialog: FormDialog;
  form: DrawForm;
  onClose: () => void;
}) {
  const leaving = useRef<(() => void) | null>(null);
  const [onLeave] = useState(() => (leave: (() => void) | null) => {
    leaving.current = leave;
  });
  return (
    <Dialog open onOpenChange={() => (leaving.current ?? onClose)()} {...dialog}>
      {form(onClose, onLeave)}
    </Dialog>
  );
}

/** Opens a form again that the end of the session interrupted. @param draftKey of the form */
export function useReopened(draftKey: string, open: () => void): void {
  const [wasInterrupted] = useState(() => hasDraft(draftKey));
  const reopen = useEffectEvent(open);
  useEffect(() => {
    if (wasInterrupted) reopen();
  }, [wasInterrupted]);
}

interface Reasoned<R> {
  title: string;
  text: string;
  /** The label of the text that is asked for. */
  field: string;
  hint: string;
  confirm: string;
  done: AdminActionOptions<unknown, R>['success'];
  /** What the API calls the text, with its rule. */
  rules: { [name: string]: FieldRule };
  run: (reason: string) => Promise<R>;
  onDone?: () => void;
  /** Begins the names of the dialog and of its button. */
  testId: string;
}

/** Asks before an action and for the reason, or another text that is kept with it, runs it, and says how it went. */
export function askReason<R>({ title, text, testId, ...form }: Reasoned<R>): void {
  showForm({ title, description: text, testId: `${testId}-dialog` }, (close) => (
    <ReasonForm {...form} testId={`${testId}-submit`} onClose={close} />
  ));
}

function ReasonForm<R>({
  field,
  hint,
  confirm,
  done,
  rules,
  run,
  onDone,
  testId,
  onClose,
}: Omit<Reasoned<R>, 'title' | 'text'> & { onClose: () => void }) {
  const [name = 'reason'] = Object.keys(rules);
  const form = useAdminForm<Record<string, string>, R>({
    rules,
    defaultValues: { [name]: '' },
    run: (input) => run(input[name] ?? ''),
    success: done,
    onSaved: () => {
      onDone?.();
      onClose();
    },
    onClose,
  });
  return (
    <AdminForm form={form} submit={confirm} onCancel={onClose} testId={testId}>
      <TextArea label={field} hint={hint} rows={3} {...form.field(name)} />
    </AdminForm>
  );
}
