import { Controller, Get, Param } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import type { Actor } from '@abato/accounts';
import { contestSmsView } from '@abato/contracts';
import { ContestSmsReader } from '@abato/voting';
import { CurrentActor, Organiser } from '../access/access.decorators.js';
import { OfContestPath } from '../contests/contest.dto.js';
import { Answers } from '../open-api/answers.decorator.js';
import { Describes } from '../open-api/describes.decorator.js';

@ApiTags('contests')
@ApiBearerAuth()
@Controller('contests/:contestId/sms')
export class ContestSmsController {
  constructor(private readonly sms: ContestSmsReader) {}

  @Describes(
    'Read what a contest has sent by SMS',
    'Returns messages, how many arrived, their cost by the platform’s price, and the codes of today with the most that are sent in a day. An organiser’s request for another organiser’s contest is answered as not found.',
  )
  @Organiser('contest.read')
  @Get()
  @Answers(contestSmsView)
  async read(@CurrentActor() actor: Actor, @Param() { contestId }: OfContestPath) {
    return this.sms.read(actor, contestId);
  }
}
