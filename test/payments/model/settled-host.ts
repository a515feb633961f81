import { Transactions } from '@abato/database';
import { JOURNAL_ACCOUNTS, type JournalAccount } from '@abato/contracts';
import { SettlementReader } from '@abato/accounting';
import { PaystackClient } from '@abato/paystack';
import { createLogger } from '@abato/testing/platform';
import { control, requestFor, SECRET_KEY, simulator, startToday, useSimulator } from './at-simulator.js';
import { database, sql, useOwnWorld, world } from './own-world.js';
import { agreeOnFivePercent } from './terms.js';

/** What the host gets of a payment of 1,000 pesewas: 5 % are the platform's, and the host bears the provider's fee. */
export const HOST_PART = 930;

export const LOG = createLogger('worker', 'silent');
/** The time of the world of the running test. */
export const clock = { now: () => world.now };

/** The provider's lists that are read. */
export type Lists = Pick<PaystackClient['settlements'], 'list' | 'transactions'>;
type Sums = Record<JournalAccount, number>;

/** A host with a settlement account at the simulator, new for every test. */
export class SettledHost {
  client!: PaystackClient;
  /** The provider's code of the account. */
  account = '';
  id = '';

  async open(): Promise<void> {
    this.client = new PaystackClient({ baseUrl: simulator.url, secretKey: SECRET_KEY });
    this.account = await this.newAccount();
    this.id = world.hostId;
    await agreeOnFivePercent(database.owner, {
      contestId: world.contestId,
      account: this.account,
      at: world.now,
    });
  }

  newAccount(): Promise<string> {
    return this.client.accounts.createSubaccount({
      businessName: 'H',
      bankCode: 'MTN',
      accountNumber: '0241234567',
    });
  }

  /** Read the settlements of an account, if that is due. @param changed what the provider's lists say otherwise */
  read(changed: Partial<Lists> = {}, account = this.account): ReturnType<SettlementReader['readDue']> {
    const { settlements } = this.client;
    const lists: Lists = {
      list: (of) => settlements.list(of),
      transactions: (of) => settlements.transactions(of),
      ...changed,
    };
    return new SettlementReader(new Transactions(database.pool), clock, LOG, {
      settlements: lists,
    }).readDue(undefined, [account]);
  }

  /** The provider closes the day of the account, which is then read. @returns the provider's id of the settlement */
  async settle(how?: Record<string, unknown>): Promise<string> {
    const [id = ''] = await control.settle(this.account, how);
    await this.read();
    return id;
  }

  /** Ten votes of GHS 1.00, counted. @returns the payment's reference */
  async paid(): Promise<string> {
    const reference = await world.castAndBegin(10);
    const { split } = world.provider.find(reference);
    await this.client.initialize({ ...requestFor(reference, 1_000), split });
    await control.script(reference, { webhook: 'never' });
    await control.complete(reference);
    await world.confirm({ reference, proof: (await this.client.verify(reference)).proof, source: 'verify' });
    return reference;
  }

  /** The accounts of the host in the books. */
  async sums(where = 'host_id = $1'): Promise<Sums> {
    const columns = JOURNAL_ACCOUNTS.map((one) => `coalesce(sum(${one}), 0)::int AS ${one}`).join(', ');
    const { rows } = await database.owner.query<Sums>(`SELECT ${columns} FROM journal WHERE ${where}`, [
      this.id,
    ]);
    return rows[0] as Sums;
  }

  /** What the simulator still owes the account, in pesewas. */
  async owned(): Promise<number> {
    const { subaccounts } = await control.balances();
    return subaccounts[this.account]?.balance ?? Number.NaN;
  }

  /** Open differences, in pesewas. */
  async differences(): Promise<unknown[]> {
    const rows = await sql<object>`SELECT class, theirs_pesewas AS theirs, ours_pesewas AS ours
       FROM settlement_differences
       WHERE host_id = ${this.id} AND resolved_at IS NULL ORDER BY class`;
    return rows;
  }
}

/** A world at the simulator of its own, and a settled host in it, for the file that calls this. */
export function useSettledHost(): SettledHost {
  useSimulator();
  useOwnWorld(startToday);
  const host = new SettledHost();
  beforeEach(() => host.open());
  return host;
}

/** Let time pass in the world of the running test. */
export function later(ms: number): void {
  world.now = new Date(world.now.getTime() + ms);
}
