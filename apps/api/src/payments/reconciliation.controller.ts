import { Controller, Get, Param } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import type { Actor } from '@abato/accounts';
import {
  bookDifferenceView,
  type BookDifferenceView,
  list,
  reconciliationView,
  type ReconciliationView,
} from '@abato/contracts';
import { ReconciliationService } from '@abato/payments';
import { CurrentActor, Organiser, SuperAdmin } from '../access/access.decorators.js';
import { OfContestPath } from '../contests/contest.dto.js';
import { Answers } from '../open-api/answers.decorator.js';
import { Describes } from '../open-api/describes.decorator.js';

@ApiTags('payments')
@ApiBearerAuth()
@Controller('payments')
export class ReconciliationController {
  constructor(private readonly books: ReconciliationService) {}

  @Describes(
    'List differences to the provider',
    'Returns unexplained differences between the books and the provider’s records of all contests, and of references that no contest knows, oldest first.',
  )
  @SuperAdmin()
  @Get('differences')
  @Answers(list(bookDifferenceView))
  async differences(): Promise<BookDifferenceView[]> {
    return this.books.differences();
  }

  @Describes(
    'Reconcile a contest',
    'Compares the money taken with what was counted, refunded and held. An organiser’s request for another organiser’s contest is answered as not found.',
  )
  @Organiser()
  @Get('contest/:contestId/reconciliation')
  @Answers(reconciliationView)
  async ofContest(
    @CurrentActor() actor: Actor,
    @Param() { contestId }: OfContestPath,
  ): Promise<ReconciliationView> {
    return this.books.ofContest(actor, contestId);
  }
}
