import { openNote } from './checkpoint';
import { logReader } from './check-receipt';

/** What the site has signed about a counted vote (docs/trust.md). */
export interface Statement {
  /** UTC; the log has the vote's entry before this minute is over. */
  minute: string;
  /** What the entry says as `voter` or, of a vote without a number, as `ballot`; null in a statement of version 1 about such a vote. */
  commitment: string | null;
  signature: 'HOLDS' | 'WRONG' | 'UNSUPPORTED';
  isOver: boolean;
}

const STATEMENT = /^\S+\/log\/([0-9a-f-]{36})\nreceipt\n\S+\n(\d{4}-\d\d-\d\dT\d\d:\d\dZ)\n(?:(\S{44})\n)?\n/;
const MINUTE_MS = 60_000;

/** @param now in milliseconds. @throws Error for another text, and whatever reading the key of the log throws */
export async function checkStatement(note: string, now: number): Promise<Statement> {
  const [, contestId, minute, commitment = null] = STATEMENT.exec(note) ?? [];
  if (!contestId || !minute) throw new Error('not a statement');
  const key = new TextDecoder().decode(await logReader(contestId)('key'));
  const { signature } = await openNote(note, key.trim());
  return { minute, commitment, signature, isOver: now >= Date.parse(minute) + MINUTE_MS };
}
