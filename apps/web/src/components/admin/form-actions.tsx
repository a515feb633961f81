import { Button } from '@/components/button';
import { common } from '@/texts/en/common';

/** The foot of a form in a dialog. */
export function FormActions({
  submit,
  busy,
  onCancel,
  testId,
}: {
  submit: string;
  busy: boolean;
  onCancel: () => void;
  testId?: string;
}) {
  return (
    <div className="mt-2 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
      <Button variant="outline" onClick={onCancel}>
        {common.cancel}
      </Button>
      <Button type="submit" busy={busy} data-testid={testId}>
        {submit}
      </Button>
    </div>
  );
}
