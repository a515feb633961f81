import { lightTexts as t, type Problem } from '@abato/contracts';
import type { AppError } from '@abato/platform';

/** What the light page answers to a request. */
export interface LightAnswer {
  status: number;
  html: string;
  /** The browser goes there with a GET; `html` is then empty. */
  location?: string;
  /** `set-cookie` headers. */
  cookies: string[];
  /** Whether any cache may keep it for a moment. */
  isPublic: boolean;
  /** Seconds until the same request may succeed. */
  retryAfter?: number | undefined;
}

/** A page for this reader only. */
export function page(status: number, html: string, cookies: string[] = []): LightAnswer {
  return { status, html, cookies, isPublic: false };
}

/** After a form was taken: a page that can be loaded again. */
export function seeOther(location: string, cookies: string[] = []): LightAnswer {
  return { status: 303, html: '', location, cookies, isPublic: false };
}

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
