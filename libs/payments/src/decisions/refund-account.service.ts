import { Inject, Injectable } from '@nestjs/common';
import { type Actor, recordBy } from '@abato/accounts';
import type { RefundAccountInput, ResolveAccountInput, ResolvedAccount } from '@abato/contracts';
import { Transactions } from '@abato/database';
import { AppError, type Environment, ENVIRONMENT } from '@abato/platform';
import { AccountLookup, unavailable } from './account-lookup.js';
import { ProviderError, PaystackClient, type Provider } from '@abato/paystack';
import { LEFT_PESEWAS } from '../rules/refundable.js';
import { Confirmation, type ConfirmingTransaction } from '../confirm/confirmation.service.js';
import { assertSecondFactor } from './day-sums.js';

interface StuckRefund {
  paymentId: string;
  reference: string;
  currency: string;
  leftPesewas: number;
  /** The provider's id. */
  refundId: string;
}

/**
 * Gives the provider an account of the payer for a refund that it could not carry out (ADR 13). Name and number go to the provider only:
 * they are neither written down nor logged here.
 */
@Injectable()
export class RefundAccountService {
  constructor(
    private readonly db: Transactions,
    @Inject(ENVIRONMENT) private readonly env: Pick<Environment, 'REFUND_SECOND_FACTOR_ABOVE'>,
    private readonly client: PaystackClient,
    private readonly confirmation: Confirmation,
    private readonly lookup: AccountLookup,
  ) {}

  /** The name that the provider has for an account. @throws AppError as `give`, without the second factor */
  async resolve(actor: Actor, paymentId: string, input: ResolveAccountInput): Promise<ResolvedAccount> {
    await this.stuck(paymentId);
    return { accountName: (await this.lookup.find(actor, { type: 'payment', id: paymentId }, input)).name };
  }

  /**
   * The refund is under way again before the provider is called: whatever becomes of the call, no other way out is taken meanwhile.
   * @throws AppError PAYMENT_NOT_FOUND; CONFLICT unless the provider asks for an account; SECOND_FACTOR_REQUIRED above the amount of the
   *   setting; VALIDATION_FAILED for another name than the provider has, and for a reason that repeats the account; PROVIDER_REJECTED and
   *   PROVIDER_UNAVAILABLE
   */
  async give(actor: Actor, paymentId: string, input: RefundAccountInput): Promise<void> {
    const refund = await this.stuck(paymentId);
    await this.confirmation.transaction((transaction) => this.assertMay(transaction, actor, refund));
    assertNothingKept(input);
    const subject = { type: 'payment', id: paymentId } as const;
    const { bankId, number } = await this.lookup.find(actor, subject, input, input.accountName);
    if (bankId === null) throw new AppError('PROVIDER_REJECTED', 'The provider has no id of this bank.');
    await this.assertAsked(refund);
    await this.goOn(actor, refund, input);
    await this.call(refund, { currency: refund.currency, accountNumber: number, bankId });
  }

  private async assertMay(
    transaction: ConfirmingTransaction,
    actor: Actor,
    { paymentId, leftPesewas: amountPesewas }: StuckRefund,
  ): Promise<void> {
    await assertSecondFactor(transaction, actor, { step: 'account', paymentId, amountPesewas }, this.env);
  }

  private async stuck(paymentId: string): Promise<StuckRefund> {
    const { rows } = await this.db.query<StuckRefund & { refundId: string | null; state: string }>(
      `SELECT p.id AS "paymentId", p.reference, p.state, coalesce(p.provider_currency, p.currency) AS currency,
         ${LEFT_PESEWAS} AS "leftPesewas", r.provider_refund_id AS "refundId"
       FROM payments p LEFT JOIN refunds r ON r.payment_id = p.id WHERE p.id = $1`,
      [paymentId],
    );
    if (!rows[0]) throw new AppError('PAYMENT_NOT_FOUND');
    if (rows[0].state !== 'REFUND_ATTENTION' || rows[0].refundId === null) throw notAsked();
    return rows[0];
  }

  private async assertAsked({ refundId }: StuckRefund): Promise<void> {
    const { status } = await this.client.refunds.fetch(refundId).catch(unavailable);
    if (status !== 'needs-attention') throw notAsked();
  }

  private async goOn(actor: Actor, refund: StuckRefund, input: RefundAccountInput): Promise<void> {
    const { reason, type, bankCode } = input;
    await this.confirmation.transaction(async (transaction) => {
      const { sql, now, confirm } = transaction;
      // Others may have been given meanwhile.
      await this.assertMay(transaction, actor, refund);
      const settled = await confirm({
        reference: refund.reference,
        proof: { status: 'refund-retried', providerStatus: 'refund_retried' },
        source: 'manual',
        actor: { userId: actor.id, reason },
      });
      if (!settled || settled.from === settled.to) throw notAsked();
      await recordBy(sql, actor, now, 'payment.refund-account', ['payment', refund.paymentId], {
        type,
        bankCode,
        reason,
        kind: 'REFUND',
        amountPesewas: refund.leftPesewas,
      });
    });
  }

  private async call({ refundId, reference }: StuckRefund, account: Provider.RefundAccount): Promise<void> {
    try {
      await this.client.refunds.retry(refundId, account);
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      // It may have been heard: the refund is asked about until it ends.
      if (error.failure === 'unknown') return;
      const isRefused = error.failure === 'rejected' || error.failure === 'not-found';
      // Refused for its state, too: what the provider is doing with it is not stopped by our word.
      const status = isRefused ? await this.statusAfterRefusal(refundId) : 'needs-attention';
      if (status !== 'needs-attention' && status !== 'failed') throw notAsked();
      const proof = { status: 'refund-account-refused', providerStatus: `refund_${status}` } as const;
      await this.confirmation.confirm({ reference, proof, source: 'refund' });
      if (isRefused)
        throw new AppError('PROVIDER_REJECTED', {
          // Without the provider's words as the cause: they may repeat the number.
          message: 'The payment provider did not accept this account.',
        });
      return unavailable(error);
    }
  }

  /** Not told: the refund is under way until it says so. @throws AppError PROVIDER_UNAVAILABLE */
  private async statusAfterRefusal(refundId: string): Promise<string> {
    return (await this.client.refunds.fetch(refundId).catch(unavailable)).status;
  }
}

/** The reason is kept for ever, and the account is not. @throws AppError VALIDATION_FAILED for a reason that repeats its number or name */
function assertNothingKept({ reason, accountNumber, accountName }: RefundAccountInput): void {
  // The end is the same in every form of a phone number.
  const number = accountNumber.replace(/\D/g, '').slice(-9);
  const words = (text: string): string => text.trim().replace(/\s+/g, ' ').toUpperCase();
  if (!reason.replace(/[\s.()+-]/g, '').includes(number) && !words(reason).includes(words(accountName)))
    return;
  const message = 'The reason is kept: write it without the number and the name of the account';
  throw AppError.validation([{ field: 'reason', message }]);
}

const notAsked = (): AppError =>
  new AppError('CONFLICT', 'The payment provider does not ask for an account for this refund.');
