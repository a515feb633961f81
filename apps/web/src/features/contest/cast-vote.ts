import { type CastVotePayload, type CastVoteResult, isUuid, VOTER_TOKEN_HEADER } from '@abato/contracts';
import { ApiError } from '@/lib/api';
import { loadCode } from '@/lib/load-code';
import { readJson, readPreference, writePreference } from '@/lib/storage';
import type { VoteOutcome } from './vote-outcome';
import { newUuid } from '@/lib/uuid';
import { postOnce } from '@/lib/writes/write';
import { voterTokens } from './voter-tokens';

/**
 * One attempt to vote and its idempotency key: pressing the button again after a lost connection is the same attempt, changing anything or
 * voting again after a success is a new one. Before a new one goes out it is asked what became of the one before.
 */
export class VoteAttempt {
  private body = '';
  private key = '';
  /** The vote was sent, and no answer has come. */
  inDoubt = false;
  /** What the payment has begun, or may yet turn out to have begun. */
  paying: Promise<VoteOutcome> | null = null;

  keyFor(payload: CastVotePayload): string {
    if (this.isOther(payload)) {
      this.done();
      this.body = JSON.stringify(payload);
      this.key = newUuid();
    }
    return this.key;
  }

  isOther(payload: CastVotePayload): boolean {
    return JSON.stringify(payload) !== this.body;
  }

  /** The key of a vote of which it is not known whether it was taken. */
  get doubtful(): string | null {
    return this.inDoubt ? this.key : null;
  }

  /** The next press is a new attempt. */
  done(): void {
    this.body = '';
    this.inDoubt = false;
    this.paying = null;
  }
}

const attempts = new Map<string, VoteAttempt>();

/**
 * The attempt to vote for this contestant on this page: a dialog that was closed before the answer came, opened and sent again with the
 * same content, is the same attempt and counts once.
 */
export function attemptFor(contestantId: string): VoteAttempt {
  const attempt = attempts.get(contestantId) ?? new VoteAttempt();
  attempts.set(contestantId, attempt);
  return attempt;
}

/**
 * POST /votes/cast: the same key with the same body is counted once, however often it is sent. When the server asks for a person check, it is solved here and the vote sent again with the same key.
 * @param onCheck told when a check begins and when it has ended
 */
export async function castVote(
  payload: CastVotePayload,
  idempotencyKey: string,
  onCheck: (checking: boolean) => void,
): Promise<CastVoteResult> {
  const proofs = voterTokens(payload.contestId);
  const headers: Record<string, string> = proofs ? { [VOTER_TOKEN_HEADER]: proofs } : {};
  const send = (challenge?: string): Promise<CastVoteResult> => {
    const body = { ...payload, deviceId: deviceId(), browserToken: browserToken(), challenge };
    return postOnce('/votes/cast', body, idempotencyKey, { headers });
  };
  // The vote waits for a token's check that is being solved, not for the network.
  if (tokenCheck.solving) {
    onCheck(true);
    await tokenCheck.solving.finally(() => onCheck(false));
  }
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'CHALLENGE_REQUIRED') throw error;
  }
  onCheck(true);
  try {
    const { solvePersonCheck } = await loadCode(() => import('./person-check'));
    return await send(await solvePersonCheck(payload.contestId, idempotencyKey));
  } finally {
    onCheck(false);
  }
}

export const TOKEN_KEY = 'browserToken';
const DEVICE_KEY = 'device';

export interface KeptToken {
  /** What the token is for. */
  device: string;
  token: string;
  /** Milliseconds since 1970. */
  until: number;
}

/** While the person check that the browser's token costs is solved. */
export const tokenCheck: { solving: Promise<void> | null } = { solving: null };

/** A random number for this browser, kept in its storage: the limit of free votes per device holds on to it, nothing else. */
export function deviceId(): string {
  const known = readPreference(DEVICE_KEY);
  if (isUuid(known)) return known;
  const made = newUuid();
  writePreference(DEVICE_KEY, made);
  return made;
}

/** The token that the server gave this browser; undefined before it has. */
export function browserToken(): string | undefined {
  const kept = readJson<KeptToken>(TOKEN_KEY);
  return kept && kept.device === deviceId() && kept.until > Date.now() ? kept.token : undefined;
}
