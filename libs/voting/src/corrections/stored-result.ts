import type { DataSource, EntityManager } from 'typeorm';
import { byVotes, ranks, type ResultCategory } from '@abato/contracts';
import { sqlStatements } from '@abato/database';

const [LOCK, READ, COUNT] = sqlStatements(
  import.meta.url,
  './corrections.sql',
  'lock-result',
  'read-result',
  'count-correction',
);

interface Row {
  categoryId: string;
  categoryName: string;
  id: string;
  name: string;
  order: number;
  votes: number;
}

/** The counted votes of a contest, by category, with ranks; what is counted and not folded yet is in it. */
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
