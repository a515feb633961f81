import { CODE_AGAIN_MS, CODE_VALID_MS, normalisePhone } from '@abato/contracts';
import { ApiError } from '@/lib/api';
import { requestProof } from './api';

/** A proof of a number that is under way. Times in milliseconds since 1970. */
export interface PhoneProof {
  id: string;
  contestId: string;
  phone: string;
  /** What the phone dials; null where a code was sent. */
  dial: string | null;
  until: number;
  /** From then on another code can be asked for. */
  againAt: number;
}

/** In memory, because phones are shared: a dialog that was closed and opened again waits for the code that is on its way. */
const waiting = new Map<string, PhoneProof>();

/** Dialling is not offered here, or this phone was given its numbers of the hour: a code is sent instead. */
const NO_DIALLING: ReadonlySet<string> = new Set(['CONFLICT', 'RATE_LIMITED']);

/**
 * The proof that is under way for this number, or a new one: a number to dial, which costs nothing, and a code by SMS where none can be dialled.
 * @param again begin another one in any case
 * @throws ApiError, NetworkError
 */
export async function proofFor(contestId: string, phone: string, again = false): Promise<PhoneProof> {
  const known = waiting.get(keyOf(contestId, phone));
  if (known && !again && known.until > Date.now()) return known;
  try {
    return await begin(contestId, phone, 'ussd');
  } catch (error) {
    if (!(error instanceof ApiError) || !NO_DIALLING.has(error.code)) throw error;
    return codeFor(contestId, phone);
  }
}

/** Another code by SMS. @throws ApiError, NetworkError */
export function codeFor(contestId: string, phone: string): Promise<PhoneProof> {
  return begin(contestId, phone, 'sms');
}

/** The proof was used: the next one of this number is a new one. */
export function forgetProof(proof: PhoneProof): void {
  for (const [key, { id }] of waiting) if (id === proof.id) waiting.delete(key);
}

const keyOf = (contestId: string, phone: string) => `${contestId} ${normalisePhone(phone) ?? phone}`;

async function begin(contestId: string, phone: string, channel: 'sms' | 'ussd'): Promise<PhoneProof> {
  const { id, ussd } = await requestProof(contestId, phone, channel);
  // By this clock, which may be wrong, and not by the server's time of expiry.
  const now = Date.now();
  const times = { until: now + CODE_VALID_MS, againAt: now + CODE_AGAIN_MS };
  const proof = { id, contestId, phone, dial: ussd ?? null, ...times };
  waiting.set(keyOf(contestId, phone), proof);
  return proof;
}

/** Of the panel on which a number is proven. */
export interface ProofPanelProps {
  proof: PhoneProof;
  /** What the vote waits for meanwhile, in words. */
  progress: string | null;
  /** Another proof was begun. */
  onProof: (proof: PhoneProof) => void;
  /** Casts the vote; resolves when that has ended, in whatever way. */
  onProven: () => Promise<unknown>;
  /** Sends the vote without a proof, to be held; null where every vote needs one. */
  onUnproven: (() => Promise<unknown>) | null;
  /** Back to the form, for another number. */
  onBack: () => void;
}
