import { Controller, Get } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import { type Actor, ownerScope } from '@abato/accounts';
import { type StatisticsView, success, type SuccessBody } from '@abato/contracts';
import { StatisticsService } from '@abato/voting';
import { CurrentActor, Organiser } from '../access/access.decorators.js';
import { Answers } from '../open-api/answers.decorator.js';
import { statisticsSchema } from '../open-api/figure-views.js';

@ApiTags('statistics')
@ApiBearerAuth()
@Controller('statistics')
export class StatisticsController {
  constructor(private readonly statistics: StatisticsService) {}

  /** Own figures; a super admin's are the whole system's. */
  @Organiser()
  @Get()
  @Answers(statisticsSchema)
  async read(@CurrentActor() actor: Actor): Promise<SuccessBody<StatisticsView>> {
    return success(await this.statistics.read(ownerScope(actor)));
  }
}
