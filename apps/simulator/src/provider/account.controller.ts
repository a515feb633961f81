import { Body, Controller, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { Clock } from '../core/clock.js';
import { ProviderError } from '../core/errors.js';
import type { Transaction } from '../core/model.js';
import { Store } from '../core/store.js';
import { ProviderCall } from './provider-api.js';
import { type Fields, fieldsOf, paged, pageOf, textOf } from './request.js';
import { feeOf, transactionListData } from './transaction-data.js';

const INTEGRATION = 100_043;

/** What an account has besides payments. Kept in memory only: the product reads none of it. */
@Controller()
export class AccountController {
  private readonly subaccounts: Fields[] = [];
  private readonly splits: Fields[] = [];
  private sessionTimeout = 1_800;

  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
  ) {}

  @Get('integration/payment_session_timeout')
  @ProviderCall('session-timeout')
  timeout(): unknown {
    return this.timeoutAnswer('Payment session timeout retrieved');
  }

  @Put('integration/payment_session_timeout')
  @ProviderCall('session-timeout')
  setTimeout(@Body() body: unknown): unknown {
    const timeout = Number(need(fieldsOf(body), 'timeout'));
    if (!Number.isSafeInteger(timeout) || timeout < 0)
      throw new ProviderError(400, 'Invalid timeout passed', 'invalid_params');
    this.sessionTimeout = timeout;
    return this.timeoutAnswer('Payment session timeout updated');
  }

  @Get('bank/resolve')
  @ProviderCall('resolve-account')
  resolve(@Query() query: unknown): unknown {
    const fields = fieldsOf(query);
    const account_number = need(fields, 'account_number');
    need(fields, 'bank_code');
    if (!/^\d{10,16}$/.test(account_number)) {
      throw new ProviderError(
        422,
        'Could not resolve account name. Check parameters or try again.',
        'invalid_params',
      );
    }
    const data = { account_number, account_name: 'AMA TEST MENSAH', bank_id: 28 };
    return { status: true, message: 'Account number resolved', data };
  }

  @Post('subaccount')
  @HttpCode(201)
  @ProviderCall('subaccounts')
  addSubaccount(@Body() body: unknown): unknown {
    const fields = fieldsOf(body);
    const id = this.store.nextId();
    const now = this.clock.text();
    const data = {
      business_name: need(fields, 'business_name'),
      account_number: need(fields, 'account_number'),
      percentage_charge: Number(need(fields, 'percentage_charge')),
      settlement_bank: need(fields, 'settlement_bank'),
      ...optional(fields, [
        'description',
        'primary_contact_name',
        'primary_contact_email',
        'primary_contact_phone',
        'metadata',
      ]),
      ...{ currency: 'GHS', bank: 28, integration: INTEGRATION, domain: 'test', product: 'collection' },
      ...{
        account_name: 'AMA TEST MENSAH',
        managed_by_integration: INTEGRATION,
        subaccount_code: `ACCT_${code(id)}`,
      },
      ...{ is_verified: false, settlement_schedule: 'AUTO', active: true, migrate: false },
      ...{ id, createdAt: now, updatedAt: now },
    };
    this.subaccounts.unshift(data);
    return { status: true, message: 'Subaccount created', data };
  }

  @Get('subaccount')
  @ProviderCall('subaccounts')
  listSubaccounts(@Query() query: unknown): unknown {
    const items = this.subaccounts.map((one) => ({
      ...briefly(one),
      ...{ percentage_charge: one.percentage_charge, bank_id: one.bank, active: 1, is_verified: false },
    }));
    return this.page('Subaccounts retrieved', items, query);
  }

  @Post('split')
  @HttpCode(200)
  @ProviderCall('splits')
  addSplit(@Body() body: unknown): unknown {
    const fields = fieldsOf(body);
    const wanted = Array.isArray(fields.subaccounts) ? fields.subaccounts.map(fieldsOf) : [];
    const subaccounts = wanted.map(({ subaccount, share }) => {
      const known = this.subaccounts.find((one) => one.subaccount_code === subaccount);
      if (!known) throw new ProviderError(400, 'Subaccount does not exist', 'invalid_params');
      return { subaccount: briefly(known), share };
    });
    const id = this.store.nextId();
    const now = this.clock.text();
    const data = {
      ...{ id, name: need(fields, 'name'), type: need(fields, 'type'), currency: need(fields, 'currency') },
      ...{ integration: INTEGRATION, domain: 'test', split_code: `SPL_${code(id)}`, active: true },
      bearer_type: textOf(fields.bearer_type) ?? 'account',
      ...{ createdAt: now, updatedAt: now, is_dynamic: false },
      subaccounts,
      total_subaccounts: subaccounts.length,
    };
    this.splits.unshift(data);
    return { status: true, message: 'Split created', data };
  }

  @Get('split')
  @ProviderCall('splits')
  listSplits(@Query() query: unknown): unknown {
    const items = this.splits.map((one) => ({ bearer_subaccount: null, ...one }));
    return this.page('Split retrieved', items, query);
  }

  /** One settlement holds everything that was paid so far. */
  @Get('settlement')
  @ProviderCall('settlements')
  listSettlements(@Query() query: unknown): unknown {
    const paid = this.paid();
    const total = paid.reduce((sum, { paidAmount }) => sum + (paidAmount ?? 0), 0);
    const fees = paid.reduce((sum, { paidAmount }) => sum + feeOf(paidAmount ?? 0), 0);
    const now = this.clock.text();
    const settlement = {
      ...{ id: 1, domain: 'test', status: 'success', currency: 'GHS', integration: INTEGRATION },
      ...{
        total_amount: total - fees,
        effective_amount: total - fees,
        total_fees: fees,
        total_processed: total,
      },
      ...{ deductions: null, settlement_date: now, settled_by: null, createdAt: now, updatedAt: now },
    };
    return this.page('Settlements retrieved', paid.length ? [settlement] : [], query);
  }

  @Get('settlement/:id/transactions')
  @ProviderCall('settlements')
  settledTransactions(@Param('id') id: string, @Query() query: unknown): unknown {
    const paid = id === '1' ? this.paid() : [];
    return this.page('Transactions retrieved', paid.map(settledData), query);
  }

  private paid() {
    return [...this.store.transactions.values()].reverse().filter(({ paidAmount }) => paidAmount !== null);
  }

  private page(message: string, items: readonly Fields[], query: unknown): unknown {
    const numbered = items.map((item) => ({ ...item, id: Number(item.id) }));
    return {
      status: true,
      message,
      ...paged(numbered, pageOf(fieldsOf(query)), this.store.control.faults.lists),
    };
  }

  private timeoutAnswer(message: string): unknown {
    return { status: true, message, data: { payment_session_timeout: this.sessionTimeout } };
  }
}

