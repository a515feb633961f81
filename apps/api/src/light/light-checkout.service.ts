import { Inject, Injectable } from '@nestjs/common';
import {
  amountOf,
  chargePaymentRules,
  checkField,
  ERROR_MESSAGES,
  type FieldError,
  isMobilePhone,
  lightTexts as t,
  type MobileNetwork,
  normalisePhone,
  ownPricesOf,
  payPath,
  pricesIn,
  type PublicContestView,
  rulesShownBy,
  type VoteFields,
} from '@abato/contracts';
import { ChargePaymentService, InitializePaymentService } from '@abato/payments';
import { AppError, type Clock, CLOCK } from '@abato/platform';
import { pages } from '../web/server-pages.js';
import { type LightAnswer, page, seeOther } from './light-answer.js';

const PESEWAS = 100;

/** A paid vote that is stored and not paid. */
interface UnpaidBallot {
  contest: PublicContestView;
  fields: VoteFields;
  voteId: string;
  /** Cedis. */
  amount: number;
  /** Network address of the payer. */
  address: string;
}

/** Begins payments of votes that were cast on the light page. */
@Injectable()
export class LightCheckout {
  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly charges: ChargePaymentService,
    private readonly pages: InitializePaymentService,
  ) {}

  /** @throws AppError those of beginning a payment; trying again with the same vote is safe */
  async begin({ contest, fields, voteId, amount, address }: UnpaidBallot): Promise<LightAnswer> {
    if (fields.pay === 'checkout') {
      const begun = await this.pages.initialize({ voteId }, address, `/v/${contest.id}/pay`);
      const now = this.clock.now().getTime();
      return page(200, pages.light.go({ contest, url: begun.authorizationUrl, amount, now }));
    }
    const wallet = { voteId, phoneNumber: fields.phone, network: fields.network as MobileNetwork };
    const { reference } = await this.charges.charge(wallet, address);
    return seeOther(payPath(contest.id, reference));
  }
}

/**
 * Before the vote is stored: one that cannot be paid as chosen would only wait, and keep the form's key.
 * @param categoryId of the nominee
 * @param walletLimit cedis
 */
export function assertPayable(
  { pay, network, phone, votes }: VoteFields,
  { contest, categoryId }: { contest: PublicContestView; categoryId: string },
  walletLimit: number,
): void {
  if (pay === 'checkout') return;
  const category = contest.categories.find(({ id }) => id === categoryId);
  const prices = pricesIn(rulesShownBy(contest), ownPricesOf(category));
  const limit = walletLimit * PESEWAS;
  // A number that is none is told about by the cast's own rules.
  if (amountOf(prices, Number(votes)) > limit) throw ChargePaymentService.aboveWalletLimit(limit);
  const errors: FieldError[] = [];
  const known = checkField('network', chargePaymentRules.network, network);
  if ('message' in known) errors.push({ field: 'network', message: t.form.networkMissing });
  const number = normalisePhone(phone);
  // A number that is none is told about by the cast's own rules.
  if (number && !isMobilePhone(number))
    errors.push({ field: 'voterPhone', message: ERROR_MESSAGES.PHONE_NOT_MOBILE });
  if (errors.length) throw AppError.validation(errors);
}
