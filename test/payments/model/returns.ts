import type pg from 'pg';
import { Transactions } from '@abato/database';
import type { Actor } from '@abato/accounts';
import { type DisputesService, PaymentCorrectionsService, type Confirmation } from '@abato/payments';
import {
  ListReversalsService,
  type PaymentUpdate,
  ReadReturnsService,
  RefundService,
  refundTold,
} from '@abato/testing/payments';
import { parseWebhook, type PaystackClient } from '@abato/paystack';
import { AppError, type Clock } from '@abato/platform';
import { createLogger } from '@abato/testing/platform';
import { SweepsByHand } from '../../support/run-sweeps.js';
import { ModelClient, type RefundAnswer } from './client.js';
import type { ModelProvider } from './provider.js';

const LOG = createLogger('worker', 'silent');

/** What is needed of a world. */
interface World {
  readonly provider: ModelProvider;
  readonly contestId: string;
  readonly owner: pg.Pool;
  readonly attempts: readonly { reference: string }[];
  confirm(update: PaymentUpdate): Promise<unknown>;
  givenBackByHand(reference: string): void;
}

/** Money that goes back in one world: the product's own services, before the invented provider. */
export class ModelReturns {
  readonly client: ModelClient;
  /** What super admins have said that payers have back, in pesewas, by reference; the provider knows nothing of it. */
  readonly byHand = new Map<string, number>();
  private readonly sweeps = new SweepsByHand();
  private readonly lists: ListReversalsService;
  private readonly corrections: PaymentCorrectionsService;
  private readonly admin: Actor;

  /** @param of.compares whether refunds of other transactions are told apart */
  constructor(
    private readonly world: World,
    of: { pool: pg.Pool; clock: Clock; confirmation: Confirmation; compares: boolean },
  ) {
    const { pool, clock, confirmation } = of;
    this.client = new ModelClient(world.provider, of.compares);
    const client = this.client as unknown as PaystackClient;
    new RefundService(new Transactions(pool), clock, LOG, client, confirmation, this.sweeps);
    new ReadReturnsService(new Transactions(pool), clock, LOG, client, confirmation, this.sweeps);
    this.lists = new ListReversalsService(
      new Transactions(pool),
      clock,
      LOG,
      client,
      confirmation,
      new SweepsByHand(),
    );
    // Payers answer disputes at the invented provider: no one asks here that one is accepted.
    this.corrections = new PaymentCorrectionsService(
      new Transactions(pool),
      confirmation,
      {} as DisputesService,
      {
        REFUND_SECOND_FACTOR_ABOVE: 1_000_000,
      },
    );
    this.admin = { id: world.contestId } as Actor;
  }

  /** The provider tells of a dispute, or of its end, by a signed webhook. */
  async tellDispute(reference: string): Promise<void> {
    const transaction = this.world.provider.find(reference);
    const dispute = transaction.disputes.at(-1);
    if (!dispute) return;
    const event = dispute.resolution ? 'charge.dispute.resolve' : 'charge.dispute.create';
    const data = this.world.provider.disputeData(transaction, dispute);
    const webhook = parseWebhook(Buffer.from(JSON.stringify({ event, data })));
    if (webhook.kind !== 'transaction') throw new Error('not read as a dispute');
    await this.world.confirm({ reference, proof: webhook.proof, source: 'webhook' });
  }

  /** The provider tells that a refund has ended, in words that name none. */
  async tellRefunds(reference: string): Promise<void> {
    const ended = this.world.provider.find(reference).refunds.some(({ status }) => status !== 'pending');
    const proof = ended ? refundTold('processed') : null;
    if (proof) await this.world.confirm({ reference, proof, source: 'webhook' });
  }

  /** As the worker's sweeps do it: refunds are asked for and polled, and those told of are read. */
  async run(answer: RefundAnswer): Promise<void> {
    this.client.refundAnswer = answer;
    await this.sweeps.run();
    this.client.refundAnswer = 'ok';
  }

  async processed({ told, fails }: { told: boolean; fails: boolean }): Promise<void> {
    for (const { reference } of this.world.attempts) {
      const { refunds } = this.world.provider.find(reference);
      if (!refunds.some(({ status }) => status === 'pending')) continue;
      this.world.provider.processRefunds(reference, fails);
      if (told) await this.tellRefunds(reference);
    }
  }

  /** The provider's lists of money that went back, as the worker reads them twice an hour. */
  async read(): Promise<void> {
    await this.lists.read();
  }

  /** A super admin says that the payer has a part of what is left, or all of it, back. */
  async returnByHand(reference: string, percent: number): Promise<void> {
    const { rows } = await this.world.owner.query<{ id: string; left: number }>(
      `SELECT id, (coalesce(provider_amount_pesewas, amount_pesewas) - returned_pesewas)::int AS left FROM payments WHERE reference = $1`,
      [reference],
    );
    const { id = '', left = 0 } = rows[0] ?? {};
    const amount = Math.max(1, Math.floor((left * percent) / 100));
    const done = await this.allowed(() =>
      this.corrections.returned(this.admin, id, { reason: 'by hand', amount: amount / 100 }),
    );
    if (done) this.world.givenBackByHand(reference);
    if (done) this.byHand.set(reference, (this.byHand.get(reference) ?? 0) + amount);
  }

  async keepByHand(reference: string): Promise<void> {
    const { rows } = await this.world.owner.query<{ id: string }>(
      'SELECT id FROM payments WHERE reference = $1',
      [reference],
    );
    await this.allowed(() => this.corrections.kept(this.admin, rows[0]?.id ?? '', 'by hand'));
  }

  private async allowed(work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      if (error instanceof AppError) return false;
      throw error;
    }
  }
}
