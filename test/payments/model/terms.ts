import type pg from 'pg';
import { newId } from '@abato/platform';

let worlds = 0;

/**
 * The fees and the account of a world's host. Worlds take turns at who pays the provider's fee, and every third has no account of its own.
 * @returns the subaccount's code; null: the host has none
 */
export async function agreeTerms(
  owner: pg.Pool,
  { userId, hostId, start }: { userId: string; hostId: string; start: Date },
): Promise<string | null> {
  const turn = ++worlds;
  await owner.query(
    `INSERT INTO fee_policies (host_id, version, basis_points, fixed_pesewas, minimum_pesewas, bearer, created_by, created_at)
     VALUES ($1, 1, 333, 2, 7, $2, $3, $4)`,
    [hostId, turn % 2 ? 'host' : 'platform', userId, start],
  );
  if (turn % 3 === 0) return null;
  const account = `ACCT_${newId()}`;
  await owner.query(
    `INSERT INTO settlement_accounts (id, host_id, type, bank_code, bank_name, account_number_encrypted, last_digits, account_name, confirmed,
       requested_by, requested_at, decision, decided_by, decided_at, subaccount_code, effective_at)
     VALUES ($1::uuid, $2, 'bank', '1', 'B', '', '1', 'A', true, $3, $4, 'APPROVED', $3, $4, $5, $4)`,
    [newId(), hostId, userId, start, account],
  );
  return account;
}
