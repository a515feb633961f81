import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ProviderError } from '../core/errors.js';
import type { Refund, Transaction } from '../core/model.js';
import { Store } from '../core/store.js';
import { isBankId } from './bank.controller.js';
import { ProviderCall } from './provider-api.js';
import { refundData } from './refund-data.js';
import { Refunds } from './refunds.js';
import { amountOf, fieldsOf, paged, pageOf, textOf } from './request.js';
import { transactionData } from './transaction-data.js';

/** `/refund`: give money back, list, fetch, retry. */
@Controller('refund')
export class RefundController {
  constructor(
    private readonly store: Store,
    private readonly refunds: Refunds,
  ) {}

  @Post()
  @HttpCode(200)
  @ProviderCall('refund')
  create(@Body() body: unknown): unknown {
    const fields = fieldsOf(body);
    const named = textOf(fields.transaction);
    if (!named) throw new ProviderError(400, 'Transaction is required', 'missing_params');
    const transaction = this.store.byIdOrReference(named);
    if (!transaction) throw new ProviderError(404, 'Transaction not found', 'transaction_not_found');
    const currency = textOf(fields.currency);
    if (currency && currency !== transaction.paidCurrency) {
      throw new ProviderError(400, 'Currency does not match the transaction', 'invalid_params');
    }
    const refund = this.refunds.create(transaction, {
      amount: textOf(fields.amount) === null ? null : amountOf(fields.amount),
      customerNote: textOf(fields.customer_note),
      merchantNote: textOf(fields.merchant_note),
    });
    return {
      status: true,
      message: 'Refund has been queued for processing',
      data: newRefundData(refund, transaction),
    };
  }

  @Get()
  @ProviderCall('list-refunds')
  list(@Query() query: unknown): unknown {
    const fields = fieldsOf(query);
    const page = pageOf(fields);
    const named = textOf(fields.transaction);
    const currency = textOf(fields.currency);
    const { lists, refundFilter } = this.store.control.faults;
    const isNamed = named !== null && refundFilter === 'honoured';
    const wanted = !isNamed ? null : (this.store.byIdOrReference(named)?.id ?? -1);
    const matching = [...this.store.refunds.values()].reverse().filter((refund) => {
      const created = Date.parse(refund.createdAt);
      if (created < page.from || created > page.to) return false;
      return (
        (wanted === null || refund.transactionId === wanted) && (!currency || refund.currency === currency)
      );
    });
    const { data, meta } = paged(matching, page, lists);
    return { status: true, message: 'Refunds retrieved', data: data.map(refundData), ...(meta && { meta }) };
  }

  @Get(':id')
  @ProviderCall('fetch-refund')
  fetch(@Param('id') id: string): unknown {
    return { status: true, message: 'Refund retrieved', data: refundData(this.find(id)) };
  }

  @Post('retry_with_customer_details/:id')
  @HttpCode(200)
  @ProviderCall('retry-refund')
  retry(@Param('id') id: string, @Body() body: unknown): unknown {
    const refund = this.find(id);
    const account = fieldsOf(fieldsOf(body).refund_account_details);
    const missing = ['currency', 'account_number', 'bank_id'].find((name) => !textOf(account[name]));
    if (missing) {
      throw new ProviderError(400, `refund_account_details.${missing} is required`, 'missing_params');
    }
    if (!isBankId(account.bank_id)) throw new ProviderError(400, 'Invalid bank', 'invalid_params');
    if (textOf(account.currency) !== refund.currency)
      throw new ProviderError(400, 'Currency does not match the transaction', 'invalid_params');
    this.refunds.retry(refund, account);
    return {
      status: true,
      message: 'Refund retried and has been queued for processing',
      data: retriedRefundData(refund),
    };
  }

  private find(id: string): Refund {
    const refund = this.store.refunds.get(Number(id));
    if (!refund) throw new ProviderError(404, 'Refund not found', 'refund_not_found');
    return refund;
  }
}

/** A refund that was given another account. */
function retriedRefundData(refund: Refund): Record<string, unknown> {
  const { transaction_reference: _t, createdAt: _c, updatedAt: _u, ...data } = refundData(refund);
  const initiated_by = data.refunded_by;
  return {
    ...data,
    channel: 'mobile_money',
    customer: null,
    initiated_by,
    reversed_at: null,
    session_id: null,
  };
}

/** A new refund, which says less than later, with its transaction. */
function newRefundData(refund: Refund, transaction: Transaction): Record<string, unknown> {
  const {
    integration,
    deducted_amount,
    channel,
    merchant_note,
    customer_note,
    status,
    refunded_by,
    expected_at,
  } = refundData(refund);
  const { id, currency, amount, createdAt, updatedAt } = refund;
  return {
    transaction: briefly(transaction),
    ...{
      integration,
      deducted_amount,
      channel,
      merchant_note,
      customer_note,
      status,
      refunded_by,
      expected_at,
    },
    ...{ currency, domain: 'test', amount, fully_deducted: false, id, createdAt, updatedAt },
  };
}

/** The transaction as the answer to a new refund repeats it: nothing of the payer or the card. */
function briefly(transaction: Transaction): Record<string, unknown> {
  const data = transactionData(transaction, 'api');
  const { id, domain, reference, amount, paid_at, channel, currency } = data;
  const { split, order_id, paidAt, pos_transaction_data, source, fees_breakdown } = data;
  return {
    ...{ id, domain, reference, amount, paid_at, channel, currency },
    authorization: { exp_month: null, exp_year: null, account_name: null },
    customer: { international_format_phone: null },
    ...{ plan: {}, subaccount: { currency: null } },
    ...{ split, order_id, paidAt, pos_transaction_data, source, fees_breakdown },
  };
}
