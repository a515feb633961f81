import { Body, Controller, Delete, Get, Param, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { FeePoliciesService, JournalService, SettlementAccountsService } from '@abato/accounting';
import type { Actor } from '@abato/accounts';
import {
  approvalQuery,
  banksQuery,
  bankView,
  DEFAULT_PAGE_SIZES,
  feePolicyExamples,
  feePolicyRules,
  feePolicyView,
  hostBalanceView,
  journalEntryView,
  journalQueryRules,
  list,
  listQuery,
  resolveAccountExamples,
  resolveAccountRules,
  resolvedAccountView,
  settlementAccountExamples,
  settlementAccountRules,
  settlementAccountView,
  waitingAccountView,
} from '@abato/contracts';
import { AccountLookup } from '@abato/payments';
import { CurrentActor, Organiser, Reauthenticated, SuperAdmin } from '../access/access.decorators.js';
import { HostPath } from '../contests/host.dto.js';
import { bodyOf, queryOf } from '../http/dto.js';
import { listed } from '../http/envelope.interceptor.js';
import { OwnKeys } from '../http/idempotency.interceptor.js';
import { Answers, AnswersPage, Describes } from '../open-api/answers.decorator.js';
import { BookPageQuery } from './payment.dto.js';

class ApprovalQuery extends queryOf(approvalQuery) {}
class BanksQuery extends queryOf(banksQuery) {}
class ResolveAccountDto extends bodyOf(resolveAccountRules, resolveAccountExamples) {}
class SettlementAccountDto extends bodyOf(settlementAccountRules, settlementAccountExamples) {}
class FeePolicyDto extends bodyOf(feePolicyRules, feePolicyExamples) {}
class JournalQuery extends queryOf(listQuery(DEFAULT_PAGE_SIZES.payments, journalQueryRules)) {}

/** Where the provider pays the money of hosts to. */
@ApiTags('hosts')
@Controller('hosts')
export class SettlementAccountsController {
  constructor(
    private readonly accounts: SettlementAccountsService,
    private readonly lookup: AccountLookup,
  ) {}

  @Describes('List banks and wallets', 'Returns the banks or wallets of Ghana that an account can be at.')
  @Organiser('payments.read')
  @Get('banks')
  @Answers(list(bankView))
  async banks(@Query() { type }: BanksQuery) {
    return this.lookup.banks(type);
  }

  @Describes(
    'List settlement accounts that wait',
    'Returns accounts that wait for the approval of a super admin, the newest first.',
  )
  @SuperAdmin()
  @Get('admin/settlement-accounts')
  @AnswersPage(waitingAccountView)
  async waiting(@Query() query: BookPageQuery) {
    return listed(query, (page) => this.accounts.waiting(page));
  }

  @Describes(
    'Read the settlement account of a host',
    'Returns the newest settlement account of a host and the one that payments use now; numbers are masked.',
  )
  @Organiser('payments.read')
  @Get(':id/settlement-account')
  @Answers(settlementAccountView)
  async view(@CurrentActor() actor: Actor, @Param() { id }: HostPath) {
    return this.accounts.view(actor, id);
  }

  @Describes(
    'Look up the name of an account',
    'Returns the name that the payment provider has for an account. Limited per person; refuses an account that the provider does not know.',
  )
  @Organiser('payouts.write')
  @OwnKeys()
  @Post(':id/settlement-account/resolve')
  @Answers(resolvedAccountView)
  async resolve(@CurrentActor() actor: Actor, @Param() { id }: HostPath, @Body() body: ResolveAccountDto) {
    return this.accounts.resolve(actor, id, body);
  }

  @Describes(
    'Enter the settlement account of a host',
    'Asks that the money of an own host goes to an account. It is used after a super admin has approved it, a change 48 hours later. Refuses an account that the provider does not know or that has another name than the confirmed one.',
  )
  @Organiser('payouts.write')
  @Reauthenticated()
  @Put(':id/settlement-account')
  @Answers(settlementAccountView)
  async enter(@CurrentActor() actor: Actor, @Param() { id }: HostPath, @Body() body: SettlementAccountDto) {
    return this.accounts.request(actor, id, body);
  }

  @Describes(
    'Withdraw a settlement account',
    'Withdraws an account that waits for approval or has not taken effect. A super admin rejects it so. Refuses when nothing waits.',
  )
  @Organiser('payouts.write')
  @Delete(':id/settlement-account')
  @Answers(settlementAccountView)
  async withdraw(@CurrentActor() actor: Actor, @Param() { id }: HostPath) {
    return this.accounts.withdraw(actor, id);
  }

  @Describes(
    'Approve the settlement account of a host',
    'Makes the account that waits the one of its host and creates its subaccount at the payment provider. The first takes effect at once, a change after 48 hours. Refuses when nothing waits, and when `requestedAt` is given and a newer request waits.',
  )
  @SuperAdmin()
  @Reauthenticated()
  @Post(':id/settlement-account/approve')
  @Answers(settlementAccountView)
  async approve(
    @CurrentActor() actor: Actor,
    @Param() { id }: HostPath,
    @Query() { requestedAt }: ApprovalQuery,
  ) {
    return this.accounts.approve(actor, id, requestedAt);
  }
}

/** What the platform takes of payments. */
@ApiTags('hosts')
@Controller('hosts')
export class FeePoliciesController {
  constructor(private readonly policies: FeePoliciesService) {}

  @Describes(
    'Read the fees of a host',
    'Returns what the platform takes of the payments of a host, who pays the provider’s fee, and examples.',
  )
  @Organiser('payments.read')
  @Get(':id/fee-policy')
  @Answers(feePolicyView)
  async view(@CurrentActor() actor: Actor, @Param() { id }: HostPath) {
    return this.policies.view(actor, id);
  }

  @Describes(
    'Set the fees of a host',
    'Writes the next version of the fees of a host. It holds for payments that begin from now on.',
  )
  @SuperAdmin()
  @Reauthenticated()
  @Put(':id/fee-policy')
  @Answers(feePolicyView)
  async set(@CurrentActor() actor: Actor, @Param() { id }: HostPath, @Body() body: FeePolicyDto) {
    return this.policies.set(actor, id, body);
  }
}

/** The books in double entry. */
@Controller()
export class JournalController {
  constructor(private readonly journal: JournalService) {}

  @Describes(
    'Read the balance of a host',
    'Returns what of the payments belongs to a host, what the fees were, what went back, and payments whose parts the provider reported otherwise.',
  )
  @ApiTags('hosts')
  @Organiser('payments.read')
  @Get('hosts/:id/balance')
  @Answers(hostBalanceView)
  async balance(@CurrentActor() actor: Actor, @Param() { id }: HostPath) {
    return this.journal.balance(actor, id);
  }

  @Describes(
    'Read the journal',
    'Returns balanced entries of the books from one day to another, the newest first; by default of the last 30 days.',
  )
  @ApiTags('payments')
  @SuperAdmin()
  @Get('payments/journal')
  @AnswersPage(journalEntryView)
  async entries(@Query() query: JournalQuery) {
    return listed(query, (page) => this.journal.list(query, page));
  }
}
