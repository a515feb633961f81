import { Controller, Get } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import { type Actor, ownerScope } from '@abato/accounts';
import { statisticsView, type StatisticsView } from '@abato/contracts';
import { StatisticsService } from '@abato/voting';
import { CurrentActor, Organiser } from '../access/access.decorators.js';
import { Answers } from '../open-api/answers.decorator.js';
import { Describes } from '../open-api/describes.decorator.js';

@ApiTags('statistics')
@ApiBearerAuth()
@Controller('statistics')
export class StatisticsController {
  constructor(private readonly statistics: StatisticsService) {}

  @Describes(
    'Read the overall figures',
    'Returns the figures of all own contests; for super admins, of the whole platform.',
  )
  @Organiser()
  @Get()
  @Answers(statisticsView)
  async read(@CurrentActor() actor: Actor): Promise<StatisticsView> {
    return this.statistics.read(ownerScope(actor));
  }
}
