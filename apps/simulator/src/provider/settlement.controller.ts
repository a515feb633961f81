import { Controller, Get, Param, Query } from '@nestjs/common';
import { ProviderError } from '../core/errors.js';
import type { Settlement } from '../core/model.js';
import { Store } from '../core/store.js';
import { ProviderCall } from './provider-api.js';
import { type Fields, fieldsOf, paged, pageOf, textOf } from './request.js';
import { INTEGRATION } from './subaccounts.js';
import { transactionListData } from './transaction-data.js';

/** `/settlement`: what was paid out. */
@Controller('settlement')
export class SettlementController {
  constructor(private readonly store: Store) {}

  /** `subaccount` is a code or an id; `none` means the main account. Without it all are listed. */
  @Get()
  @ProviderCall('settlements')
  list(@Query() query: unknown): unknown {
    const fields = fieldsOf(query);
    const page = pageOf(fields);
    const [status, account] = [fields.status, fields.subaccount].map(textOf);
    const matching = [...this.store.settlements.values()].reverse().filter((settlement) => {
      const day = Date.parse(settlement.settlementDate);
      if (day < page.from || Date.parse(settlement.createdAt) > page.to) return false;
      if (status !== null && settlement.status !== status) return false;
      return account === null || this.namesOf(settlement.subaccount).includes(account ?? '');
    });
    const { data, meta } = paged(matching, page, this.store.control.faults.lists);
    return {
      status: true,
      message: 'Settlements retrieved',
      data: data.map(settlementData),
      ...(meta && { meta }),
    };
  }

  @Get(':id/transactions')
  @ProviderCall('settlements')
  transactions(@Param('id') id: string, @Query() query: unknown): unknown {
    const settlement = this.store.settlements.get(Number(id));
    if (!settlement) throw new ProviderError(404, 'Settlement not found', 'not_found');
    const page = pageOf(fieldsOf(query));
    const matching = settlement.references
      .flatMap((reference) => this.store.transactions.get(reference) ?? [])
      .filter(({ paidAt }) => Date.parse(paidAt ?? '') >= page.from && Date.parse(paidAt ?? '') <= page.to)
      .sort((a, b) => b.id - a.id);
    const { data, meta } = paged(matching, page, this.store.control.faults.lists);
    return {
      status: true,
      message: 'Transactions retrieved',
      data: data.map((transaction) => {
        const { connect: _c, ...shown } = transactionListData(transaction);
        return shown;
      }),
      ...(meta && { meta: 'total' in meta ? { ...meta, total_volume: settlement.processed } : meta }),
    };
  }

  private namesOf(code: string | null): string[] {
    if (code === null) return ['none'];
    return [code, String(this.store.subaccounts.get(code)?.id)];
  }
}

function settlementData(settlement: Settlement): Fields {
  const { id, status, totalAmount, effectiveAmount, fees, processed, deductions } = settlement;
  return {
    ...{ id, domain: 'test', status, currency: 'GHS', integration: INTEGRATION },
    ...{ total_amount: totalAmount, effective_amount: effectiveAmount, total_fees: fees },
    ...{
      total_processed: processed,
      deductions: deductions || null,
      settlement_date: settlement.settlementDate,
    },
    ...{ settled_by: null, createdAt: settlement.createdAt, updatedAt: settlement.updatedAt },
  };
}
