import type { UseQueryResult } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { errorText } from '@/lib/api';
import { errorTexts } from '@/texts/en/errors';
import { Button } from './button';

/** A load failure on a list or detail page (specification §2). */
export function ErrorBox({
  error,
  onRetry,
  retrying,
}: {
  error: unknown;
  onRetry?: () => void;
  retrying?: boolean;
}) {
  return (
    <div role="alert" className="rounded-lg border border-red-text/30 bg-red-soft p-5 text-red-text sm:p-6">
      <div className="flex gap-3">
        <CircleAlert aria-hidden className="mt-0.5 size-6 shrink-0" />
        <div className="min-w-0">
          <h2 className="text-xl">{errorTexts.boxTitle}</h2>
          <p className="mt-1">{typeof error === 'string' ? error : errorText(error)}</p>
          {onRetry && (
            <Button variant="outline" size="sm" className="mt-4" onClick={onRetry} busy={retrying}>
              {errorTexts.tryAgain}
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}

/** In place of an answer that could not be had; nothing as long as no reading has failed. */
export function FailedQuery({
  query: { error, refetch, isFetching },
  text,
}: {
  query: Pick<UseQueryResult, 'error' | 'refetch' | 'isFetching'>;
  text?: string;
}) {
  return error && <ErrorBox error={text ?? error} onRetry={() => void refetch()} retrying={isFetching} />;
}
