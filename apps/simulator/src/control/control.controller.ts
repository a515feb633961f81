import { Body, Controller, Delete, Get, HttpCode, Post, Query } from '@nestjs/common';
import { z } from 'zod';
import { faultsSchema, noFaults } from '../core/faults.js';
import { Log } from '../core/log.js';
import { scriptSchema } from '../core/script.js';
import { Scripts } from '../core/scripts.js';
import { Store } from '../core/store.js';
import { Timers } from '../core/timers.js';
import { FaultSource } from '../provider/fault-source.js';
import { fieldsOf, textOf } from '../provider/request.js';
import { WebhookSender } from '../webhooks/webhook-sender.js';
import { balances } from './balances.js';
import { parse } from './input.js';
import { ledgerReport } from './ledger-report.js';

const nextSchema = scriptSchema.extend({
  times: z.number().int().min(1).max(100_000).default(1),
  payer: z.string().min(1).max(254).optional(),
});
const clockSchema = z.object({
  advanceMs: z
    .number()
    .int()
    .min(0)
    .max(366 * 24 * 3_600_000),
});
const releaseSchema = z.object({
  order: z.enum(['as-made', 'reversed', 'shuffled']).default('as-made'),
  times: z.number().int().min(1).max(50).default(1),
  seed: z.number().int().default(1),
});

/** What tests ask of the simulator as a whole. */
@Controller('simulator')
export class ControlController {
  constructor(
    private readonly store: Store,
    private readonly scripts: Scripts,
    private readonly faults: FaultSource,
    private readonly timers: Timers,
    private readonly webhooks: WebhookSender,
    private readonly log: Log,
  ) {}

  @Post('next')
  @HttpCode(200)
  next(@Body() body: unknown): unknown {
    const { times, payer, ...script } = parse(nextSchema, body);
    return { status: true, waiting: this.scripts.enqueue(script, times, payer), script };
  }

  @Get('ledger')
  ledger(@Query() query: unknown): unknown {
    return ledgerReport(this.store, textOf(fieldsOf(query).reference));
  }

  /** What the main account and each subaccount own. */
  @Get('balances')
  balances(): unknown {
    return balances(this.store);
  }

  @Get('faults')
  showFaults(): unknown {
    return this.store.control.faults;
  }

  /** Replaces all faults: what is not named works again. */
  @Post('faults')
  @HttpCode(200)
  setFaults(@Body() body: unknown): unknown {
    const { reset, ...faults } = parse(faultsSchema.extend({ reset: z.boolean().optional() }), body);
    this.store.control.faults = reset ? noFaults() : faults;
    this.store.saveControl();
    this.faults.restart();
    this.log.info('faults changed');
    return this.store.control.faults;
  }

  @Get('webhooks')
  owedWebhooks(): unknown {
    const owed = [...this.store.webhooks.values()];
    return owed.map(({ id, event, reference, attempts, nextAt, held }) => ({
      id,
      event,
      reference,
      attempts,
      nextAt: new Date(nextAt).toISOString(),
      held,
    }));
  }

  @Post('webhooks/release')
  @HttpCode(200)
  async release(@Body() body: unknown): Promise<unknown> {
    const { order, times, seed } = parse(releaseSchema, body);
    return { status: true, sent: await this.webhooks.release(order, times, seed) };
  }

  /** Lets time pass at once, here only: what is due by then happens before this is answered, in its order. */
  @Post('clock')
  @HttpCode(200)
  advance(@Body() body: unknown): unknown {
    return { status: true, now: this.timers.advance(parse(clockSchema, body).advanceMs) };
  }

  /** Forget everything: payments, money, scripts, faults, webhooks on their way, time that was let pass. */
  @Delete()
  @HttpCode(200)
  reset(): unknown {
    this.timers.reset();
    this.store.reset();
    this.faults.restart();
    this.log.info('reset');
    return { status: true };
  }
}
