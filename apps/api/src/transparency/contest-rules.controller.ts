import { Controller, Get, Header, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { contestAuditView, contestRulesView } from '@abato/contracts';
import { ContestAuditFigures, SealedContestRules } from '@abato/transparency';
import { Public } from '../access/access.decorators.js';
import { ContestPath } from '../contests/contest.dto.js';
import { Answers } from '../open-api/answers.decorator.js';
import { Describes } from '../open-api/describes.decorator.js';

@ApiTags('public')
@Controller('contests')
export class ContestRulesController {
  constructor(
    private readonly rules: SealedContestRules,
    private readonly figures: ContestAuditFigures,
  ) {}

  @Describes(
    'Read the rules of a contest',
    'Returns the rules in force with their hash, the rules that were sealed when the contest became active, and every amendment with its time. Public, also while results are hidden; a draft is answered as not found.',
  )
  @Public()
  @Get(':id/rules')
  @Header('cache-control', 'no-cache')
  @Answers(contestRulesView)
  async read(@Param() { id }: ContestPath) {
    return this.rules.read(id);
  }

  @Describes(
    'Read what a contest does not count',
    'Returns how many votes wait for the organiser’s decision and how many were rejected: they have no entry in the public log. Null while results are hidden.',
  )
  @Public()
  @Get(':id/audit')
  @Header('cache-control', 'no-cache')
  @Answers(contestAuditView)
  async audit(@Param() { id }: ContestPath) {
    return this.figures.read(id);
  }
}
