import type { DataSource, EntityManager } from 'typeorm';
import {
  byVotes,
  ranks,
  type ResultCategory,
  type ResultChange,
  type ResultCorrectionInput,
} from '@abato/contracts';
import { sqlStatements } from '@abato/database';
import { AppError, newId } from '@abato/platform';

const [LOCK, READ, COUNT] = sqlStatements(
  import.meta.url,
  './corrections.sql',
  'lock-result',
  'read-result',
  'count-correction',
);

/** Most votes of one row of `votes`. */
const MOST_OF_A_VOTE = 100_000;

interface Row {
  categoryId: string;
  categoryName: string;
  id: string;
  name: string;
  order: number;
  votes: number;
}

/** The counted votes of a contest, by category, with ranks; what is counted and not tallied yet is in it. */
export async function readResult(
  sql: DataSource | EntityManager,
  contestId: string,
): Promise<ResultCategory[]> {
  const rows: Row[] = await sql.query(READ, [contestId]);
  const categories = new Map<string, Row[]>();
  for (const row of rows) categories.set(row.categoryId, [...(categories.get(row.categoryId) ?? []), row]);
  return [...categories].map(([id, contestants]) => {
    const rankOf = ranks(contestants);
    return {
      id,
      name: contestants[0]?.categoryName ?? '',
      contestants: byVotes(contestants).map((person) => ({
        id: person.id,
        name: person.name,
        votes: person.votes,
        rank: rankOf.get(person.id) ?? null,
      })),
    };
  });
}

/** The same, kept as it is until the transaction ends. The caller has locked the contest's row. */
export async function lockResult(manager: EntityManager, contestId: string): Promise<ResultCategory[]> {
  await manager.query(LOCK, [contestId]);
  return readResult(manager, contestId);
}

/** Write signed differences of votes into the ledger (see corrections.sql). @param ids of the rows, one for each difference */
export async function countCorrection(
  manager: EntityManager,
  contestId: string,
  differences: readonly { id: string; contestantId: string; votes: number }[],
  now: Date,
): Promise<void> {
  if (!differences.length) return;
  await manager.query(COUNT, [
    contestId,
    now,
    differences.map(({ id }) => id),
    differences.map(({ contestantId }) => contestantId),
    differences.map(({ votes }) => votes),
  ]);
}

/**
 * What a correction changes of a result, with the names that it replaces.
 * @throws AppError VALIDATION_FAILED for a nominee that is not of this result or is named twice, for a change of nothing, and for more votes taken
 *   away than there are
 */
export function changesOf(
  result: readonly ResultCategory[],
  wanted: ResultCorrectionInput['changes'],
): ResultChange[] {
  const refuse = (message: string): never => {
    throw AppError.validation([{ field: 'changes', message }]);
  };
  const nominees = new Map(
    result.flatMap(({ contestants }) => contestants.map((person) => [person.id, person])),
  );
  if (!wanted.length) refuse('Changes are required');
  if (new Set(wanted.map(({ contestantId }) => contestantId)).size < wanted.length)
    refuse('A contestant is named twice');
  return wanted.map(({ contestantId, votes, name }) => {
    const nominee = nominees.get(contestantId) ?? refuse('A contestant is not of this contest');
    const change: ResultChange = {
      contestantId,
      ...(votes && { votes }),
      ...(name && name !== nominee.name && { name }),
      formerName: nominee.name,
    };
    if (change.votes === undefined && change.name === undefined)
      refuse(`Nothing changes of ${nominee.name}: give votes that are added or taken away, or a new name`);
    if ((nominee.votes ?? 0) + (votes ?? 0) < 0)
      refuse(`${nominee.name} has ${nominee.votes} votes: no more can be taken away`);
    return change;
  });
}

/** The rows of the ledger that changes make: a vote has a most. */
export function differencesOf(
  changes: readonly ResultChange[],
): { id: string; contestantId: string; votes: number }[] {
  return changes.flatMap(({ contestantId, votes = 0 }) => {
    const rows = [];
    for (let left = votes; left !== 0; left -= rows.at(-1)?.votes ?? 0)
      rows.push({ id: newId(), contestantId, votes: Math.min(left, MOST_OF_A_VOTE) });
    return rows;
  });
}
