import { ERROR_MESSAGES } from '@abato/contracts';
import { ImagePlus } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { Button } from '@/components/button';
import { controlClass } from '@/components/field';
import { imageUrl } from '@/lib/format';
import { adminForms as t } from '@/texts/en/admin-forms';
import { controlTexts } from '@/texts/en/controls';

/** 5 MB (specification §9). */
const MAX_BYTES = 5 * 1024 * 1024;
const TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/** Why a file cannot be sent; the server looks at the content itself, this only saves the way. */
export function imageProblem(file: File): string | undefined {
  if (!TYPES.includes(file.type)) return ERROR_MESSAGES.UPLOAD_TYPE;
  if (file.size > MAX_BYTES) return ERROR_MESSAGES.UPLOAD_TOO_LARGE;
  return undefined;
}

export interface ImageFieldProps {
  label: string;
  /** The picture there already is. */
  current?: string | null;
  file: File | undefined;
  onFile: (file: File | undefined) => void;
  optional?: boolean;
  /** The current picture is to be removed when the form is saved. */
  removed?: boolean;
  /** Without it the picture can only be replaced. */
  onRemoved?: (removed: boolean) => void;
  error?: string;
  testId?: string;
}

export function ImageField(props: ImageFieldProps) {
  const { label, current, file, onFile, optional, removed, onRemoved, error, testId } = props;
  const id = useId();
  const preview = usePreview(file) ?? (removed ? null : imageUrl(current));
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 flex items-baseline justify-between gap-3 text-sm font-semibold">
        {label}
        {optional && <span className="text-xs font-normal text-muted">{controlTexts.optional}</span>}
      </label>
      <div className="flex items-center gap-4">
        <div className="grid size-20 shrink-0 place-items-center overflow-hidden rounded-md border border-line bg-sunken text-muted">
          {preview ? (
            <img src={preview} alt={t.imagePreview} className="size-full object-cover" />
          ) : (
            <ImagePlus aria-hidden className="size-7" />
          )}
        </div>
        <div className="min-w-0 grow">
          <input
            id={id}
            type="file"
            accept={TYPES.join(',')}
            data-testid={testId}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : `${id}-hint`}
            onChange={(event) => onFile(event.target.files?.[0])}
            className={`${controlClass} p-1.5 text-sm file:mr-3 max-sm:text-xs max-sm:file:mr-2 max-sm:file:px-2 file:min-h-9 file:cursor-pointer file:rounded-sm file:border-0 file:bg-gold-soft file:px-3 file:font-semibold file:text-gold-text`}
          />
          {error ? (
            <p id={`${id}-error`} role="alert" className="mt-1.5 text-sm font-medium text-red-text">
              {error}
            </p>
          ) : (
            <p id={`${id}-hint`} className="mt-1.5 text-xs text-muted">
              {t.imageHint}
            </p>
          )}
          {current && !file && onRemoved && (
            <Button variant="ghost" size="sm" className="mt-1.5" onClick={() => onRemoved(!removed)}>
              {removed ? t.keepImage : t.removeImage}
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}

function usePreview(file: File | undefined): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!file || imageProblem(file)) return;
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => {
      setUrl(null);
      URL.revokeObjectURL(made);
    };
  }, [file]);
  return url;
}
