import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CastVoteResult } from '@abato/contracts';
import { aVote, type BuiltContest } from './builders.js';
import type { ApiClient } from './http.js';
import { waitFor } from './wait-for.js';

/**
 * Voters who keep voting, repeating a request of unknown outcome under its key, until they are told to stop.
 * @param pauseMs between two votes of one of them: for tests in which processes start, which need the processor too
 */
export function voters(api: ApiClient, contest: BuiltContest, count: number, { pauseMs = 0 } = {}) {
  const acknowledged = new Map<string, string>();
  const failures: string[] = [];
  const closed = new AbortController();
  const one = async (): Promise<void> => {
    while (!closed.signal.aborted) {
      const [vote, key] = [aVote(contest), randomUUID()];
      for (let attempt = 0; attempt < 300; attempt++) {
        const answer = await api
          .post<CastVoteResult>('/votes/cast', vote, {
            headers: { 'idempotency-key': key },
            timeoutMs: 10_000,
          })
          .catch((error: Error) => error);
        if ('status' in answer && answer.status === 201) {
          acknowledged.set(key, answer.data.id);
          break;
        }
        failures.push('status' in answer ? `${answer.status} ${answer.code}` : answer.message);
        // Refused or unknown: the very same request again, a little later, as a phone would.
        await sleep(100);
      }
      if (pauseMs) await sleep(pauseMs);
    }
  };
  const done = Promise.all(Array.from({ length: count }, one));
  return {
    acknowledged,
    /** Every request that was not answered with the vote, in words. */
    failures,
    /** So many more votes are acknowledged. */
    async more(votes: number, what: string): Promise<void> {
      const before = acknowledged.size;
      await waitFor(() => acknowledged.size > before + votes, { what });
    },
    async stop(): Promise<void> {
      closed.abort();
      await done;
    },
  };
}
