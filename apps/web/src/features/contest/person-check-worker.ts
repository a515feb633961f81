import type { PersonChallenge } from '@abato/contracts';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';

/*
 * Solves person checks. A file of its own that runs beside the page: a second of hashing must not freeze the form.
 */

/** null: not solvable here, or not within a minute and a half. */
export type SolvedCheck = Awaited<ReturnType<typeof solveChallenge>>;

interface WorkerScope {
  onmessage: ((event: MessageEvent<PersonChallenge>) => void) | null;
  postMessage(message: SolvedCheck): void;
}
const scope = self as unknown as WorkerScope;

scope.onmessage = ({ data: challenge }) => {
  void solveChallenge({ challenge, deriveKey }).then(
    (solution) => scope.postMessage(solution),
    () => scope.postMessage(null),
  );
};
