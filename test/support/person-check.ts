import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { PersonChallenge } from '@abato/contracts';
import { ApiClient } from './http.js';

/** Ask for a person check and solve it, as a voter's browser does. @returns what a cast takes as `challenge` */
export async function solvedCheck(contestId: string, key: string, api = new ApiClient()): Promise<string> {
  const { data: challenge } = await api.post<PersonChallenge>(
    '/votes/challenge',
    { contestId },
    { headers: { 'idempotency-key': key } },
  );
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}
