import { refusalTexts as t } from '@abato/contracts';
import { AppError } from '@abato/platform';

/** Votes one phone may have waiting for payment. A fan who pays for each is never stopped: paid ones do not count. */
export const UNPAID_PER_PHONE = 20;
/** Votes one network address may have waiting before each further one needs a person check. */
export const UNPAID_UNCHECKED_PER_ADDRESS = 100;
/** The most one network address may have waiting: carriers put thousands of phones behind one. */
export const UNPAID_PER_ADDRESS = 1_000;

/** A paid vote as its limits see it. The texts are digests. */
export interface UnpaidVote {
  id: string;
  phone: string;
  /** null where addresses do not count. */
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

/** The same rule as note-unpaid-votes.lua in this process's memory, for when Redis is away: looser, never nothing. */
export class UnpaidMemory {
  private readonly waiting = new Map<string, Map<string, number>>();

  constructor(
    private readonly windowMs: number,
    private readonly mostSenders = 20_000,
  ) {}

  judge(vote: UnpaidVote, nowMs: number): UnpaidVerdict {
    const phone = this.of(`phone ${vote.phone}`, nowMs);
    const address = vote.address === null ? null : this.of(`address ${vote.address}`, nowMs);
    const refused = (per: 'phone' | 'address', votes: Map<string, number>): UnpaidVerdict => {
      const [oldest = nowMs] = votes.values();
      return { kind: 'refused', per, freeAt: oldest + this.windowMs };
    };
    if (phone.size >= UNPAID_PER_PHONE) return refused('phone', phone);
    if (address && address.size >= UNPAID_PER_ADDRESS) return refused('address', address);
    if (address && address.size >= UNPAID_UNCHECKED_PER_ADDRESS && !vote.proven) return { kind: 'challenge' };
    phone.set(vote.id, nowMs);
    address?.set(vote.id, nowMs);
    return { kind: 'noted' };
  }

  forget({ id, phone, address }: UnpaidVote): void {
    this.waiting.get(`phone ${phone}`)?.delete(id);
    this.waiting.get(`address ${address}`)?.delete(id);
  }

  private of(key: string, nowMs: number): Map<string, number> {
    const votes = this.waiting.get(key) ?? new Map<string, number>();
    for (const [id, at] of votes) {
      if (at > nowMs - this.windowMs) break;
      votes.delete(id);
    }
    if (this.waiting.size >= this.mostSenders && !this.waiting.has(key))
      this.waiting.delete(this.waiting.keys().next().value as string);
    this.waiting.set(key, votes);
    return votes;
  }
}
