import { Controller, Get } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import type { StatisticsView, SuccessBody } from '@abato/contracts';
import { CurrentActor, Organiser } from '../access/access.decorators.js';
import { ownerScope, type Actor } from '../access/actor.js';
import { success } from '../http/paging.js';
import { Answers } from '../open-api/answers.decorator.js';
import { statisticsSchema } from '../open-api/figure-views.js';
import { StatisticsService } from './statistics.service.js';

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
