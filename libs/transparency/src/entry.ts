import { createHash } from 'node:crypto';

/** One entry of a contest's log. What means nothing for an entry is absent. Names no person. */
export interface LogEntry {
  v: 1;
  kind: 'free' | 'paid' | 'manual' | 'reversal';
  contestant: string;
  /** Negative for a reversal. */
  votes: number;
  /** Pesewas; negative for a reversal. */
  amount: number;
  channel: string;
  /** UTC, to the minute. */
  minute: string;
  /** Salted commitment to the voter's phone. */
  voter?: string;
  /** Salted commitment to the provider's reference. */
  payment?: string;
}

/** A row of the ledger with what its commitments are made of. */
export interface LedgerRow {
  kind: 'COUNT' | 'REVERSAL' | 'PARTIAL';
  contestant_id: string;
  votes: number;
  amount_pesewas: number;
  method: 'FREE' | 'PAYSTACK' | 'MANUAL';
  channel: string;
  recorded_at: Date;
  voter_phone: string | null;
  reference: string | null;
}

const KINDS = { FREE: 'free', PAYSTACK: 'paid', MANUAL: 'manual' } as const;

/** @param salt 32 random bytes of the vote; null when it was erased: then nothing is committed to */
export function entryOf(row: LedgerRow, salt: Buffer | null): LogEntry {
  return {
    v: 1,
    kind: row.kind === 'COUNT' ? KINDS[row.method] : 'reversal',
    contestant: row.contestant_id,
    votes: row.votes,
    amount: row.amount_pesewas,
    channel: row.channel,
    minute: `${row.recorded_at.toISOString().slice(0, 16)}Z`,
    ...(salt && row.voter_phone && { voter: commitment(salt, 'voter', row.voter_phone) }),
    ...(salt && row.reference && { payment: commitment(salt, 'payment', row.reference) }),
  };
}

/** Base64 of SHA-256(salt ‖ subject ‖ ":" ‖ value). The salt has a fixed length, so nothing can be moved between the parts. */
export function commitment(salt: Buffer, subject: 'voter' | 'payment', value: string): string {
  return createHash('sha256').update(salt).update(`${subject}:${value}`).digest('base64');
}

/** The entry in canonical form (RFC 8785): an entry is flat, so sorted keys and the numbers and strings of JSON.stringify are all of it. */
export function canonical(entry: LogEntry): Buffer {
  const sorted = Object.entries(entry).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Buffer.from(JSON.stringify(Object.fromEntries(sorted)));
}
