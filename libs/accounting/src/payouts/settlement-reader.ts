import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { Transactions } from '@abato/database';
import { Sweeps, tryEach } from '@abato/jobs';
import { type Clock, CLOCK, type Logger, LOGGER } from '@abato/platform';
import { ProviderError, PaystackClient, type Provider } from '@abato/paystack';
import { recordSettlementDifferences } from './settlement-differences.js';
import {
  type AccountToRead,
  accountsToRead,
  isOfOthers,
  newOrChanged,
  noteReading,
  writeSettlement,
} from './settlement-rows.js';
import { unreadSince } from './payouts-backlog.js';

/** A page holds 100: more is a mistake in the answer. */
const MOST_PAGES = 10_000;
const RETRY_SECONDS = 60;
const CEDIS = 'GHS';

export interface SettlementReading {
  accounts: number;
  /** Open differences of these accounts. */
  differences: number;
}

/** The same failure, with the provider's code of the account that it is about. */
function named({ account }: AccountToRead, error: unknown): Error {
  if (!(error instanceof ProviderError)) return error as Error;
  return new ProviderError(error.failure, `account ${account}: ${error.message}`, error.details);
}

/** Reads what the provider has paid out to each host and to the platform, books it, and compares it with the payments (ADR 122). */
export class SettlementReader {
  constructor(
    private readonly db: Transactions,
    private readonly clock: Clock,
    private readonly log: Pick<Logger, 'warn'>,
    private readonly client: { settlements: Pick<PaystackClient['settlements'], 'list' | 'transactions'> },
  ) {}

  /**
   * Read every account that is due, unless another process is doing so. A host that cannot be read keeps no other host from
   * being read, and from the platform's settlements those since that host's last reading from being booked.
   * @param only these accounts, due or not; with the platform's own all are read
   * @returns null when another process is reading
   */
  async readDue(
    stopping?: AbortSignal,
    only: readonly string[] | null = null,
  ): Promise<SettlementReading | null> {
    const reading: SettlementReading = { accounts: 0, differences: 0 };
    const ran = await this.db.tryLock('settlements', async () => {
      const accounts = await accountsToRead(this.db, this.clock.now(), only);
      reading.accounts = accounts.length;
      if (!accounts.length) return;
      try {
        await this.readAll(accounts, stopping);
      } finally {
        const hosts = accounts.map(({ host_id: host }) => host);
        const now = this.clock.now();
        reading.differences = await recordSettlementDifferences(this.db, now, hosts, stopping);
      }
    });
    return ran ? reading : null;
  }

  /**
   * A provider that takes no heed of the account lists settlements of hosts as the platform's. So the platform's list is taken before all
   * hosts are read, and what of it is no host's then is the platform's. Where a host could not be read, only what is older than its last
   * reading is.
   * @throws the failure of the first account that could not be read
   */
  private async readAll(accounts: readonly AccountToRead[], stopping?: AbortSignal): Promise<void> {
    const own = accounts.find(({ host_id: host }) => host === null);
    const hosts = accounts.filter((account) => account !== own);
    const begun = this.clock.now();
    const [listed] = await Promise.allSettled(own ? [this.list(own, stopping)] : []);
    const [read] = await Promise.allSettled([
      tryEach(hosts, (account) => this.read(account, stopping), stopping ? { stopping } : {}),
    ]);
    if (own && listed && !stopping?.aborted) {
      if (listed.status === 'rejected') throw named(own, listed.reason);
      if (read.status === 'fulfilled') await this.takeAll(own, listed.value, begun, stopping);
      else await this.takeKnown(own, listed.value, stopping);
    }
    if (read.status === 'rejected') throw read.reason;
  }

  /** Of the platform's list what no host can have any more: days before that of the oldest reading of a host. */
  private async takeKnown(
    own: AccountToRead,
    listed: readonly Provider.Settlement[],
    stopping?: AbortSignal,
  ): Promise<void> {
    const { hosts: oldest } = await unreadSince(this.db, this.clock.now());
    if (!oldest) return;
    const firstUnknown = new Date(oldest.toISOString().slice(0, 10));
    const known = listed.filter(({ day }) => day < firstUnknown);
    await this.takeAll(own, known, oldest, stopping);
  }

