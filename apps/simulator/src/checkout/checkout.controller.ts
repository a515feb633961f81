import { Body, Controller, Get, HttpCode, Inject, Param, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { randomBytes } from 'node:crypto';
import type { Transaction } from '../core/model.js';
import { type Settings, SETTINGS } from '../core/settings.js';
import { Store } from '../core/store.js';
import { type Decision, moneyTaken, type Outcome, Payments } from '../provider/payments.js';
import { Prompts } from '../provider/prompts.js';
import { fieldsOf, textOf } from '../provider/request.js';
import { localPhoneOf, networkOf, TEST_CARDS } from '../provider/test-numbers.js';
import { checkoutPage, unknownPage } from './checkout-page.js';
import { formOrigins, returnAddress } from './return-address.js';

/** The hosted page a payer is sent to. Plain forms: it works without its script. */
@Controller('checkout/:code')
export class CheckoutController {
  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly store: Store,
    private readonly payments: Payments,
    private readonly prompts: Prompts,
  ) {}

  @Get()
  show(@Param('code') code: string, @Res() reply: FastifyReply): void {
    this.page(reply, this.store.byAccessCode(code));
  }

  /** What an open page asks now and then, to follow a payment that was decided elsewhere. */
  @Get('state')
  state(@Param('code') code: string, @Res() reply: FastifyReply): void {
    const transaction = this.store.byAccessCode(code);
    if (!transaction) {
      void reply.status(404).send({});
      return;
    }
    const cancelled = transaction.status === 'abandoned';
    void reply.header('cache-control', 'no-store').send({
      decisions: transaction.decisions,
      go: transaction.decisions > 0 ? returnAddress(transaction, cancelled) : null,
    });
  }

  @Post('approve')
  @HttpCode(303)
  approve(@Param('code') code: string, @Body() body: unknown, @Res() reply: FastifyReply): Promise<void> {
    return this.decide(reply, code, 'success', cardDecision(body));
  }

  /** The payer pays and closes the browser before it could go back. */
  @Post('approve-and-close')
  @HttpCode(303)
  async approveAndClose(
    @Param('code') code: string,
    @Body() body: unknown,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const transaction = this.store.byAccessCode(code);
    if (transaction) await this.settle(transaction, 'success', cardDecision(body));
    void reply.redirect(`/checkout/${encodeURIComponent(code)}`, 303);
  }

  @Post('decline')
  @HttpCode(303)
  decline(@Param('code') code: string, @Res() reply: FastifyReply): Promise<void> {
    return this.decide(reply, code, 'failed', { channel: 'card' });
  }

  @Post('abandon')
  @HttpCode(303)
  abandon(@Param('code') code: string, @Res() reply: FastifyReply): Promise<void> {
    return this.decide(reply, code, 'abandoned', {});
  }

  /** Send the prompt to a phone. */
  @Post('phone')
  @HttpCode(303)
  phone(@Param('code') code: string, @Body() body: unknown, @Res() reply: FastifyReply): void {
    const transaction = this.store.byAccessCode(code);
    const fields = fieldsOf(body);
    const phone = localPhoneOf(textOf(fields.phone) ?? '');
    const network = networkOf(textOf(fields.network) ?? 'mtn');
    if (transaction && !moneyTaken(transaction)) {
      if (!phone || !network) {
        this.page(reply, transaction, 'This is not a Ghanaian mobile number. Please check it.');
        return;
      }
      this.prompts.open(transaction, { phone, network, state: 'pay_offline', wrongOtps: 0 });
    }
    void reply.redirect(`/checkout/${encodeURIComponent(code)}`, 303);
  }

  /** Back from the phone to the choice of methods. */
  @Post('other-way')
  @HttpCode(303)
  otherWay(@Param('code') code: string, @Res() reply: FastifyReply): void {
    const transaction = this.store.byAccessCode(code);
    if (transaction && transaction.origin === 'checkout' && !moneyTaken(transaction)) {
      this.prompts.withdraw(transaction);
    }
    void reply.redirect(`/checkout/${encodeURIComponent(code)}`, 303);
  }

  @Post('phone-approve')
  @HttpCode(303)
  phoneApprove(@Param('code') code: string, @Res() reply: FastifyReply): Promise<void> {
    return this.decide(reply, code, 'success', { channel: 'mobile_money' });
  }

  @Post('phone-decline')
  @HttpCode(303)
  phoneDecline(@Param('code') code: string, @Res() reply: FastifyReply): Promise<void> {
    return this.decide(reply, code, 'failed', {
      channel: 'mobile_money',
      reason: 'The customer declined the payment',
    });
  }

  private async decide(
    reply: FastifyReply,
    code: string,
    outcome: Outcome,
    decision: Decision,
  ): Promise<void> {
    const transaction = this.store.byAccessCode(code);
    if (!transaction) {
      this.page(reply, undefined);
      return;
    }
    const final = await this.settle(transaction, outcome, decision);
    const address = returnAddress(transaction, final === 'abandoned');
    void reply.redirect(address ?? `/checkout/${encodeURIComponent(code)}`, 303);
  }

  /** An approval ends as the script says; decline and cancel are the payer's own will. */
  private async settle(transaction: Transaction, wanted: Outcome, decision: Decision): Promise<Outcome> {
    const refused = wanted === 'success' && decision.reason ? 'failed' : wanted;
    const outcome = wanted === 'success' ? (transaction.script.outcome ?? refused) : wanted;
    await this.payments.decide(transaction, outcome, decision);
    return outcome;
  }

  private page(
    reply: FastifyReply,
    transaction: Transaction | undefined,
    problem: string | null = null,
  ): void {
    const nonce = randomBytes(16).toString('base64');
    const origins = transaction ? formOrigins(transaction) : [];
    const policy = [
      "default-src 'none'",
      `style-src 'nonce-${nonce}'`,
      `script-src 'nonce-${nonce}'`,
      "connect-src 'self'",
      'img-src data:',
      `form-action 'self' ${origins.join(' ')}`.trim(),
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; ');
    const { merchant } = this.settings;
    const body = transaction
      ? checkoutPage({
          transaction,
          merchant,
          nonce,
          problem,
          returnTo: returnAddress(transaction, transaction.status === 'abandoned'),
        })
      : unknownPage(merchant, nonce);
    void reply
      .status(transaction ? (problem ? 400 : 200) : 404)
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policy,
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      })
      .send(body.text);
  }
}

/** The chosen test card and what it does. */
function cardDecision(body: unknown): Decision {
  const number = textOf(fieldsOf(body).card);
  const card = TEST_CARDS.find((candidate) => candidate.number === number) ?? TEST_CARDS[0];
  return { channel: 'card', card: card.number, reason: card.declines };
}

/** `/phone/:reference`: the payer's phone for a direct charge, where there is no checkout page. */
@Controller('phone')
export class PhoneController {
  constructor(private readonly store: Store) {}

  @Get(':reference')
  open(@Param('reference') reference: string, @Res() reply: FastifyReply): void {
    const code = this.store.transactions.get(reference)?.accessCode ?? 'unknown';
    void reply.redirect(`/checkout/${code}`, 303);
  }
}
