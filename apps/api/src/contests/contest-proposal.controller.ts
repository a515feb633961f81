import { Controller, Get } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import { ContestRules } from '@abato/contests';
import { type ContestProposal, contestProposalView } from '@abato/contracts';
import { Organiser } from '../access/access.decorators.js';
import { Answers } from '../open-api/answers.decorator.js';
import { Describes } from '../open-api/describes.decorator.js';

@ApiTags('contests')
@ApiBearerAuth()
@Controller('contests')
export class ContestProposalController {
  constructor(private readonly rules: ContestRules) {}

  @Describes(
    'Propose a new contest',
    'Returns what the form for a new contest begins with: verified phone numbers for free contests where this platform can send codes by SMS, open voting where it cannot.',
  )
  @Organiser('contest.write')
  @Get('proposal')
  @Answers(contestProposalView)
  proposal(): ContestProposal {
    return this.rules.proposal();
  }
}
