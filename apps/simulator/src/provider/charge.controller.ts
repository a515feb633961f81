import { Body, Controller, Get, HttpCode, Inject, Param, Post } from '@nestjs/common';
import { Clock } from '../core/clock.js';
import { ProviderError } from '../core/errors.js';
import type { Prompt, PromptState, Transaction } from '../core/model.js';
import { type Settings, SETTINGS } from '../core/settings.js';
import { Store } from '../core/store.js';
import { chargeData } from './charge-data.js';
import { failAfter, NewTransaction } from './new-transaction.js';
import { Payments } from './payments.js';
import { type Ending, Prompts } from './prompts.js';
import { ProviderCall } from './provider-api.js';
import { type Fields, fieldsOf, textOf } from './request.js';
import { behaviourOf, isVoucherRight, localPhoneOf, networkOf, type TestPhone } from './test-numbers.js';

/** After this many wrong voucher codes the charge fails. */
const MAX_WRONG_OTPS = 3;

/** `/charge`: mobile money without the checkout page. */
@Controller('charge')
export class ChargeController {
  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly store: Store,
    private readonly newTransaction: NewTransaction,
    private readonly payments: Payments,
    private readonly prompts: Prompts,
    private readonly clock: Clock,
  ) {}

  @Post()
  @HttpCode(200)
  @ProviderCall('charge')
  async charge(@Body() body: unknown): Promise<unknown> {
    const fields = fieldsOf(body);
    const { phone, network } = walletOf(fields);
    const transaction = this.newTransaction.create(fields, 'charge');
    const { script } = transaction;
    const behaviour = this.behaviour(transaction, phone);
    const first = script.charge ?? behaviour.first ?? (network === 'vod' ? 'send_otp' : 'pay_offline');
    const state = first === 'success' || first === 'failed' || first === 'timeout' ? 'pay_offline' : first;
    const becomes =
      behaviour.becomes && state === 'pending'
        ? { state: behaviour.becomes.state, at: this.clock.now() + behaviour.becomes.afterMs }
        : undefined;
    const prompt: Prompt = { phone, network, state, becomes, wrongOtps: 0 };
    const asks = first.startsWith('send_') || becomes?.state.startsWith('send_');
    this.prompts.open(transaction, prompt, asks ? undefined : endingOf(transaction, behaviour));
    if (first === 'success') await this.payments.decide(transaction, 'success');
    if (first === 'failed') await this.payments.decide(transaction, 'failed', { reason: behaviour.reason });
    failAfter(script.initialize, script.hangMs);
    return { status: true, message: 'Charge attempted', data: chargeData(transaction) };
  }

  @Post('submit_otp')
  @HttpCode(200)
  @ProviderCall('submit-otp')
  submitOtp(@Body() body: unknown): Promise<unknown> {
    return this.submit(body, 'send_otp', ['otp']);
  }

  @Post('submit_pin')
  @HttpCode(200)
  @ProviderCall('submit-pin')
  submitPin(@Body() body: unknown): Promise<unknown> {
    return this.submit(body, 'send_pin', ['pin']);
  }

  @Post('submit_phone')
  @HttpCode(200)
  @ProviderCall('submit-phone')
  submitPhone(@Body() body: unknown): Promise<unknown> {
    return this.submit(body, 'send_phone', ['phone']);
  }

  @Post('submit_birthday')
  @HttpCode(200)
  @ProviderCall('submit-birthday')
  submitBirthday(@Body() body: unknown): Promise<unknown> {
    return this.submit(body, 'send_birthday', ['birthday']);
  }

  @Post('submit_address')
  @HttpCode(200)
  @ProviderCall('submit-address')
  submitAddress(@Body() body: unknown): Promise<unknown> {
    return this.submit(body, 'send_address', ['address', 'city', 'state', 'zip_code']);
  }

  @Get(':reference')
  @ProviderCall('check-charge')
  check(@Param('reference') reference: string): unknown {
    const data = chargeData(this.find(reference));
    return { status: true, message: 'Reference check successful', data };
  }

  /** Take what the payer sent. A right answer opens the prompt on the phone, a wrong one asks again, the third fails. */
  private async submit(body: unknown, step: PromptState, names: string[]): Promise<unknown> {
    const fields = fieldsOf(body);
    const transaction = this.find(textOf(fields.reference) ?? '');
    for (const name of names) {
      if (!textOf(fields[name])) throw new ProviderError(400, `${name} is required`, 'missing_params');
    }
    const { prompt, script } = transaction;
    if (prompt?.state !== step || transaction.status === 'failed') {
      throw new ProviderError(400, 'Charge is not waiting for this', 'invalid_params');
    }
    if (script.refusesAnswer) {
      await this.payments.decide(transaction, 'failed', { reason: 'Insufficient funds' });
      return {
        status: false,
        message: 'Charge attempted',
        data: { status: 'failed', message: 'Insufficient funds' },
      };
    }
    if (step !== 'send_otp' || isVoucherRight(textOf(fields.otp) ?? '')) {
      const ending = endingOf(transaction, this.behaviour(transaction, prompt.phone));
      this.prompts.open(transaction, { ...prompt, state: 'pay_offline' }, ending);
    } else {
      prompt.wrongOtps += 1;
      this.store.saveTransaction(transaction);
      if (prompt.wrongOtps >= MAX_WRONG_OTPS) {
        await this.payments.decide(transaction, 'failed', { reason: 'The voucher code was wrong too often' });
      }
    }
    return { status: true, message: 'Charge attempted', data: chargeData(transaction) };
  }

  private behaviour({ script }: Transaction, phone: string): TestPhone {
    const own = behaviourOf(phone, this.settings.phoneApprovesMs);
    const ends = script.charge === 'timeout' || script.approvesMs === null ? 'never' : undefined;
    if (ends) return { ...own, ends };
    const outcome = script.outcome === 'abandoned' ? 'never' : script.outcome;
    return {
      ...own,
      ends: outcome ?? (script.approvesMs === undefined ? own.ends : 'success'),
      afterMs: script.approvesMs ?? own.afterMs,
      reason: script.reason ?? own.reason,
    };
  }

  private find(reference: string): Transaction {
    const transaction = this.store.transactions.get(reference);
    if (!transaction) {
      throw new ProviderError(400, 'Transaction reference is invalid', 'transaction_not_found');
    }
    const { prompt } = transaction;
    if (prompt?.becomes && prompt.state === 'pending' && this.clock.now() >= prompt.becomes.at) {
      transaction.prompt = { ...prompt, state: prompt.becomes.state, becomes: undefined };
      this.store.saveTransaction(transaction);
    }
    return transaction;
  }
}

function endingOf(transaction: Transaction, behaviour: TestPhone): Ending | undefined {
  const { ends, afterMs, reason } = behaviour;
  return ends === 'never' ? undefined : { outcome: ends, afterMs, reason };
}

/** @throws ProviderError 400 */
function walletOf(fields: Fields): Pick<Prompt, 'phone' | 'network'> {
  if (typeof fields.mobile_money !== 'object' || fields.mobile_money === null) {
    throw new ProviderError(400, 'Only mobile money can be charged directly here', 'unsupported_channel');
  }
  const wallet = fieldsOf(fields.mobile_money);
  const phone = localPhoneOf(textOf(wallet.phone) ?? '');
  if (!phone) throw new ProviderError(400, 'Invalid phone number', 'invalid_params');
  const network = networkOf(textOf(wallet.provider) ?? '');
  if (!network) throw new ProviderError(400, 'Mobile money provider is invalid', 'invalid_params');
  return { phone, network };
}
