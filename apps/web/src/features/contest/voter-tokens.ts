import type { VoterToken } from '@abato/contracts';
import { readJson, writePreference } from '@/lib/storage';

const KEY = 'voterTokens';
/** Phones of a family that share a browser; the server reads no more. */
const MOST = 5;

/** Token and expiry (milliseconds since 1970), newest first, by contest. No number is kept: the server finds the token that fits. */
type Kept = Record<string, [token: string, until: number][]>;

const read = (): Kept => readJson<Kept>(KEY) ?? {};

/** What a cast of this browser in a contest carries as `X-Voter-Token`; undefined when no number was proven here. */
export function voterTokens(contestId: string): string | undefined {
  const tokens = (read()[contestId] ?? []).filter(([, until]) => until > Date.now());
  return tokens.map(([token]) => token).join(',') || undefined;
}

/** Remember a proven number for its contest; what has expired is forgotten. */
export function keepVoterToken(contestId: string, { voterToken, expiresAt }: VoterToken): void {
  const now = Date.now();
  const all = Object.entries(read()).map(([id, tokens]) => [id, tokens.filter(([, until]) => until > now)]);
  const kept = Object.fromEntries(all.filter(([, tokens]) => tokens?.length)) as Kept;
  const others = (kept[contestId] ?? []).filter(([token]) => token !== voterToken);
  const own = [[voterToken, Date.parse(expiresAt)] as [string, number], ...others].slice(0, MOST);
  writePreference(KEY, JSON.stringify({ ...kept, [contestId]: own }));
}
