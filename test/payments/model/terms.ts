import type pg from 'pg';
import { newId } from '@abato/platform';

export interface Terms {
  /** The host's subaccount; null: it has none. */
  account: string | null;
  bearer: 'host' | 'platform';
}

/** The fee of each world's host: 3.33 % and 2 pesewas, at least 7. */
const POLICY = { basisPoints: 333, fixed: 2, minimum: 7 };
/** By which a charge is known to cover the provider's fee: 1.95 %. */
const PROVIDER_BASIS_POINTS = 195;

let worlds = 0;

/**
 * The fees and the account of a world's host. Worlds take turns at who pays the provider's fee, and every third has no account of its own.
 */
export async function agreeTerms(
  owner: pg.Pool,
  { userId, hostId, start }: { userId: string; hostId: string; start: Date },
): Promise<Terms> {
  const turn = ++worlds;
  const bearer = turn % 2 ? 'host' : 'platform';
  await owner.query(
    `INSERT INTO fee_policies (host_id, version, basis_points, fixed_pesewas, minimum_pesewas, bearer, created_by, created_at)
     VALUES ($1, 1, $5, $6, $7, $2, $3, $4)`,
    [hostId, bearer, userId, start, POLICY.basisPoints, POLICY.fixed, POLICY.minimum],
  );
  if (turn % 3 === 0) return { account: null, bearer };
  const account = `ACCT_${newId()}`;
  await owner.query(
    `INSERT INTO settlement_accounts (id, host_id, type, bank_code, bank_name, account_number_encrypted, last_digits, account_name, confirmed,
       requested_by, requested_at, decision, decided_by, decided_at, subaccount_code, effective_at)
     VALUES ($1::uuid, $2, 'bank', '1', 'B', '', '1', 'A', true, $3, $4, 'APPROVED', $3, $4, $5, $4)`,
    [newId(), hostId, userId, start, account],
  );
  return { account, bearer };
}

/**
 * In place of the terms before: 5 % and at least 5 pesewas, and the host bears the provider's fee.
 * @param account where the host's part goes
 */
export async function agreeOnFivePercent(
  owner: pg.Pool,
  { contestId, account, at }: { contestId: string; account: string; at: Date },
): Promise<void> {
  await owner.query(
    `WITH c AS (SELECT host_id, user_id FROM contests WHERE id = $1),
       fees AS (INSERT INTO fee_policies SELECT host_id, 2, 500, 0, 5, 'host', user_id, $3 FROM c),
       gone AS (DELETE FROM settlement_accounts WHERE host_id = (SELECT host_id FROM c))
     INSERT INTO settlement_accounts (id, host_id, type, bank_code, bank_name, account_number_encrypted, last_digits, account_name, confirmed,
       requested_by, requested_at, decision, decided_by, decided_at, subaccount_code, effective_at)
     SELECT gen_random_uuid(), host_id, 'bank', '1', 'B', '', '1', 'A', true, user_id, $3, 'APPROVED', user_id, $3, $2, $3 FROM c`,
    [contestId, account, at],
  );
}

/** Half a pesewa up, by whole numbers. */
function percentOf(amount: number, basisPoints: number): number {
  const exact = BigInt(amount) * BigInt(basisPoints);
  const [whole, rest] = [exact / 10_000n, exact % 10_000n];
  return Number(whole) + (rest >= 5_000n ? 1 : 0);
}

/** What the main account takes of a payment, by the policy and by this model's own reckoning, in pesewas. */
export function reckonedCharge(amount: number, bearer: Terms['bearer']): number {
  const provider = percentOf(amount, PROVIDER_BASIS_POINTS);
  let fee = percentOf(amount, POLICY.basisPoints) + POLICY.fixed;
  if (fee < POLICY.minimum) fee = POLICY.minimum;
  if (bearer === 'platform' && fee < provider) fee = provider;
  const most = bearer === 'host' ? amount - provider : amount;
  return fee > most ? most : fee;
}

/** @throws Error when the product asks the provider for another division than the policy says */
export function checkSplit(
  { account, bearer }: Terms,
  amount: number,
  asked: { subaccount: string; transactionCharge: number; bearer: string } | null,
): void {
  const payer = bearer === 'host' ? 'subaccount' : 'account';
  const should = account === null ? 'no split' : `${account} ${reckonedCharge(amount, bearer)} ${payer}`;
  const is = asked ? `${asked.subaccount} ${asked.transactionCharge} ${asked.bearer}` : 'no split';
  if (is !== should) throw new Error(`split of ${amount}: ${is} instead of ${should}`);
}
