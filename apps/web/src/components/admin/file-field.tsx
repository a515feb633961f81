import { controlClass } from '@/components/field';

/** Takes one file, or several. */
export function FileField({
  label,
  hint,
  onFiles,
  testId,
  ...input
}: {
  label: string;
  hint?: string;
  accept: string;
  multiple?: boolean;
  onFiles: (files: File[]) => void;
  testId: string;
}) {
  return (
    <label className="block min-w-0 text-sm font-semibold">
      {label}
      <input
        type="file"
        {...input}
        data-testid={testId}
        onChange={(event) => onFiles([...(event.target.files ?? [])])}
        className={`${controlClass} mt-1.5 p-1.5 text-sm font-normal file:mr-3 file:min-h-9 file:cursor-pointer file:rounded-sm file:border-0 file:bg-gold-soft file:px-3 file:font-semibold file:text-gold-text`}
      />
      {hint && <span className="mt-1.5 block text-xs font-normal text-muted">{hint}</span>}
    </label>
  );
}
