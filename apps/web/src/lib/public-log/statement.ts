import { readStatement } from '@abato/verifier/receipt.mjs';
import { openNote, type Signature } from './checkpoint';
import { logReader } from './check-receipt';

/** What the site has signed about a counted vote (docs/trust.md). */
export interface Statement {
  /** UTC; the log has the vote's entry before this minute is over. */
  minute: string;
  /** What the entry says as `voter` or, of a vote without a number, as `ballot`; null in a statement of version 1 about such a vote. */
  commitment: string | null;
  signature: Signature;
  isOver: boolean;
}

const MINUTE_MS = 60_000;

/** @param now in milliseconds. @throws Error for another text, and whatever reading the key of the log throws */
export async function checkStatement(note: string, now: number): Promise<Statement> {
  const { origin = '', minute = '', commitment = null } = readStatement(note) ?? {};
  const [, contestId] = /\/log\/([0-9a-f-]{36})$/.exec(origin) ?? [];
  if (!contestId) throw new Error('not a statement');
  const key = new TextDecoder().decode(await logReader(contestId)('key'));
  const { signature } = await openNote(note, key.trim());
  return { minute, commitment, signature, isOver: now >= Date.parse(minute) + MINUTE_MS };
}
