import { sqlFile, type SqlRunner } from '@abato/database';
import { newId } from '@abato/platform';
import { PaystackClient, type Provider } from '@abato/paystack';

const ACCOUNTS = sqlFile(import.meta.url, './accounts-to-read.sql');
const WRITE = sqlFile(import.meta.url, './write-settlement.sql');
const POST = sqlFile(import.meta.url, '../journal/post-settlement.sql');
/** Each account is read once a day; a little less, so that the time of day does not wander. */
const READ_EVERY_MS = 20 * 3_600_000;
/** Settlements of these days are read again: whether the provider filters by the day of making or of paying is not documented. */
const AGAIN = '7 days';
/** A settlement that is not final is followed so long; a sample of the provider has one that was pending for a year. */
const FOLLOWED = '90 days';

export interface AccountToRead {
  /** A subaccount's code, or `PaystackClient.MAIN_ACCOUNT`. */
  account: string;
  /** Null: the platform's own. */
  host_id: string | null;
  since: Date;
  /** A newer account of the host is in force, or the host was deleted. */
  replaced: boolean;
}

/**
 * All accounts when the platform's own is among them: what of its list is a host's is known only when every host is read.
 * @param only these accounts, due or not; null: all that are due
 */
export async function accountsToRead(
  sql: SqlRunner,
  now: Date,
  only: readonly string[] | null,
): Promise<AccountToRead[]> {
  const read = async (before: Date | 'infinity', which: readonly string[] | null): Promise<AccountToRead[]> =>
    (await sql.query<AccountToRead>(ACCOUNTS, [now, before, AGAIN, FOLLOWED, which])).rows;
  const due = await read(new Date(now.getTime() - READ_EVERY_MS), only);
  return due.some(({ account }) => account === PaystackClient.MAIN_ACCOUNT) ? read('infinity', null) : due;
}

/** @param now when the reading began */
export async function noteReading(sql: SqlRunner, account: string, now: Date): Promise<void> {
  await sql.query(
    `INSERT INTO settlement_readings (account, read_at) VALUES ($1, $2) ON CONFLICT (account) DO UPDATE SET read_at = $2`,
    [account, now],
  );
}

/**
 * Which of these settlements have to be written: new ones, those that changed, and those about which something is open, whose payments may
 * have changed. Those of another account are left out.
 */
export async function newOrChanged(
  sql: SqlRunner,
  account: string,
  items: readonly Provider.Settlement[],
): Promise<Provider.Settlement[]> {
  const { rows } = await sql.query<{ id: string }>(
    `SELECT n.id FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[]) AS n (id, status, amount, deductions)
     LEFT JOIN settlements s ON s.provider_id = n.id
     WHERE s.id IS NULL OR coalesce(s.subaccount_code, $6) = $5
       AND ((s.status, s.amount_pesewas, s.deductions_pesewas) IS DISTINCT FROM (n.status, n.amount, n.deductions)
         OR EXISTS (SELECT FROM settlement_differences d WHERE d.provider_id = s.provider_id AND d.resolved_at IS NULL))`,
    [
      items.map(({ id }) => id),
      items.map(({ status }) => status),
      items.map(({ amount }) => amount),
      items.map(({ deductions }) => deductions),
      account,
      PaystackClient.MAIN_ACCOUNT,
    ],
  );
  const written = new Set(rows.map(({ id }) => id));
  return items.filter(({ id }) => written.has(id));
}

/** Whether payments of a settlement are ours and none of them was split to this account. */
export async function isOfOthers(
  sql: SqlRunner,
  account: string,
  references: readonly string[],
): Promise<boolean> {
  if (account === PaystackClient.MAIN_ACCOUNT) return false;
  const { rows } = await sql.query<{ ours: number; own: number }>(
    `SELECT count(*)::int AS ours, count(*) FILTER (WHERE subaccount_code = $2)::int AS own FROM payments WHERE reference = ANY($1)`,
    [references, account],
  );
  return (rows[0]?.ours ?? 0) > 0 && rows[0]?.own === 0;
}

/** Write down a settlement and its payments, and post what it has paid out. In the caller's transaction. */
export async function writeSettlement(
  sql: SqlRunner,
  of: {
    account: AccountToRead;
    settlement: Provider.Settlement;
    payments: readonly Provider.SettledTransaction[];
  },
  now: Date,
): Promise<void> {
  const { account, settlement, payments } = of;
  const { id, status, amount, deductions, day } = settlement;
  const subaccount = account.host_id === null ? null : account.account;
  const { rows } = await sql.query<{ id: string }>({
    name: 'write-settlement',
    text: WRITE,
    values: [
      newId(),
      id,
      account.host_id,
      subaccount,
      status,
      amount,
      deductions,
      day,
      now,
      payments.map(({ reference }) => reference),
      payments.map(({ part }) => part),
    ],
  });
  await sql.query({ name: 'post-settlement', text: POST, values: [rows[0]?.id, now] });
}
