import { Body, Controller, Get, Inject, Param, Post, Query, type StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '@abato/accounts';
import {
  bookEntryView,
  list,
  paymentStatsView,
  paymentView,
  resentReceiptView,
  revealedVoterView,
  revenueView,
  voteHistoryView,
  voteRecordView,
} from '@abato/contracts';
import { type Clock, CLOCK } from '@abato/platform';
import {
  BooksService,
  ExportsRepository,
  PaymentRecordsRepository,
  RevealService,
  VoteHistoryService,
} from '@abato/reports';
import { CurrentActor, Organiser, Reauthenticated } from '../access/access.decorators.js';
import { OfContestPath } from '../contests/contest.dto.js';
import { listed } from '../http/envelope.interceptor.js';
import { OwnKeys } from '../http/idempotency.interceptor.js';
import { fileOf } from '../http/send.js';
import { Answers, AnswersCsv, AnswersFile, AnswersPage, Describes } from '../open-api/answers.decorator.js';
import { RevealDto, VotePath } from '../voting/vote.dto.js';
import {
  BookPageQuery,
  FindInBooksDto,
  PaymentListQuery,
  PaymentPath,
  SearchPaymentsDto,
  SearchVotesDto,
} from './payment.dto.js';

/** Searches are sent in the body: phone numbers and names stay out of access logs and histories. */
@ApiTags('books')
@Controller()
export class BooksController {
  constructor(
    private readonly books: BooksService,
    private readonly histories: VoteHistoryService,
  ) {}

  @Describes(
    'Search the votes of a contest',
    'Returns the votes with a phone number, reference, receipt code, id or name, with masked voters. Refuses elections, whose ballots are secret. A search by a whole phone number or e-mail address is written to the audit log. The text is sent in the body to keep it out of access logs. An organiser’s request for another organiser’s contest is answered as not found.',
  )
  @Organiser('votes.read')
  @OwnKeys()
  @Post('votes/contest/:contestId/search')
  @AnswersPage(voteRecordView)
  async searchVotes(
    @CurrentActor() actor: Actor,
    @Param() { contestId }: OfContestPath,
    @Query() query: BookPageQuery,
    @Body() body: SearchVotesDto,
  ) {
    return listed(query, (page) => this.books.searchVotes(actor, contestId, body, page));
  }

  @Describes(
    'Search the payments of a contest',
    'Returns all attempts to pay for the votes with a phone number, reference, receipt code, id or name, with masked payers. A search by a whole phone number or e-mail address is written to the audit log. The text is sent in the body to keep it out of access logs. An organiser’s request for another organiser’s contest is answered as not found.',
  )
  @Organiser('payments.read')
  @OwnKeys()
  @Post('payments/contest/:contestId/search')
  @AnswersPage(paymentView)
  async searchPayments(
    @CurrentActor() actor: Actor,
    @Param() { contestId }: OfContestPath,
    @Query() query: BookPageQuery,
    @Body() body: SearchPaymentsDto,
  ) {
    return listed(query, (page) => this.books.searchPayments(actor, contestId, body, page));
  }

  @Describes(
    'Find a vote by its code',
    'Returns the votes that a payment reference or a receipt code names, in all own contests; for super admins, in all contests. Votes of elections are not found. Phone numbers and names find nothing here.',
  )
  @Organiser('payments.read')
  @OwnKeys()
  @Post('payments/find')
  @Answers(list(bookEntryView))
  async findByCode(@CurrentActor() actor: Actor, @Body() { search }: FindInBooksDto) {
    return this.books.findByCode(actor, search);
  }

  @Describes(
    'Read what happened to a vote',
    'Returns every step from the cast to the count or the return of money, and names no voter. Refuses elections, whose ballots are secret. An organiser’s request for a vote of another organiser is answered as not found.',
  )
  @Organiser('votes.read')
  @Get('votes/:id/history')
  @Answers(voteHistoryView)
  async history(@CurrentActor() actor: Actor, @Param() { id }: VotePath) {
    return this.histories.ofVote(actor, id);
  }

  @Describes(
    'Read what happened to a payment',
    'Returns every step of the vote that the payment is for, its other attempts included. An organiser’s request for a payment of another organiser is answered as not found.',
  )
  @Organiser('payments.read')
  @Get('payments/:id/history')
  @Answers(voteHistoryView)
  async paymentHistory(@CurrentActor() actor: Actor, @Param() { id }: PaymentPath) {
    return this.histories.ofPayment(actor, id);
  }

  @Describes(
    'Send a receipt again',
    'Sends the receipt of a paid vote again by e-mail and SMS, at most three times, and writes the call to the audit log. Refuses votes that do not count and votes whose money went back.',
  )
  @Organiser('votes.read')
  @Post('votes/:id/receipt')
  @Answers(resentReceiptView)
  async resend(@CurrentActor() actor: Actor, @Param() { id }: VotePath) {
    return this.histories.resend(actor, id);
  }
}

@ApiTags('payments')
@Controller('payments')
export class PaymentRecordsController {
  constructor(
    private readonly records: PaymentRecordsRepository,
    private readonly reveals: RevealService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Describes(
    'List the payments of a contest',
    'Returns payments with masked payers, with optional filters by status, precise state, method and day. An organiser’s request for another organiser’s contest is answered as not found.',
  )
  @Organiser('payments.read')
  @Get('contest/:contestId')
  @AnswersPage(paymentView)
  async list(
    @CurrentActor() actor: Actor,
    @Param() { contestId }: OfContestPath,
    @Query() query: PaymentListQuery,
  ) {
    return listed(query, (page) => this.records.list(actor, contestId, query, page));
  }

  @Describes(
    'Read the payment figures of a contest',
    'Returns revenue, payments by method and counts by status. An organiser’s request for another organiser’s contest is answered as not found.',
  )
  @Organiser('payments.read')
  @Get('contest/:contestId/stats')
  @Answers(paymentStatsView)
  async stats(@CurrentActor() actor: Actor, @Param() { contestId }: OfContestPath) {
    return this.records.stats(actor, contestId);
  }

  @Describes(
    'Read the revenue',
    'Returns the revenue of all own contests; for super admins, of all contests.',
  )
  @Organiser('payments.read')
  @Get('revenue')
  @Answers(revenueView)
  async revenue(@CurrentActor() actor: Actor) {
    return this.records.revenue(actor, this.clock.now());
  }

  @Describes(
    'Reveal a payer',
    'Returns the unmasked payer of one payment and writes the call to the audit log. After 20 persons within an hour, refuses calls without a reason, and without password or code given anew for each 20 more; super admins are told. An organiser’s request for a payment of another organiser is answered as not found.',
  )
  @Organiser('voters.reveal')
  @Reauthenticated()
  @OwnKeys()
  @Post(':id/reveal')
  @Answers(revealedVoterView)
  async reveal(@CurrentActor() actor: Actor, @Param() { id }: PaymentPath, @Body() { reason }: RevealDto) {
    return this.reveals.payment(actor, id, reason);
  }
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

@ApiTags('exports')
@Controller('contests/:contestId/export')
export class ExportsController {
  constructor(private readonly exports: ExportsRepository) {}

  @Describes(
    'Download the votes of a contest',
    'Returns a CSV file with masked voters. An organiser’s request for another organiser’s contest is answered as not found.',
  )
  @Organiser('votes.read')
  @Get('votes.csv')
  @AnswersCsv(ExportsRepository.COLUMNS.votes)
  async votes(@CurrentActor() actor: Actor, @Param() { contestId }: OfContestPath) {
    return this.file(actor, contestId, 'votes', 'csv');
  }

  @Describes(
    'Download the votes of a contest as Excel file',
    'Returns the rows of the CSV file, at most 20,000. Refuses more; the CSV file has them all.',
  )
  @Organiser('votes.read')
  @Get('votes.xlsx')
  @AnswersFile(XLSX)
  async votesAsXlsx(@CurrentActor() actor: Actor, @Param() { contestId }: OfContestPath) {
    return this.file(actor, contestId, 'votes', 'xlsx');
  }

  @Describes(
    'Download the payments of a contest',
    'Returns a CSV file with masked payers. An organiser’s request for another organiser’s contest is answered as not found.',
  )
  @Organiser('payments.read')
  @Get('payments.csv')
  @AnswersCsv(ExportsRepository.COLUMNS.payments)
  async payments(@CurrentActor() actor: Actor, @Param() { contestId }: OfContestPath) {
    return this.file(actor, contestId, 'payments', 'csv');
  }

  @Describes(
    'Download the payments of a contest as Excel file',
    'Returns the rows of the CSV file, at most 20,000. Refuses more; the CSV file has them all.',
  )
  @Organiser('payments.read')
  @Get('payments.xlsx')
  @AnswersFile(XLSX)
  async paymentsAsXlsx(@CurrentActor() actor: Actor, @Param() { contestId }: OfContestPath) {
    return this.file(actor, contestId, 'payments', 'xlsx');
  }

  private async file(...of: Parameters<ExportsRepository['file']>): Promise<StreamableFile> {
    const { name, body } = await this.exports.file(...of);
    return fileOf(name, name.endsWith('.csv') ? 'text/csv; charset=utf-8' : XLSX, body);
  }
}
