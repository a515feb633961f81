import type { ContestAudit, ContestRulesView, FairPlay } from '@abato/contracts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '@/lib/api';
import { CannotHash, logReader, NotInLog } from '@/lib/public-log/check-receipt';
import { type Checkpoint, isLogOf, openCheckpoint } from '@/lib/public-log/checkpoint';
import { readCosigned } from '@/lib/public-log/cosigned';
import { bytesOf, sha256, toBase64 } from '@/lib/public-log/hashes';
import { canonical } from '@/lib/public-log/merkle';
import { reads } from '@/lib/read';

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
      if (!globalThis.crypto?.subtle) throw new CannotHash();
      const read = logReader(contestId);
      const text = new TextDecoder();
      const files = await Promise.all([read('checkpoint'), read('key')]).catch((error: unknown) => {
        if (error instanceof NotInLog) return null;
        throw error;
      });
      if (!files) return null;
      const [note, key] = files.map((bytes) => text.decode(bytes));
      const checkpoint = await openCheckpoint(note ?? '', key ?? '');
      if (!isLogOf(checkpoint, contestId)) throw new Error('the checkpoint is of another log');
      return { ...checkpoint, note: note ?? '' };
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
  /** Whether each document has the hash that is said; null where the browser cannot tell. */
  holds: boolean | null;
}

export function rulesQuery(contestId: string) {
  return queryOptions({
    queryKey: ['contest-rules', contestId],
    queryFn: async ({ signal }): Promise<CheckedRules> => {
      const path = `/contests/${encodeURIComponent(contestId)}/rules`;
      const published = await api.get<ContestRulesView>(path, { signal });
      if (!globalThis.crypto?.subtle) return { published, holds: null };
      const checked = await Promise.all(
        versionsOf(published).map(
          async ({ rules, hash }) => toBase64(await sha256(bytesOf(canonical(rules)))) === hash,
        ),
      );
      return { published, holds: checked.every(Boolean) };
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
