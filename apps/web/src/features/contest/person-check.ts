import type { PersonChallenge } from '@abato/contracts';
import { voteTexts } from '@/texts/en/vote';
import { requestPersonCheck } from './api';
import type { SolvedCheck } from './person-check-worker';

/**
 * Asks for a person check, solves it away from the screen's thread, and gives what `/votes/cast` takes as `challenge`.
 * @throws ApiError, NetworkError; Error when this browser cannot solve it (plain http, very old)
 */
export async function solvePersonCheck(contestId: string, idempotencyKey: string): Promise<string> {
  return solved(await requestPersonCheck(contestId, idempotencyKey));
}

/** @returns the solution as the API takes it @throws Error when this browser cannot solve it (plain http, very old) */
export async function solved(challenge: PersonChallenge): Promise<string> {
  const solution = await solve(challenge);
  return btoa(JSON.stringify({ challenge, solution }));
}

function solve(challenge: PersonChallenge): Promise<NonNullable<SolvedCheck>> {
  const worker = new Worker(new URL('./person-check-worker.ts', import.meta.url), { type: 'module' });
  return new Promise<NonNullable<SolvedCheck>>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<SolvedCheck>) =>
      data ? resolve(data) : reject(new Error(voteTexts.checkFailed));
    worker.onerror = () => reject(new Error(voteTexts.checkFailed));
    worker.postMessage(challenge);
  }).finally(() => worker.terminate());
}
