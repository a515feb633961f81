import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import type { Actor } from '@abato/accounts';
import { bookDifferenceView, reconciliationView } from '@abato/contracts';
import { ReconciliationService } from '@abato/payments';
import { CurrentActor, Organiser, SuperAdmin } from '../access/access.decorators.js';
import { OfContestPath } from '../contests/contest.dto.js';
import { listed } from '../http/envelope.interceptor.js';
import { Answers, AnswersPage } from '../open-api/answers.decorator.js';
import { Describes } from '../open-api/describes.decorator.js';
import { BookPageQuery } from './payment.dto.js';

@ApiTags('payments')
@ApiBearerAuth()
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
