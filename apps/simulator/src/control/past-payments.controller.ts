import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { z } from 'zod';
import type { JournalEntry } from '../core/journal.js';
import { Store } from '../core/store.js';
import { untouched } from '../provider/new-transaction.js';
import { parse } from './input.js';

/** Amounts in subunits, times in ISO 8601. */
const pastSchema = z.object({
  payments: z
    .array(
      z.object({
        reference: z.string().min(1).max(100),
        status: z.enum(['success', 'failed', 'abandoned']),
        amount: z.number().int().min(1),
        fees: z.number().int().min(0).nullable(),
        channel: z.enum(['card', 'mobile_money']),
        email: z.string().max(254),
        at: z.iso.datetime(),
      }),
    )
    .max(1_000),
});

/** Payments of the past that the merchant's demo data invent: without them the daily comparison calls each a difference. */
@Controller('simulator/past-payments')
export class PastPaymentsController {
  constructor(private readonly store: Store) {}

  /** Adds the payments whose references are unknown; sends no webhook. */
  @Post()
  @HttpCode(200)
  add(@Body() body: unknown): unknown {
    const unknown = parse(pastSchema, body).payments.filter(
      ({ reference }) => !this.store.transactions.has(reference),
    );
    this.store.save(
      ...unknown.flatMap(({ status, fees, channel, email, at, ...asked }): JournalEntry[] => {
        const blank = untouched(this.store.nextId(), { ...asked, currency: 'GHS' }, at);
        const value = { ...blank, status, channel, email };
        if (status !== 'success') return [{ kind: 'transaction', value }];
        const { reference, amount } = asked;
        return [
          {
            kind: 'transaction',
            value: {
              ...value,
              paidAmount: amount,
              paidAt: at,
              fees,
              gatewayResponse: 'Approved',
              decisions: 1,
            },
          },
          { kind: 'ledger', value: { at, reference, kind: 'paid', amount, currency: 'GHS' } },
        ];
      }),
    );
    return { status: true, added: unknown.length };
  }
}
