import { Checkbox } from '@/components/field';
import type { FieldProps } from '@/lib/form';
import { adminContests } from '@/texts/en/admin-contests';

/** Whether a new contest is activated as soon as it is saved. */
export function PublishField({ field: { error, ...field } }: { field: FieldProps }) {
  const t = adminContests.form.publish;
  return (
    <div>
      <Checkbox label={t.label} {...field} data-testid="contest-publish" />
      {error ? (
        <p role="alert" className="text-sm font-medium text-red-text">
          {error}
        </p>
      ) : (
        <p className="text-xs text-muted">{t.hint}</p>
      )}
    </div>
  );
}
