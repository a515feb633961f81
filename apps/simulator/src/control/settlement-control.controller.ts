import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { z } from 'zod';
import { SETTLEMENT_STATUSES } from '../core/model.js';
import { Settlements } from '../provider/settlements.js';
import { parse } from './input.js';

const status = z.enum(SETTLEMENT_STATUSES);
const closingSchema = z.object({
  subaccount: z.string().min(1).max(100).optional(),
  status: status.default('success'),
  share: z.number().min(0).max(1).default(1),
  short: z.number().int().min(0).default(0),
});

/** What tests ask of settlements. */
@Controller('simulator')
export class SettlementControlController {
  constructor(private readonly settlements: Settlements) {}

  /** Close the day: everything that was paid until now reaches the accounts on the next one. */
  @Post('settle')
  @HttpCode(200)
  settle(@Body() body: unknown): unknown {
    return { status: true, settlements: this.settlements.close(parse(closingSchema, body)) };
  }

  /** What became of a settlement that was not final. */
  @Post('settlements/:id')
  @HttpCode(200)
  change(@Param('id') id: string, @Body() body: unknown): unknown {
    const { status: wanted } = parse(z.object({ status }), body);
    return { status: true, settlement: this.settlements.change(Number(id), wanted) };
  }
}
