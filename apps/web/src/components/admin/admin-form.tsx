import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { useWatch, type FieldValues, type Path, type PathValue } from 'react-hook-form';
import { Button } from '@/components/button';
import { TextField } from '@/components/field';
import { useAdminAction } from '@/lib/admin/use-admin-action';
import { useRulesForm, type FieldProps, type RulesForm, type RulesFormOptions } from '@/lib/form';
import { adminForms } from '@/texts/en/admin-forms';
import { common } from '@/texts/en/common';
import { ImageField, type ImageFieldProps } from './image-field';

/**
 * A form that is checked by the contract's rules and sent as one change.
 * @param success the toast; every failure is shown at its field
 * @param onClose when it is saved
 * @param onSaved instead of `onClose`, with what was saved
 */
export function useAdminForm<T extends FieldValues, R = unknown>({
  run,
  success,
  onClose,
  onSaved,
  ...options
}: RulesFormOptions<T> & {
  run: (input: T) => Promise<R>;
  success: string | ((input: T, result: R) => string);
  onClose: () => void;
  onSaved?: (result: R) => void;
}) {
  const form = useRulesForm<T>(options);
  const [round, setRound] = useState(0);
  const isAnother = useRef(false);
  const onDone = (result: R) => {
    if (!isAnother.current) {
      if (onSaved) onSaved(result);
      else onClose();
      return;
    }
    form.reset(options.defaultValues);
    setRound((before) => before + 1);
  };
  const save = useAdminAction({ run, success, onDone, quietFailure: true });
  const send = form.handleSubmit((input) => save.mutateAsync(input).catch(form.showFailure));
  const submitThen = (another: boolean) => (event?: FormEvent) => {
    isAnother.current = another;
    return send(event);
  };
  return {
    ...form,
    busy: save.isPending,
    /** Grows with every record that was saved to enter another one: the fields are empty again. */
    round,
    submit: submitThen(false),
    submitAnother: submitThen(true),
  };
}

/**
 * The frame of such a form: its fields, and the buttons at its foot.
 * @param another whether a second button saves and empties the form for the next record
 * @param held whether it can be neither changed nor cancelled while it is sent
 */
export function AdminForm({
  form,
  submit,
  onCancel,
  another,
  held,
  testId,
  children,
}: {
  form: {
    busy: boolean;
    round?: number;
    submit: (event: FormEvent) => Promise<unknown>;
    submitAnother?: () => Promise<unknown>;
  };
  submit: string;
  onCancel: () => void;
  another?: boolean;
  held?: boolean;
  testId: string;
  children: ReactNode;
}) {
  const { round = 0, submitAnother } = form;
  const isHeld = held === true && form.busy;
  const fields = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (round > 0) fields.current?.querySelector<HTMLElement>('input, textarea')?.focus();
  }, [round]);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        // What is inert loses the focus.
        if (held) event.currentTarget.querySelector<HTMLElement>('[type=submit]')?.focus();
        void form.submit(event);
      }}
      className="grid gap-5"
    >
      {/* New fields for the next record: a file input keeps its file otherwise. */}
      <div key={round} ref={fields} inert={isHeld} className="grid gap-5 inert:opacity-60">
        {children}
      </div>
      <div className="mt-2 flex flex-col-reverse gap-3 sm:flex-row sm:flex-wrap sm:justify-end sm:gap-2 sm:*:px-3.5 sm:*:whitespace-nowrap">
        <Button variant="outline" disabled={isHeld} onClick={onCancel}>
          {common.cancel}
        </Button>
        {another && submitAnother && (
          <Button
            variant="outline"
            busy={form.busy}
            onClick={() => void submitAnother()}
            data-testid={`${testId}-another`}
          >
            {adminForms.saveAnother}
          </Button>
        )}
        <Button type="submit" busy={form.busy} data-testid={testId}>
          {submit}
        </Button>
      </div>
    </form>
  );
}

/**
 * The picture of a form: choosing another one takes its error away.
 * @param removal the field that says that the current picture is to be removed; without it the picture can only be replaced
 */
export function PictureField<T extends FieldValues>({
  form,
  name,
  removal,
  ...field
}: { form: RulesForm<T>; name: Path<T>; removal?: Path<T> } & Omit<
  ImageFieldProps,
  'file' | 'onFile' | 'error' | 'removed' | 'onRemoved'
>) {
  const file = useWatch({ control: form.control, name }) as File | undefined;
  const removed = useWatch({ control: form.control, name: removal ?? name }) as unknown;
  return (
    <ImageField
      {...field}
      file={file}
      removed={removed === true}
      onRemoved={removal && ((next) => form.setValue(removal, next as PathValue<T, Path<T>>))}
      error={form.formState.errors[name]?.message as string | undefined}
      onFile={(next) => {
        form.clearErrors(name);
        form.setValue(name, next as PathValue<T, Path<T>>);
      }}
    />
  );
}

/** `type="number"` for cedis and other numbers with two decimals. */
export const decimal = { type: 'number', step: '0.01', min: '0', inputMode: 'decimal' } as const;
/** `type="number"` for whole numbers. */
export const wholeNumber = { type: 'number', step: '1', inputMode: 'numeric' } as const;

/** The position among its siblings. */
export function OrderField({ field }: { field: FieldProps }) {
  return (
    <TextField label={adminForms.order} hint={adminForms.orderHint} min="0" {...wholeNumber} {...field} />
  );
}
