import { Body, Controller, Get, HttpCode, Inject, Param, Post, Query } from '@nestjs/common';
import { Clock } from '../core/clock.js';
import { NoAnswer, ProviderError, serverError } from '../core/errors.js';
import type { Transaction } from '../core/model.js';
import { verifyAnswer } from '../core/script.js';
import { type Settings, SETTINGS } from '../core/settings.js';
import { Store } from '../core/store.js';
import { failAfter, NewTransaction } from './new-transaction.js';
import { ProviderCall } from './provider-api.js';
import { fieldsOf, paged, pageOf, textOf } from './request.js';
import { transactionData, transactionListData } from './transaction-data.js';

/** `/transaction`: initialise, verify, list, fetch. */
@Controller('transaction')
export class TransactionController {
  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly store: Store,
    private readonly newTransaction: NewTransaction,
    private readonly clock: Clock,
  ) {}

  @Post('initialize')
  @HttpCode(200)
  @ProviderCall('initialize')
  initialize(@Body() body: unknown): unknown {
    const transaction = this.newTransaction.create(fieldsOf(body), 'checkout');
    failAfter(transaction.script.initialize, transaction.script.hangMs);
    return {
      status: true,
      message: 'Authorization URL created',
      data: {
        authorization_url: `${this.settings.publicUrl}/checkout/${transaction.accessCode}`,
        access_code: transaction.accessCode,
        reference: transaction.reference,
      },
    };
  }

  @Get('verify/:reference')
  @ProviderCall('verify')
  verify(@Param('reference') reference: string): unknown {
    const transaction = this.store.transactions.get(reference);
    if (!transaction || this.isStillHidden(transaction)) throw this.unknownReference();
    const lie = verifyAnswer(transaction.script, transaction.verifications);
    transaction.verifications += 1;
    if (Array.isArray(transaction.script.verifyAs)) this.store.saveTransaction(transaction);
    if (lie.drop) throw new NoAnswer(0);
    if (lie.hangMs !== undefined) throw new NoAnswer(lie.hangMs);
    if (lie.http !== undefined) throw serverError(lie.http);
    if (lie.notFound) throw this.unknownReference();
    return {
      status: true,
      message: 'Verification successful',
      data: transactionData(transaction, 'api', lie),
    };
  }

  /** Without a reference the provider takes `verify` for an id. */
  @Get('verify')
  @ProviderCall('verify')
  verifyNothing(): never {
    throw idShouldBeNumeric();
  }

  @Get()
  @ProviderCall('list-transactions')
  list(@Query() query: unknown): unknown {
    const fields = fieldsOf(query);
    const page = pageOf(fields);
    const [status, amount, channel] = [fields.status, fields.amount, fields.channel].map(textOf);
    const matching = [...this.store.transactions.values()].reverse().filter((transaction) => {
      const created = Date.parse(transaction.createdAt);
      if (created < page.from || created > page.to || this.isStillHidden(transaction)) return false;
      if (transaction.script.listed === false) return false;
      if (amount !== null && String(transaction.paidAmount ?? transaction.requestedAmount) !== amount)
        return false;
      if (channel !== null && transaction.channel !== channel) return false;
      return status === null || transaction.status === status;
    });
    const { data, meta } = paged(matching, page, this.store.control.faults.lists);
    const total_volume = matching.reduce((sum, { paidAmount }) => sum + (paidAmount ?? 0), 0);
    return {
      status: true,
      message: 'Transactions retrieved',
      data: data.map(transactionListData),
      ...(meta && { meta: 'total' in meta ? { ...meta, total_volume } : meta }),
    };
  }

  @Get(':id')
  @ProviderCall('fetch-transaction')
  fetch(@Param('id') id: string): unknown {
    if (!/^\d{1,20}$/.test(id)) throw idShouldBeNumeric();
    const transaction = this.store.byIdOrReference(id);
    if (!transaction || String(transaction.id) !== id) {
      throw new ProviderError(404, 'Transaction not found', 'transaction_not_found');
    }
    const data = { ...transactionData(transaction, 'api'), helpdesk_link: null };
    return { status: true, message: 'Transaction retrieved', data };
  }

  /** Right after initialisation the provider may not find its own transaction yet. */
  private isStillHidden({ script, createdAt }: Transaction): boolean {
    return (
      script.verifyNotFoundMs !== undefined &&
      this.clock.now() < Date.parse(createdAt) + script.verifyNotFoundMs
    );
  }

  private unknownReference(): ProviderError {
    return new ProviderError(
      this.store.control.faults.notFoundStatus,
      'Transaction reference not found',
      'transaction_not_found',
    );
  }
}

function idShouldBeNumeric(): ProviderError {
  return new ProviderError(400, 'Transaction ID should be numeric.', 'invalid_params');
}
