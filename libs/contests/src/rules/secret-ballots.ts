import { AppError } from '@abato/platform';

interface Queries {
  query<Rows extends object[]>(text: string, values: unknown[]): Promise<Rows>;
}

/**
 * Before an answer that names a person beside a choice, or that says when a vote was cast: in elections there is none but the voter's own receipt (ADR 134).
 * @throws AppError BALLOTS_ARE_SECRET
 */
export async function assertNoSecretBallots(source: Queries, contestId: string): Promise<void> {
  const secret = await source.query('SELECT FROM contests c WHERE c.id = $1 AND ballots_are_secret(c)', [
    contestId,
  ]);
  if (secret.length) throw new AppError('BALLOTS_ARE_SECRET');
}
