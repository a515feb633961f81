import type { FormEvent, ReactNode } from 'react';
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
 */
export function useAdminForm<T extends FieldValues, R = unknown>({
  run,
  success,
  onClose,
  ...options
}: RulesFormOptions<T> & {
  run: (input: T) => Promise<R>;
  success: string | ((input: T, result: R) => string);
  onClose: () => void;
}) {
  const form = useRulesForm<T>(options);
  const save = useAdminAction({ run, success, onDone: onClose, quietFailure: true });
  return {
    ...form,
    busy: save.isPending,
    submit: form.handleSubmit((input) => save.mutateAsync(input).catch(form.showFailure)),
  };
}

/** The frame of such a form: its fields, and the buttons at its foot. */
export function AdminForm({
  form,
  submit,
  onCancel,
  testId,
  children,
}: {
  form: { busy: boolean; submit: (event: FormEvent) => Promise<unknown> };
  submit: string;
  onCancel: () => void;
  testId: string;
  children: ReactNode;
}) {
  return (
    <form noValidate onSubmit={(event) => void form.submit(event)} className="grid gap-5">
      {children}
      <div className="mt-2 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button variant="outline" onClick={onCancel}>
          {common.cancel}
        </Button>
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

/** `type="number"` for whole numbers. */
export const wholeNumber = { type: 'number', step: '1', inputMode: 'numeric' } as const;

/** The position among its siblings. */
export function OrderField({ field }: { field: FieldProps }) {
  return (
    <TextField label={adminForms.order} hint={adminForms.orderHint} min="0" {...wholeNumber} {...field} />
  );
}
