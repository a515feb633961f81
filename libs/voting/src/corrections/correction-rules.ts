import { type ResultCategory, type ResultChange, type ResultCorrectionInput } from '@abato/contracts';
import { AppError, newId } from '@abato/platform';

/** Most votes of one row of `votes`. */
const MOST_OF_A_VOTE = 100_000;

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
