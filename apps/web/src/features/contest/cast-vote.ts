import {
  type CastVotePayload,
  type CastVoteResult,
  isUuid,
  type PersonChallenge,
  VOTER_TOKEN_HEADER,
} from '@abato/contracts';
import { ApiError } from '@/lib/api';
import { loadCode } from '@/lib/load-code';
import { readJson, readPreference, writePreference } from '@/lib/storage';
import { requestBrowserToken } from './api';
import type { VoteOutcome } from './vote-outcome';
import { newUuid } from '@/lib/uuid';
import { pause } from '@/lib/writes/doubt';
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
  if (solving) {
    onCheck(true);
    await solving.finally(() => onCheck(false));
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

const TOKEN_KEY = 'browserToken';
const DEVICE_KEY = 'device';

interface Kept {
  /** What the token is for. */
  device: string;
  token: string;
  /** Milliseconds since 1970. */
  until: number;
}

let asking: Promise<void> | null = null;
/** While the person check that the token costs is solved. */
let solving: Promise<void> | null = null;

/** A random number for this browser, kept in its storage: the limit of free votes per device holds on to it, nothing else. */
function deviceId(): string {
  const known = readPreference(DEVICE_KEY);
  if (isUuid(known)) return known;
  const made = newUuid();
  writePreference(DEVICE_KEY, made);
  return made;
}

/** The token that the server gave this browser; undefined before it has. */
function browserToken(): string | undefined {
  const kept = readJson<Kept>(TOKEN_KEY);
  return kept && kept.device === deviceId() && kept.until > Date.now() ? kept.token : undefined;
}

/** Gets a token when there is none. A vote without one is taken too, so a failure here is not shown. */
export async function ensureBrowserToken(): Promise<void> {
  if (browserToken()) return;
  asking ??= ask()
    .catch(() => undefined)
    .finally(() => {
      asking = null;
      solving = null;
    });
  await asking;
}

async function ask(): Promise<void> {
  const device = deviceId();
  const { challenge, ...answer } = await requestBrowserToken(device);
  if (challenge) solving = solve(device, challenge).catch(() => undefined);
  else keep(device, answer);
  await solving;
}

async function solve(device: string, challenge: PersonChallenge): Promise<void> {
  const { solved } = await loadCode(() => import('./person-check'));
  keep(device, await requestBrowserToken(device, await solved(challenge)));
}

function keep(
  device: string,
  { browserToken: token, expiresAt }: { browserToken?: string; expiresAt?: string },
) {
  if (!token || !expiresAt) return;
  const kept: Kept = { device, token, until: Date.parse(expiresAt) };
  writePreference(TOKEN_KEY, JSON.stringify(kept));
}

/** What a payer who waits is shown. @property position in the queue from 1; null when the server names none */
export interface Waiting {
  position: number | null;
  /** Epoch milliseconds of the estimated turn. */
  until: number;
}

/** The estimate shrinks when others give up: the server is asked this often at the latest, which also keeps the position. */
const ASK_AT_LEAST_EVERY_MS = 15_000;
const PASSING: ReadonlySet<string> = new Set(['OVERLOADED', 'UNAVAILABLE']);
/** Phones that were told the same moment must not all come back in it. */
const SPREAD_MS = 500;

/** So long a server that is unavailable is asked again; then the voter is told, and may press again. */
const UNAVAILABLE_MS = 60_000;

/**
 * Do `work`; while the server answers that very many people vote or pay, or that it is unavailable for a moment, wait as it says and do the
 * same again. Safe only for calls that may be repeated: a cast with its key, a payment of the same vote.
 * @param onWait told what to show, and null when the waiting is over
 * @param signal ends the waiting, when the dialog is closed
 * @throws whatever else `work` throws; AbortError when cancelled
 */
export async function waitForTurn<T>(
  work: () => Promise<T>,
  onWait: (waiting: Waiting | null) => void,
  signal: AbortSignal,
): Promise<T> {
  let unavailableSince: number | null = null;
  try {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof ApiError) || !error.retryAfter || !PASSING.has(error.code)) throw error;
        unavailableSince = error.code === 'UNAVAILABLE' ? (unavailableSince ?? Date.now()) : null;
        if (unavailableSince !== null && Date.now() - unavailableSince >= UNAVAILABLE_MS) throw error;
        const ms = error.retryAfter * 1000;
        onWait({ position: error.position ?? null, until: Date.now() + ms });
        await pause(Math.min(ms, ASK_AT_LEAST_EVERY_MS) + Math.random() * SPREAD_MS, signal);
      }
    }
  } finally {
    onWait(null);
  }
}
