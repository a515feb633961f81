import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { PersonChallenge } from '@abato/contracts';
import { ApiClient } from './http.js';

/**
 * Ask for a person check and solve it, as a voter's browser does.
 * @param address that a proxy names
 * @returns what a cast takes as `challenge`
 */
export async function solvedCheck(
  contestId: string,
  key: string,
  api = new ApiClient(),
  address?: string,
): Promise<string> {
  const { data: challenge } = await api.post<PersonChallenge>(
    '/votes/challenge',
    { contestId },
    { headers: { 'idempotency-key': key, ...(address && { 'x-forwarded-for': address }) } },
  );
  return solvedBy(challenge);
}

/** @returns the solution as the API takes it */
export async function solvedBy(challenge: PersonChallenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}