  private async read(account: AccountToRead, stopping?: AbortSignal): Promise<void> {
    const begun = this.clock.now();
    try {
      await this.takeAll(account, await this.list(account, stopping), begun, stopping);
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      const failure = named(account, error);
      this.log.warn({ account: account.account, failure: error.failure }, failure.message);
      // Deleted at the provider after a newer account took its place: nothing more is paid out to it.
      if (!account.replaced || (error.failure !== 'not-found' && error.failure !== 'rejected')) throw failure;
      await noteReading(this.db, account.account, begun);
    }
  }

  private async list(
    { account, since: from }: AccountToRead,
    stopping?: AbortSignal,
  ): Promise<Provider.Settlement[]> {
    const listed = await this.allPages((at) => this.client.settlements.list({ account, from, at }), stopping);
    return listed.filter(({ currency }) => currency === CEDIS);
  }

  /** @param begun when the list was asked for */
  private async takeAll(
    account: AccountToRead,
    listed: readonly Provider.Settlement[],
    begun: Date,
    stopping?: AbortSignal,
  ): Promise<void> {
    const changed = await newOrChanged(this.db, account.account, listed);
    // The oldest first: entries of the journal follow the provider's days.
    for (const settlement of [...changed].reverse()) await this.take(account, settlement, stopping);
    await noteReading(this.db, account.account, begun);
  }

  private async take(
    account: AccountToRead,
    settlement: Provider.Settlement,
    stopping?: AbortSignal,
  ): Promise<void> {
    const { id } = settlement;
    const payments: Provider.SettledTransaction[] = await this.allPages(
      (at) => this.client.settlements.transactions({ id, account: account.account, at }),
      stopping,
    );
    const references = payments.map(({ reference }) => reference);
    if (await isOfOthers(this.db, account.account, references)) {
      this.log.warn({ settlement: id }, 'the provider listed a settlement of another account');
      return;
    }
    await this.db.run(({ sql }) => writeSettlement(sql, { account, settlement, payments }, this.clock.now()));
  }

  /** No person waits for these calls: while the limit is used up they wait. @throws ProviderError */
  private async allPages<T>(
    page: (at: Provider.ListPosition | undefined) => Promise<Provider.ListPage<T>>,
    signal?: AbortSignal,
  ): Promise<T[]> {
    const all: T[] = [];
    let at: Provider.ListPosition | null | undefined;
    for (let pages = 0; at !== null && pages < MOST_PAGES;) {
      const here: Provider.ListPosition | undefined = at;
      try {
        const { items, next }: Provider.ListPage<T> = await page(here);
        all.push(...items);
        at = next;
        pages++;
      } catch (error) {
        if (!(error instanceof ProviderError) || error.failure !== 'rate-limited') throw error;
        const seconds = error.details.retryAfter ?? RETRY_SECONDS;
        await sleep(seconds * 1000, undefined, signal ? { signal } : {});
      }
    }
    if (at) throw new ProviderError('unknown', `a list of settlements has more than ${MOST_PAGES} pages`);
    return all;
  }
}

/** How often is looked whether an account is due, and how soon one that could not be read is tried again. */
const EVERY_MS = 3_600_000;

/** Reads the settlements of every account once a day: the provider sends no webhook about them. */
@Injectable()
export class ReadSettlementsService {
  constructor(
    db: Transactions,
    @Inject(CLOCK) clock: Clock,
    @Inject(LOGGER) log: Logger,
    client: PaystackClient,
    sweeps: Sweeps,
  ) {
    const reader = new SettlementReader(db, clock, log, client);
    sweeps.add('settlements', EVERY_MS, async (stopping) => {
      const differences = (await reader.readDue(stopping))?.differences;
      if (differences) log.warn({ differences }, 'settlements cannot be explained');
    });
  }
}
