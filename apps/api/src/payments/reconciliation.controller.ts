import { Controller, Get, Param } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import type { Actor } from '@abato/accounts';
import {
  type BookDifferenceView,
  type ReconciliationView,
  success,
  type SuccessBody,
} from '@abato/contracts';
import { ReconciliationService } from '@abato/payments';
import { CurrentActor, Organiser, SuperAdmin } from '../access/access.decorators.js';
import { IdPipe } from '../http/uuid.pipe.js';
import { Answers } from '../open-api/answers.decorator.js';
import { bookDifferenceSchema } from '../open-api/book-views.js';
import { reconciliationSchema } from '../open-api/payment-views.js';
import { list } from '../open-api/schema.js';

@ApiTags('payments')
@ApiBearerAuth()
@Controller('payments')
export class ReconciliationController {
  constructor(private readonly books: ReconciliationService) {}

  /** Between our books and the provider's, of all contests and of references that are nobody's. */
  @SuperAdmin()
  @Get('differences')
  @Answers(list(bookDifferenceSchema))
  async differences(): Promise<SuccessBody<BookDifferenceView[]>> {
    return success(await this.books.differences());
  }

  @Organiser()
  @Get('contest/:contestId/reconciliation')
  @Answers(reconciliationSchema)
  async ofContest(
    @CurrentActor() actor: Actor,
    @Param('contestId', new IdPipe('CONTEST_NOT_FOUND')) contestId: string,
  ): Promise<SuccessBody<ReconciliationView>> {
    return success(await this.books.ofContest(actor, contestId));
  }
}
