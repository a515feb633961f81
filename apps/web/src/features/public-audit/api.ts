import type { ContestAudit, ContestRulesView, FairPlay } from '@abato/contracts';
import { bytesOf, textOf, toBase64 } from '@abato/verifier/bytes.mjs';
import { canonical } from '@abato/verifier/entry.mjs';
import { sha256 } from '@abato/verifier/sha256.mjs';
import { queryOptions } from '@tanstack/react-query';
import { api, reads } from '@/lib/api';
import { logReader, NotInLog } from '@/lib/public-log/check-receipt';
import { type Checkpoint, isLogOf, openCheckpoint } from '@/lib/public-log/checkpoint';
import { readCosigned } from '@/lib/public-log/cosigned';

/** A log without a checkpoint is looked at again after this long. */
const WAITING_READ_MS = 3_000;

export interface OpenedCheckpoint extends Checkpoint {
  note: string;
}

export const auditQuery = (contestId: string) =>
  reads<ContestAudit>(['contest-audit', contestId], `/contests/${encodeURIComponent(contestId)}/audit`);

export const fairPlayQuery = (contestId: string) =>
  reads<FairPlay>(['fair-play', contestId], `/contests/${encodeURIComponent(contestId)}/fair-play`);

/** The newest checkpoint, its signature checked here. Asked for when the log is published; null before the first. */
export function checkpointQuery(contestId: string, isPublished: boolean) {
  return queryOptions({
    queryKey: ['checkpoint', contestId],
    enabled: isPublished,
    retry: 1,
    refetchInterval: ({ state }: { state: { data?: OpenedCheckpoint | null | undefined } }) =>
      state.data === null ? WAITING_READ_MS : false,
    queryFn: async (): Promise<OpenedCheckpoint | null> => {
      const read = logReader(contestId);
      const files = await Promise.all([read('checkpoint'), read('key')]).catch((error: unknown) => {
        if (error instanceof NotInLog) return null;
        throw error;
      });
      if (!files) return null;
      const [note = '', key = ''] = files.map(textOf);
      const checkpoint = await openCheckpoint(note, key);
      if (!isLogOf(checkpoint, contestId)) throw new Error('the checkpoint is of another log');
      return { ...checkpoint, note };
    },
  });
}

/** What each witness that the site names has cosigned last. */
export function witnessesQuery(contestId: string, origin: string | undefined) {
  return queryOptions({
    queryKey: ['witnesses', contestId],
    enabled: origin !== undefined,
    queryFn: () => readCosigned(logReader(contestId), origin ?? ''),
  });
}

export interface CheckedRules {
  published: ContestRulesView;
  /** Whether each document has the hash that is said. */
  holds: boolean;
}

export function rulesQuery(contestId: string) {
  return queryOptions({
    queryKey: ['contest-rules', contestId],
    queryFn: async ({ signal }): Promise<CheckedRules> => {
      const path = `/contests/${encodeURIComponent(contestId)}/rules`;
      const published = await api.get<ContestRulesView>(path, { signal });
      const holds = versionsOf(published).every(
        ({ rules, hash }) => toBase64(sha256(bytesOf(canonical(rules)))) === hash,
      );
      return { published, holds };
    },
  });
}

/** All rules that were sealed, the first ones first. */
export function versionsOf({ sealed, amendments }: ContestRulesView) {
  return sealed ? [sealed, ...amendments] : [];
}

/**
 * The sealed rules beside those of the log, both in their order. An amendment of this moment is in the next checkpoint: the log that was
 * added up is then behind, not wrong.
 */
export function comparedWithLog(
  logged: readonly string[],
  published: readonly string[],
): 'same' | 'behind' | 'other' {
  if (logged.some((hash, nr) => hash !== published[nr])) return 'other';
  return logged.length < published.length ? 'behind' : 'same';
}
