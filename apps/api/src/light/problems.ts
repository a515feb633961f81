import { lightTexts as t, type Problem } from '@abato/contracts';
import type { AppError } from '@abato/platform';

/** A refusal in the words of a page: what a program reads in headers is said too. */
export function problemOf({ code, message, errors, position, retryAfter }: AppError): Problem {
  const text = code === 'IDEMPOTENCY_KEY_REUSED' ? t.problems.used : message;
  const place = position === undefined ? null : t.problems.position(position);
  const wait =
    retryAfter === undefined || code === 'VOTE_LIMIT_REACHED' || code === 'RATE_LIMITED'
      ? null
      : retryAfter < 90
        ? t.problems.again(Math.ceil(retryAfter))
        : t.problems.againMinutes(Math.ceil(retryAfter / 60));
  return {
    message: [text, place, wait].filter(Boolean).join(' '),
    errors: errors ?? [],
  };
}
