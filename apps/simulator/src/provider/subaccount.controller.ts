import { Body, Controller, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { Clock } from '../core/clock.js';
import { ProviderError } from '../core/errors.js';
import { Store } from '../core/store.js';
import { ProviderCall } from './provider-api.js';
import { type Fields, fieldsOf, paged, pageOf } from './request.js';
import { accountNameOf, briefly, codeOf, INTEGRATION, need, optionalOf } from './subaccounts.js';

/** `/subaccount`: accounts that a part of a payment is settled to. */
@Controller('subaccount')
export class SubaccountController {
  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
  ) {}

  @Post()
  @HttpCode(201)
  @ProviderCall('subaccounts')
  add(@Body() body: unknown): unknown {
    const fields = fieldsOf(body);
    const id = this.store.nextId();
    const now = this.clock.text();
    const data = {
      business_name: need(fields, 'business_name'),
      account_number: need(fields, 'account_number'),
      percentage_charge: percentageOf(fields),
      settlement_bank: need(fields, 'settlement_bank'),
      ...optionalOf(fields),
      ...{ currency: 'GHS', bank: 28, integration: INTEGRATION, domain: 'test', product: 'collection' },
      ...{
        account_name: accountNameOf(need(fields, 'account_number')),
        managed_by_integration: INTEGRATION,
        subaccount_code: `ACCT_${codeOf(id)}`,
      },
      ...{ is_verified: false, settlement_schedule: 'AUTO', active: true, migrate: false },
      ...{ id, createdAt: now, updatedAt: now },
    };
    this.store.save({ kind: 'subaccount', value: data });
    return { status: true, message: 'Subaccount created', data };
  }

  @Put(':code')
  @ProviderCall('subaccounts')
  change(@Param('code') code: string, @Body() body: unknown): unknown {
    const known = this.store.subaccounts.get(code);
    if (!known) throw new ProviderError(404, 'Subaccount not found', 'not_found');
    const fields = fieldsOf(body);
    const data = {
      ...known,
      business_name: need({ ...known, ...fields }, 'business_name'),
      settlement_bank: need({ ...known, ...fields }, 'settlement_bank'),
      account_number: need({ ...known, ...fields }, 'account_number'),
      percentage_charge: percentageOf({ ...known, ...fields }),
      ...(typeof fields.active === 'boolean' && { active: fields.active }),
      ...optionalOf(fields),
      updatedAt: this.clock.text(),
    };
    this.store.save({ kind: 'subaccount', value: data });
    return { status: true, message: 'Subaccount updated', data };
  }

  @Get()
  @ProviderCall('subaccounts')
  list(@Query() query: unknown): unknown {
    const items = [...this.store.subaccounts.values()].reverse().map((one) => ({
      ...briefly(one),
      ...{ percentage_charge: one.percentage_charge, bank_id: one.bank, active: 1, is_verified: false },
      id: Number(one.id),
    }));
    return {
      status: true,
      message: 'Subaccounts retrieved',
      ...paged(items, pageOf(fieldsOf(query)), this.store.control.faults.lists),
    };
  }
}

/** @throws ProviderError 400 */
function percentageOf(fields: Fields): number {
  const percentage = Number(need(fields, 'percentage_charge'));
  if (!(percentage >= 0 && percentage <= 100))
    throw new ProviderError(400, 'Invalid percentage charge', 'invalid_params');
  return percentage;
}
