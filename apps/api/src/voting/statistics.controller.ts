import { Controller, Get } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import { type Actor, ownerScope } from '@abato/accounts';
import { statisticsView, type StatisticsView } from '@abato/contracts';
import { StatisticsService } from '@abato/voting';
import { CurrentActor, Organiser } from '../access/access.decorators.js';
import { Answers } from '../open-api/answers.decorator.js';

@ApiTags('statistics')
@ApiBearerAuth()
@Controller('statistics')
export class StatisticsController {
  constructor(private readonly statistics: StatisticsService) {}

  /** Own figures; a super admin's are the whole system's. */
  @Organiser()
  @Get()
  @Answers(statisticsView)
  async read(@CurrentActor() actor: Actor): Promise<StatisticsView> {
    return this.statistics.read(ownerScope(actor));
  }
}
