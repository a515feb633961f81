import { Controller, Get, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import { type Actor, ownerScope } from '@abato/accounts';
import { statisticsChartsView, statisticsView } from '@abato/contracts';
import { StatisticsService } from '@abato/voting';
import { CurrentActor, Organiser } from '../access/access.decorators.js';
import { Answers } from '../open-api/answers.decorator.js';
import { Describes } from '../open-api/describes.decorator.js';
import { ChartsQuery, unitsOf } from './vote.dto.js';

@ApiTags('statistics')
@ApiBearerAuth()
@Controller('statistics')
export class StatisticsController {
  constructor(private readonly statistics: StatisticsService) {}

  @Describes(
    'Read the overall figures',
    'Returns the figures of all own contests; for super admins, of the whole platform.',
  )
  @Organiser('votes.read')
  @Get()
  @Answers(statisticsView)
  async read(@CurrentActor() actor: Actor) {
    return this.statistics.read(ownerScope(actor));
  }

  @Describes(
    'Read what the charts are drawn from',
    'Returns votes and revenue over time, by hour of the day, method and channel, the way from cast to paid, and votes per voter: of one contest, of all own ones, for super admins of all. An organiser’s request for another organiser’s contest is answered as not found.',
  )
  @Organiser('votes.read')
  @Get('charts')
  @Answers(statisticsChartsView)
  async readCharts(@CurrentActor() actor: Actor, @Query() { contest, unit, count }: ChartsQuery) {
    return this.statistics.charts(actor, contest ?? null, { unit, count: unitsOf(unit, count) });
  }
}
