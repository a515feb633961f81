import type { SettlementAccountType } from '@abato/contracts';
import { sqlFile } from '@abato/database';
import { newId } from '@abato/platform';

const WAITING = sqlFile(import.meta.url, './waiting-accounts.sql');
/** A screen shows no more at once. */
const MOST_WAITING = 500;

/** A query of TypeORM, whose transactions hold the host's lock. */
export interface Query {
  query<T>(sql: string, parameters: unknown[]): Promise<T>;
}

export interface AccountRow {
  id: string;
  type: SettlementAccountType;
  bank_code: string;
  bank_name: string;
  last_digits: string;
  account_name: string;
  confirmed: boolean;
  requested_at: Date;
  decision: 'APPROVED' | null;
  decided_at: Date | null;
  subaccount_code: string | null;
  effective_at: Date | null;
}

/** Accounts of a host that are approved or wait, the newest first. */
export async function accountsOf(sql: Query, hostId: string): Promise<AccountRow[]> {
  return sql.query<AccountRow[]>(
    `SELECT id, type, bank_code, bank_name, last_digits, account_name, confirmed, requested_at, decision, decided_at, subaccount_code,
       effective_at
     FROM settlement_accounts WHERE host_id = $1 AND coalesce(decision, 'APPROVED') = 'APPROVED'
     ORDER BY decision IS NULL DESC, effective_at DESC LIMIT 10`,
    [hostId],
  );
}

/** The account that payments use at a time. @param accounts as `accountsOf` returns them */
export const inForceAt = (accounts: readonly AccountRow[], at: Date): AccountRow | undefined =>
  accounts.find(({ effective_at: from }) => from !== null && from <= at);

/** Write a request; one that waits is replaced by it. The caller holds the host's lock. */
export async function insertAccount(
  sql: Query,
  account: {
    hostId: string;
    type: SettlementAccountType;
    bankCode: string;
    bankName: string;
    sealedNumber: Buffer;
    lastDigits: string;
    accountName: string;
    confirmed: boolean;
    requestedBy: string;
    now: Date;
  },
): Promise<void> {
  const { hostId, now, requestedBy } = account;
  await sql.query(
    `UPDATE settlement_accounts SET decision = 'REPLACED', decided_by = $2, decided_at = $3 WHERE host_id = $1 AND decision IS NULL`,
    [hostId, requestedBy, now],
  );
  await sql.query(
    `INSERT INTO settlement_accounts (id, host_id, type, bank_code, bank_name, account_number_encrypted, last_digits, account_name,
       confirmed, requested_by, requested_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      ...[newId(), hostId, account.type, account.bankCode, account.bankName, account.sealedNumber],
      ...[account.lastDigits, account.accountName, account.confirmed, requestedBy, now],
    ],
  );
}

/** The account that waits, with its number as it is stored. */
export async function waitingOf(
  sql: Query,
  hostId: string,
): Promise<{
  id: string;
  bankCode: string;
  sealedNumber: Buffer;
  hostName: string;
  requestedBy: string;
  requestedAt: Date;
} | null> {
  const [row] = await sql.query<
    {
      id: string;
      bank_code: string;
      account_number_encrypted: Buffer;
      name: string;
      requested_by: string;
      requested_at: Date;
    }[]
  >(
    `SELECT a.id, a.bank_code, a.account_number_encrypted, a.requested_by, a.requested_at, h.name
     FROM settlement_accounts a JOIN hosts h ON h.id = a.host_id AND h.archived_at IS NULL
     WHERE a.host_id = $1 AND a.decision IS NULL`,
    [hostId],
  );
  return row
    ? {
        id: row.id,
        bankCode: row.bank_code,
        sealedNumber: row.account_number_encrypted,
        hostName: row.name,
        requestedBy: row.requested_by,
        requestedAt: row.requested_at,
      }
    : null;
}

/** @returns false when it was decided meanwhile */
export async function approveAccount(
  sql: Query,
  id: string,
  approved: { by: string; at: Date; subaccount: string; effectiveAt: Date },
): Promise<boolean> {
  const [rows] = await sql.query<[unknown[]]>(
    `UPDATE settlement_accounts SET decision = 'APPROVED', decided_by = $2, decided_at = $3, subaccount_code = $4, effective_at = $5
     WHERE id = $1 AND decision IS NULL RETURNING id`,
    [id, approved.by, approved.at, approved.subaccount, approved.effectiveAt],
  );
  return rows.length > 0;
}

/** Withdraw what waits for approval or has not taken effect. @returns whether there was anything */
export async function withdrawAccounts(sql: Query, hostId: string, by: string, at: Date): Promise<boolean> {
  const [rows] = await sql.query<[unknown[]]>(
    `UPDATE settlement_accounts SET decision = 'WITHDRAWN', decided_by = $2, decided_at = $3
     WHERE host_id = $1 AND (decision IS NULL OR decision = 'APPROVED' AND effective_at > $3) RETURNING id`,
    [hostId, by, at],
  );
  return rows.length > 0;
}

export interface WaitingRow {
  host_id: string;
  host_name: string;
  organiser: string;
  type: SettlementAccountType;
  bank_name: string;
  last_digits: string;
  account_name: string;
  confirmed: boolean;
  requested_at: Date;
  replaces: string | null;
}

/** Accounts of all hosts that wait for a super admin, the oldest first. */
export async function waitingAccounts(sql: Query, now: Date): Promise<WaitingRow[]> {
  return sql.query<WaitingRow[]>(WAITING, [now, MOST_WAITING]);
}
