import { Body, Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '@abato/accounts';
import {
  bookDifferenceView,
  correctionResult,
  nothing,
  paymentAttentionView,
  paymentCorrectionView,
  reconciliationView,
  resolvedAccountView,
  setAsideWebhookView,
} from '@abato/contracts';
import {
  PaymentCorrectionsService,
  PaymentDecisionsService,
  ReconciliationService,
  RefundAccountService,
  RefundRequestsService,
  SetAsideWebhooksService,
} from '@abato/payments';
import { CurrentActor, Organiser, Reauthenticated, SuperAdmin } from '../access/access.decorators.js';
import { OfContestPath } from '../contests/contest.dto.js';
import { listed } from '../http/envelope.interceptor.js';
import { OwnKeys } from '../http/idempotency.interceptor.js';
import { Answers, AnswersPage, Describes } from '../open-api/answers.decorator.js';
import {
  BookPageQuery,
  PaymentPath,
  PaymentReasonDto,
  RefundAccountDto,
  RejectCorrectionDto,
  ResolveRefundAccountDto,
  ReturnedDto,
  WebhookPath,
} from './payment.dto.js';

/** What only a person can decide about money. */
@ApiTags('payments')
@Controller('payments')
export class PaymentDecisionsController {
  constructor(
    private readonly decisions: PaymentDecisionsService,
    private readonly refunds: RefundRequestsService,
    private readonly accounts: RefundAccountService,
  ) {}

  @Describes(
    'List payments that need a decision',
    'Returns payments that are held for review, disputed, reversed, or whose refund failed, newest first.',
  )
  @SuperAdmin()
  @Get('attention')
  @AnswersPage(paymentAttentionView)
  async attention(@Query() query: BookPageQuery) {
    return listed(query, (page) => this.decisions.waiting(page));
  }

  @Describes(
    'Refund a payment',
    'A super admin orders a refund at the provider and takes the votes back. An organiser asks for it: nothing changes until a super admin confirms. Refuses cash, a payment whose state does not allow it, and above the amount of a setting an account without a second factor. An organiser’s call about a payment of another organiser is answered as not found.',
  )
  @Organiser('payments.act')
  @Reauthenticated()
  @Post(':id/refund')
  @Answers(correctionResult)
  async refund(@CurrentActor() actor: Actor, @Param() { id }: PaymentPath, @Body() body: PaymentReasonDto) {
    return this.refunds.refund(actor, id, body.reason);
  }

  @Describes(
    'Look up the name of a payer’s account',
    'Returns the name that the payment provider has for an account, for a refund that needs one. Limited per person; refuses an account that the provider does not know and a payment whose refund is not stuck.',
  )
  @SuperAdmin()
  @OwnKeys()
  @Post(':id/refund-account/resolve')
  @Answers(resolvedAccountView)
  async resolveAccount(
    @CurrentActor() actor: Actor,
    @Param() { id }: PaymentPath,
    @Body() body: ResolveRefundAccountDto,
  ) {
    return this.accounts.resolve(actor, id, body);
  }

  @Describes(
    'Give the account of a payer',
    'Has the provider pay a refund that it could not carry out to another account of the payer. The account is passed on and not kept. Refuses a refund for which the provider asks for no account, another name than the provider has, and above the amount of a setting an account without a second factor.',
  )
  @SuperAdmin()
  @Reauthenticated()
  @Post(':id/refund-account')
  @Answers(nothing)
  async giveAccount(
    @CurrentActor() actor: Actor,
    @Param() { id }: PaymentPath,
    @Body() body: RefundAccountDto,
  ) {
    await this.accounts.give(actor, id, body);
  }

  @Describes(
    'Accept a held payment',
    'Counts the votes of a payment that is held for review. Refuses cash and a payment whose state does not allow it.',
  )
  @SuperAdmin()
  @Reauthenticated()
  @Post(':id/accept')
  @Answers(nothing)
  async accept(@CurrentActor() actor: Actor, @Param() { id }: PaymentPath, @Body() body: PaymentReasonDto) {
    await this.decisions.decide(actor, id, 'accepted', body.reason);
  }
}

/** What a super admin says about money although the provider does not; above GHS 10,000 a second person confirms it. */
@ApiTags('payments')
@Controller('payments')
export class PaymentCorrectionsController {
  constructor(
    private readonly corrections: PaymentCorrectionsService,
    private readonly requests: RefundRequestsService,
  ) {}

  @Describes(
    'List corrections that wait',
    'Returns corrections of payments above GHS 10,000 and requests for refunds and acceptances of disputes that a second person has to confirm, newest first, with the votes that would be taken back.',
  )
  @SuperAdmin()
  @Get('corrections')
  @AnswersPage(paymentCorrectionView)
  async waiting(@Query() query: BookPageQuery) {
    return listed(query, (page) => this.corrections.waiting(page));
  }

  @Describes(
    'Record that money was returned',
    'Takes back the votes of a payment, or of a part of it, whose money the payer has back: cash entered by mistake, a refund paid in another way, a lost dispute. Refuses more than what is left and a payment whose state does not allow it.',
  )
  @SuperAdmin()
  @Reauthenticated()
  @Post(':id/returned')
  @Answers(correctionResult)
  async returned(@CurrentActor() actor: Actor, @Param() { id }: PaymentPath, @Body() body: ReturnedDto) {
    return this.corrections.returned(actor, id, body);
  }

  @Describes(
    'Record that a disputed payment was kept',
    'Ends a dispute whose end the provider has not told: the votes go on counting. Refuses a payment that is not disputed.',
  )
  @SuperAdmin()
  @Reauthenticated()
  @Post(':id/kept')
  @Answers(correctionResult)
  async kept(
    @CurrentActor() actor: Actor,
    @Param() { id }: PaymentPath,
    @Body() { reason }: PaymentReasonDto,
  ) {
    return this.corrections.kept(actor, id, reason);
  }

  @Describes(
    'Ask for a refund',
    'Asks the super admins to refund a payment whose votes count; nothing changes until one confirms it. Refuses cash and a payment that waits for another correction. An organiser’s request for a payment of another organiser is answered as not found.',
  )
  @Organiser('payments.act')
  @Reauthenticated()
  @Post(':id/refund-request')
  @Answers(correctionResult)
  async askForRefund(
    @CurrentActor() actor: Actor,
    @Param() { id }: PaymentPath,
    @Body() { reason }: PaymentReasonDto,
  ) {
    return this.requests.ask(actor, id, reason);
  }

  @Describes(
    'Withdraw a request for a refund',
    'Takes back a request that no super admin has decided about; the payment stays as it is. Refuses a payment without such a request. An organiser’s call about a payment of another organiser is answered as not found.',
  )
  @Organiser('payments.act')
  @Delete(':id/refund-request')
  @Answers(nothing)
  async withdrawRefund(@CurrentActor() actor: Actor, @Param() { id }: PaymentPath) {
    await this.requests.withdraw(actor, id);
  }

  @Describes(
    'Confirm a correction',
    'Carries out a correction that another person has entered; a request for a refund orders it at the provider, one about a dispute accepts it there. Refuses the person who entered it, one that was decided, and one that the payment does not allow any more.',
  )
  @SuperAdmin()
  @Reauthenticated()
  @Post('corrections/:id/confirm')
  @Answers(nothing)
  async confirm(@CurrentActor() actor: Actor, @Param() { id }: PaymentPath) {
    await this.corrections.confirm(actor, id);
  }

  @Describes(
    'Reject a correction',
    'Closes a correction without carrying it out. Refuses one that was decided.',
  )
  @SuperAdmin()
  @Post('corrections/:id/reject')
  @Answers(nothing)
  async reject(
    @CurrentActor() actor: Actor,
    @Param() { id }: PaymentPath,
    @Body() { reason }: RejectCorrectionDto,
  ) {
    await this.corrections.reject(actor, id, reason);
  }
}

@ApiTags('payments')
@Controller('payments/webhooks')
export class SetAsideWebhooksController {
  constructor(private readonly webhooks: SetAsideWebhooksService) {}

  @Describes(
    'List webhooks that were set aside',
    'Returns messages of the provider that could not be processed after ten tries, newest first, without their contents.',
  )
  @SuperAdmin()
  @Get('set-aside')
  @AnswersPage(setAsideWebhookView)
  async setAside(@Query() query: BookPageQuery) {
    return listed(query, (page) => this.webhooks.list(page));
  }

  @Describes(
    'Try a webhook again',
    'Has a message that was set aside tried again. Refuses one that was not set aside.',
  )
  @SuperAdmin()
  @Post(':id/retry')
  @Answers(nothing)
  async retry(@CurrentActor() actor: Actor, @Param() { id }: WebhookPath) {
    await this.webhooks.retry(actor, id);
  }
}

@ApiTags('payments')
@Controller('payments')
export class ReconciliationController {
  constructor(private readonly books: ReconciliationService) {}

  @Describes(
    'List differences to the provider',
    'Returns unexplained differences between the books and the provider’s records of all contests, and of references that no contest knows, newest first.',
  )
  @SuperAdmin()
  @Get('differences')
  @AnswersPage(bookDifferenceView)
  async differences(@Query() query: BookPageQuery) {
    return listed(query, (page) => this.books.differences(page));
  }

  @Describes(
    'Reconcile a contest',
    'Compares the money taken with what was counted, refunded and held. An organiser’s request for another organiser’s contest is answered as not found.',
  )
  @Organiser('payments.read')
  @Get('contest/:contestId/reconciliation')
  @Answers(reconciliationView)
  async ofContest(@CurrentActor() actor: Actor, @Param() { contestId }: OfContestPath) {
    return this.books.ofContest(actor, contestId);
  }
}
