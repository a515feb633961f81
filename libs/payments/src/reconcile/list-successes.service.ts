import { Inject, Injectable } from '@nestjs/common';
import { Transactions } from '@abato/database';
import { tryEach } from '@abato/jobs';
import { type Clock, CLOCK, type Environment, ENVIRONMENT, type Logger, LOGGER } from '@abato/platform';
import { oldestUndecided, undecidedOf } from '../checks/checks.js';
import { ProviderError, PaystackClient, type Provider } from '@abato/paystack';
import { listNeededSince, noteListed } from '../confirm/final-results.sweeps.js';
import { Confirmation } from '../confirm/confirmation.service.js';

/** Between two regular readings. */
export const LIST_EVERY_MS = 60_000;
/** Nearly all payers pay within minutes; so short a list is read quickly also on a finale night. */
const USUAL_SPAN_MS = 15 * 60_000;
/** Older attempts are left to the schedule of single checks: payments hours after casting are rare. */
const LONG_SPAN_MS = 2 * 3_600_000;
const LONG_EVERY_MS = 10 * 60_000;
/** Clocks differ; the provider's may be behind ours. */
const SLACK_MS = 60_000;
/** Between two readings, however much is due. */
const SOONEST_MS = 15_000;

/** A reading under way: of transactions begun since `from`; `failed`: one of them could not be settled. */
interface Reading {
  began: Date;
  from: Date;
  /** Absent: the first page. */
  at?: Provider.ListPosition;
  failed: boolean;
}

/**
 * Pages through the provider's list of successes: asking about ten thousand payments one by one would take minutes of the
 * limit, the list is a hundred calls. Asks nothing while nothing is undecided.
 */
@Injectable()
export class ListSuccessesService {
  private readonly mostPages: number;
  private readAt = 0;
  private readLongAt = 0;
  /** What a reading could not finish because of the limit: the next one goes on there, or the oldest payments would never be reached. */
  private rest: Reading | null = null;

  constructor(
    private readonly db: Transactions,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ENVIRONMENT) env: Environment,
    @Inject(LOGGER) private readonly log: Logger,
    private readonly client: PaystackClient,
    private readonly confirmation: Confirmation,
  ) {
    this.mostPages = Math.floor(env.PAYSTACK_CALLS_PER_MINUTE / 2);
  }

  /**
   * Read the list and settle what it says, unless another process is doing so.
   * @param stopping ends it after the page in hand; the next process begins anew
   */
  async read(stopping?: AbortSignal): Promise<void> {
    await this.db.tryLock('list-successes', () => this.readList(stopping));
  }

  /** Between two turns, when more is due than can be asked one by one: a page of the list is worth a hundred questions. */
  async readSoon(stopping?: AbortSignal): Promise<void> {
    if (this.clock.now().getTime() - this.readAt >= SOONEST_MS) await this.read(stopping);
  }

  private async readList(stopping?: AbortSignal): Promise<void> {
    const reading = this.rest ?? (await this.start());
    this.readAt = this.clock.now().getTime();
    this.rest = null;
    if (!reading) return;
    const { began, from } = reading;
    const goesOn = (): boolean => !stopping?.aborted;
    try {
      for (let pages = 0; pages < this.mostPages && goesOn(); pages++) {
        const { items, next } = await this.client.list({ status: 'success', from, at: reading.at });
        if (!(await this.confirmAll(items))) reading.failed = true;
        // The list grows at its front while it is read: an item may be seen twice, none is missed.
        if (!next) {
          if (!reading.failed) await noteListed(this.db, began, new Date(from.getTime() + SLACK_MS));
          return;
        }
        reading.at = next;
      }
      this.rest = reading;
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      this.rest = reading;
      this.log.warn(
        { failure: error.failure, reason: error.message, at: reading.at },
        'reading the list of successes was interrupted; the next reading goes on there',
      );
    }
  }

  /** @returns null while nothing is undecided, and no results wait for the list */
  private async start(): Promise<Reading | null> {
    const began = this.clock.now();
    const now = began.getTime();
    const long = now - this.readLongAt >= LONG_EVERY_MS;
    if (long) this.readLongAt = now;
    const starts = [
      await oldestUndecided(this.db, new Date(now - (long ? LONG_SPAN_MS : USUAL_SPAN_MS))),
      await listNeededSince(this.db, began),
    ].flatMap((start) => start?.getTime() ?? []);
    if (!starts.length) return null;
    return { began, from: new Date(Math.min(...starts) - SLACK_MS), failed: false };
  }

  /** @returns whether all that is undecided could be settled */
  private async confirmAll(transactions: Provider.Transaction[]): Promise<boolean> {
    const references = transactions.flatMap(({ reference }) => reference ?? []);
    const undecided = await undecidedOf(this.db, references);
    const ours = transactions.flatMap(({ reference, proof }) =>
      reference && undecided.has(reference) ? [{ reference, proof }] : [],
    );
    // A payment that cannot be settled keeps no other from being read; it stays undecided, and the next reading tries it again.
    return tryEach(ours, (payment) => this.confirmation.confirm({ ...payment, source: 'list' })).then(
      () => true,
      (error: Error) => {
        this.log.error(error, 'a success in the list could not be settled');
        return false;
      },
    );
  }
}
