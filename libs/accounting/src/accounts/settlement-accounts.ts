import { type EntityManager, IsNull, MoreThan } from 'typeorm';
import type { Page, SettlementAccountType } from '@abato/contracts';
import { readPage, type RowsOfPage, sqlFile } from '@abato/database';
import { newId } from '@abato/platform';
import { SettlementAccountRequest } from './settlement-account.entity.js';

const WAITING = sqlFile(import.meta.url, './waiting-accounts.sql');
const MOST_OF_HOST = 10;

/** Accounts of a host that are approved or wait, the newest first. */
export async function accountsOf(
  manager: EntityManager,
  hostId: string,
): Promise<SettlementAccountRequest[]> {
  return manager.find(SettlementAccountRequest, {
    where: [
      { hostId, decision: IsNull() },
      { hostId, decision: 'APPROVED' },
    ],
    order: { decision: { direction: 'DESC', nulls: 'FIRST' }, effectiveAt: 'DESC' },
    take: MOST_OF_HOST,
  });
}

/** The account that payments use at a time. @param accounts as `accountsOf` returns them */
export const inForceAt = (
  accounts: readonly SettlementAccountRequest[],
  at: Date,
): SettlementAccountRequest | undefined =>
  accounts.find(({ effectiveAt: from }) => from !== null && from <= at);

type NewAccount = Pick<
  SettlementAccountRequest,
  | 'hostId'
  | 'type'
  | 'bankCode'
  | 'bankName'
  | 'sealedNumber'
  | 'lastDigits'
  | 'accountName'
  | 'confirmed'
  | 'requestedBy'
  | 'requestedAt'
>;

/** Write a request; one that waits is replaced by it. The caller holds the host's lock. */
export async function insertAccount(manager: EntityManager, account: NewAccount): Promise<void> {
  const { hostId, requestedBy: decidedBy, requestedAt: decidedAt } = account;
  await manager.update(
    SettlementAccountRequest,
    { hostId, decision: IsNull() },
    { decision: 'REPLACED', decidedBy, decidedAt },
  );
  await manager.insert(SettlementAccountRequest, { id: newId(), ...account });
}

/** The account that waits, with its number as it is stored, and its host. */
export async function waitingOf(
  manager: EntityManager,
  hostId: string,
): Promise<SettlementAccountRequest | null> {
  return manager.findOne(SettlementAccountRequest, {
    where: { hostId, decision: IsNull(), host: { archivedAt: IsNull() } },
    relations: { host: true },
    select: {
      id: true,
      bankCode: true,
      sealedNumber: true,
      requestedBy: true,
      requestedAt: true,
      host: { id: true, name: true },
    },
  });
}

/** @returns false when it was decided meanwhile */
export async function approveAccount(
  manager: EntityManager,
  id: string,
  approved: Required<
    Pick<SettlementAccountRequest, 'decidedBy' | 'decidedAt' | 'subaccountCode' | 'effectiveAt'>
  >,
): Promise<boolean> {
  const { affected } = await manager.update(
    SettlementAccountRequest,
    { id, decision: IsNull() },
    { decision: 'APPROVED', ...approved },
  );
  return affected === 1;
}

/** Withdraw what waits for approval or has not taken effect. @returns whether there was anything */
export async function withdrawAccounts(
  manager: EntityManager,
  hostId: string,
  decidedBy: string,
  decidedAt: Date,
): Promise<boolean> {
  const { affected } = await manager.update(
    SettlementAccountRequest,
    [
      { hostId, decision: IsNull() },
      { hostId, decision: 'APPROVED', effectiveAt: MoreThan(decidedAt) },
    ],
    { decision: 'WITHDRAWN', decidedBy, decidedAt },
  );
  return Boolean(affected);
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
  total: number;
}

/** Accounts of all hosts that wait for a super admin, the newest first. */
export async function waitingAccounts(
  manager: EntityManager,
  now: Date,
  page: Page,
): Promise<RowsOfPage<WaitingRow>> {
  return readPage(page, (skip, take) => manager.query<WaitingRow[]>(WAITING, [now, skip, take]));
}
