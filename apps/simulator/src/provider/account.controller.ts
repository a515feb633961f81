import { Body, Controller, Get, HttpCode, Post, Put, Query } from '@nestjs/common';
import { Clock } from '../core/clock.js';
import { ProviderError } from '../core/errors.js';
import { Store } from '../core/store.js';
import { ProviderCall } from './provider-api.js';
import { type Fields, fieldsOf, paged, pageOf, textOf } from './request.js';
import { accountNameOf, briefly, codeOf, INTEGRATION, need } from './subaccounts.js';

/** What an account has besides payments. Kept in memory only: the product reads none of it. */
@Controller()
export class AccountController {
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
    const data = { account_number, account_name: accountNameOf(account_number), bank_id: 28 };
    return { status: true, message: 'Account number resolved', data };
  }

  @Post('split')
  @HttpCode(200)
  @ProviderCall('splits')
  addSplit(@Body() body: unknown): unknown {
    const fields = fieldsOf(body);
    const wanted = Array.isArray(fields.subaccounts) ? fields.subaccounts.map(fieldsOf) : [];
    const subaccounts = wanted.map(({ subaccount, share }) => {
      const known = this.store.subaccounts.get(String(subaccount));
      if (!known) throw new ProviderError(400, 'Subaccount does not exist', 'invalid_params');
      return { subaccount: briefly(known), share };
    });
    const id = this.store.nextId();
    const now = this.clock.text();
    const data = {
      ...{ id, name: need(fields, 'name'), type: need(fields, 'type'), currency: need(fields, 'currency') },
      ...{ integration: INTEGRATION, domain: 'test', split_code: `SPL_${codeOf(id)}`, active: true },
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
