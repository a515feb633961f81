import { CODE_AGAIN_MS, CODE_VALID_MS, normalisePhone } from '@abato/contracts';
import { requestCode } from './api';

/** A code that was sent to a number and is waited for. Times in milliseconds since 1970. */
export interface PhoneProof {
  id: string;
  contestId: string;
  phone: string;
  until: number;
  /** From then on another one can be asked for. */
  againAt: number;
}

/** In memory, because phones are shared: a dialog that was closed and opened again waits for the code that is on its way. */
const waiting = new Map<string, PhoneProof>();

/**
 * The code that is on its way to this number, or a new one.
 * @param again order a new one in any case
 * @throws ApiError, NetworkError
 */
export async function proofFor(contestId: string, phone: string, again = false): Promise<PhoneProof> {
  const key = `${contestId} ${normalisePhone(phone) ?? phone}`;
  const known = waiting.get(key);
  if (known && !again && known.until > Date.now()) return known;
  const { id } = await requestCode(contestId, phone);
  // By this clock, which may be wrong, and not by the server's time of expiry.
  const now = Date.now();
  const proof = { id, contestId, phone, until: now + CODE_VALID_MS, againAt: now + CODE_AGAIN_MS };
  waiting.set(key, proof);
  return proof;
}

/** The code was used: the next proof of this number needs another one. */
export function forgetProof(proof: PhoneProof): void {
  for (const [key, { id }] of waiting) if (id === proof.id) waiting.delete(key);
}