/** A subaccount as lists and splits show it. */
function briefly(subaccount: Fields): Fields {
  const nothing = {
    primary_contact_name: null,
    primary_contact_email: null,
    primary_contact_phone: null,
    metadata: null,
  };
  const { id, subaccount_code, business_name, settlement_bank, currency, account_number } = subaccount;
  const { description = business_name, primary_contact_name, primary_contact_email } = subaccount;
  return {
    ...nothing,
    ...(primary_contact_name ? { primary_contact_name } : {}),
    ...(primary_contact_email ? { primary_contact_email } : {}),
    ...{ id, subaccount_code, business_name, description, settlement_bank, currency, account_number },
  };
}

function settledData(transaction: Transaction): Fields {
  const { connect: _c, ...data } = transactionListData(transaction);
  return data;
}

const code = (id: number): string => createHash('sha256').update(String(id)).digest('hex').slice(0, 15);

function optional(fields: Fields, names: string[]): Fields {
  return Object.fromEntries(names.flatMap((name) => (textOf(fields[name]) ? [[name, fields[name]]] : [])));
}

/** @throws ProviderError 400 */
function need(fields: Fields, name: string): string {
  const value = textOf(fields[name]);
  if (value === null) throw new ProviderError(400, `${name} is required`, 'missing_params');
  return value;
}
