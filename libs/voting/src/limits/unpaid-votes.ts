import { refusalTexts as t } from '@abato/contracts';
import { AppError } from '@abato/platform';

/** Votes one phone may have waiting for payment. A fan who pays for each is never stopped: paid ones do not count. */
export const UNPAID_PER_PHONE = 20;
/** Votes one network address may have waiting before each further one needs a person check. */
export const UNPAID_UNCHECKED_PER_ADDRESS = 100;
/** The most one network address may have waiting: carriers put thousands of phones behind one. */
export const UNPAID_PER_ADDRESS = 1_000;

/** A paid vote as its limits see it. */
export interface UnpaidVote {
  id: string;
  /** As it is stored; only PostgreSQL is asked by it. */
  voterPhone: string;
  /** Digest. */
  phone: string;
  /** Digest; null where addresses do not count. */
  address: string | null;
  /** A person check was solved for this very vote. */
  proven: boolean;
}

/** @property freeAt epoch milliseconds, when the oldest waiting vote expires */
export type UnpaidVerdict =
  | { kind: 'noted' }
  | { kind: 'challenge' }
  | { kind: 'refused'; per: 'phone' | 'address'; freeAt: number };

/** Says what to do about too many unpaid votes, and until when. */
export function unpaidRefusal(verdict: UnpaidVerdict, now: Date): AppError | null {
  if (verdict.kind === 'noted') return null;
  if (verdict.kind === 'challenge') return new AppError('CHALLENGE_REQUIRED');
  const retryAfter = Math.max(1, Math.ceil((verdict.freeAt - now.getTime()) / 1000));
  const minutes = Math.ceil(retryAfter / 60);
  const message =
    verdict.per === 'phone' ? t.unpaid.phone(UNPAID_PER_PHONE, minutes) : t.unpaid.address(minutes);
  return new AppError('VOTE_LIMIT_REACHED', { message, retryAfter });
}
