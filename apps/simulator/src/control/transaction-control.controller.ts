import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { z } from 'zod';
import { returnAddress } from '../checkout/return-address.js';
import { ControlError } from '../core/errors.js';
import { randomFrom, shuffled } from '../core/faults.js';
import type { Transaction } from '../core/model.js';
import { answerFrom, scriptSchema } from '../core/script.js';
import { Scripts } from '../core/scripts.js';
import { Store } from '../core/store.js';
import { Disputes } from '../provider/disputes.js';
import { moneyTaken, Payments } from '../provider/payments.js';
import { refundData } from '../provider/refund-data.js';
import { transactionData } from '../provider/transaction-data.js';
import { WebhookSender } from '../webhooks/webhook-sender.js';
import { parse } from './input.js';

const completeSchema = z.object({
  outcome: z.enum(['success', 'failed', 'abandoned']).default('success'),
  channel: z.enum(['card', 'mobile_money']).optional(),
  reason: z.string().max(200).optional(),
  paidAt: z.iso.datetime({ offset: true }).optional(),
});
const webhookSchema = z.object({
  event: z.string().min(1).max(60).default('charge.success'),
  times: z.number().int().min(1).max(50).default(1),
  forged: z.boolean().default(false),
  delayMs: z.number().int().min(0).max(3_600_000).default(0),
  as: scriptSchema.shape.webhookAs,
});
const shuffledSchema = webhookSchema.omit({ event: true }).extend({
  references: z.array(z.string()).min(1).max(10_000),
  seed: z.number().int().default(1),
});
const reverseSchema = z.object({ amount: z.number().int().min(1).optional() });
const disputeSchema = z.object({
  action: z.enum(['create', 'remind', 'resolve']).default('create'),
  resolution: z.enum(['merchant-accepted', 'auto-accepted', 'declined']).default('merchant-accepted'),
  refundAmount: z.number().int().min(1).optional(),
});

/** What tests ask of the simulator about one payment. */
@Controller('simulator/transactions')
export class TransactionControlController {
  constructor(
    private readonly store: Store,
    private readonly scripts: Scripts,
    private readonly payments: Payments,
    private readonly disputes: Disputes,
    private readonly webhooks: WebhookSender,
  ) {}

  /** The truth about a payment, whatever its script tells the merchant. */
  @Get(':reference')
  show(@Param('reference') reference: string): unknown {
    return this.truth(this.find(reference));
  }

  /** Does what the buttons of the checkout page and the phone do. */
  @Post(':reference/complete')
  @HttpCode(200)
  async complete(@Param('reference') reference: string, @Body() body: unknown): Promise<unknown> {
    const transaction = this.find(reference);
    const { outcome, ...decision } = parse(completeSchema, body);
    if (moneyTaken(transaction) && outcome !== 'success') {
      throw new ControlError(
        409,
        `${reference} is paid: money that was taken only goes back by refund, reverse or dispute`,
      );
    }
    const changed = await this.payments.decide(transaction, outcome, decision);
    return {
      ...this.truth(transaction),
      changed,
      redirect: returnAddress(transaction, outcome === 'abandoned'),
    };
  }

  /** Scripts a payment by its reference, before or after it was initialised. */
  @Post(':reference/script')
  @HttpCode(200)
  script(@Param('reference') reference: string, @Body() body: unknown): unknown {
    this.scripts.assign(reference, parse(scriptSchema, body));
    return { status: true, reference, known: this.store.transactions.has(reference) };
  }

  /** Sends a webhook about one payment again, true or forged. */
  @Post(':reference/webhook')
  @HttpCode(200)
  async webhook(@Param('reference') reference: string, @Body() body: unknown): Promise<unknown> {
    const { times, ...sending } = parse(webhookSchema, body);
    const answers = await this.sendAll(
      Array.from({ length: times }, () => this.find(reference)),
      sending,
    );
    return { status: true, answers };
  }

  /** Sends `charge.success` for many payments, each several times, in random order. */
  @Post('webhooks')
  @HttpCode(200)
  async webhooksShuffled(@Body() body: unknown): Promise<unknown> {
    const { references, times, seed, ...sending } = parse(shuffledSchema, body);
    const each = references.map((reference) => this.find(reference));
    const line = shuffled(Array.from({ length: times }, () => each).flat(), randomFrom(seed));
    return { status: true, answers: await this.sendAll(line, { ...sending, event: 'charge.success' }) };
  }

  /** The network takes the money back without asking. */
  @Post(':reference/reverse')
  @HttpCode(200)
  reverse(@Param('reference') reference: string, @Body() body: unknown): unknown {
    const transaction = this.paid(reference);
    const left = this.store.balanceOf(reference);
    const amount = parse(reverseSchema, body).amount ?? left;
    if (amount > left) throw new ControlError(409, `Only ${left} of ${reference} is left to reverse`);
    this.payments.takeBack(transaction, 'reversed', amount, 'reversed');
    return this.truth(transaction);
  }

  /** The payer's bank disputes the payment. */
  @Post(':reference/dispute')
  @HttpCode(200)
  dispute(@Param('reference') reference: string, @Body() body: unknown): unknown {
    const transaction = this.paid(reference);
    const { action, resolution, refundAmount } = parse(disputeSchema, body);
    if (action === 'create') this.disputes.create(transaction, refundAmount);
    else if (action === 'remind') this.disputes.remind(transaction);
    else this.disputes.resolve(transaction, resolution);
    return this.truth(transaction);
  }

  /** One after the other, so that the order asked for is the order received. @returns HTTP statuses, 0 for no answer */
  private async sendAll(
    line: Transaction[],
    sending: Pick<z.infer<typeof webhookSchema>, 'event' | 'forged' | 'delayMs' | 'as'>,
  ): Promise<number[]> {
    const lie = sending.as === undefined ? {} : answerFrom(sending.as);
    const answers: number[] = [];
    for (const transaction of line) {
      const data = transactionData(transaction, 'webhook', lie);
      const { event, forged, delayMs } = sending;
      const { reference } = transaction;
      const ids = this.webhooks.send({ event, reference, data, forged, delayMs, byHand: true });
      if (delayMs > 0) continue;
      for (const id of ids) answers.push(await this.webhooks.deliverNow(id));
    }
    return answers;
  }

  private truth(transaction: Transaction): Record<string, unknown> {
    const { reference, status, decisions, script, prompt } = transaction;
    return {
      reference,
      status,
      decisions,
      script,
      prompt: prompt ? { network: prompt.network, state: prompt.state } : null,
      paid: moneyTaken(transaction),
      balance: this.store.balanceOf(reference),
      checkout: `/checkout/${transaction.accessCode}`,
      data: transactionData(transaction, 'api'),
      refunds: this.store.refundsOf(transaction).map((refund) => ({
        ...refundData(refund),
        ...(refund.account && { account: refund.account }),
      })),
    };
  }

  private find(reference: string): Transaction {
    const transaction = this.store.transactions.get(reference);
    if (!transaction) throw new ControlError(404, `No transaction has the reference ${reference}`);
    return transaction;
  }

  private paid(reference: string): Transaction {
    const transaction = this.find(reference);
    if (!moneyTaken(transaction)) throw new ControlError(409, `${reference} was not paid`);
    return transaction;
  }
}
