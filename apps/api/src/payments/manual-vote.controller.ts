import { Body, Controller, Headers, Post } from '@nestjs/common';
import { ApiBearerAuth, ApiHeader, ApiTags } from '@nestjs/swagger';
import type { Actor } from '@abato/accounts';
import { castVoteResult, type CastVoteResult, manualVoteExamples, manualVoteRules } from '@abato/contracts';
import { ManualVoteService } from '@abato/payments';
import { CurrentActor, Organiser } from '../access/access.decorators.js';
import { bodyOf } from '../http/dto.js';
import { Answers } from '../open-api/answers.decorator.js';
import { Describes } from '../open-api/describes.decorator.js';

export class ManualVoteDto extends bodyOf(manualVoteRules, { examples: manualVoteExamples }) {}

@ApiTags('votes')
@ApiBearerAuth()
@Controller('votes')
export class ManualVoteController {
  constructor(private readonly votes: ManualVoteService) {}

  @Describes(
    'Enter votes for cash',
    'Counts votes of an own contest that were paid in cash; above GHS 10,000 they wait for a second person. Refuses another user’s contest and one that takes no votes now.',
  )
  @Organiser()
  @Post('manual')
  @ApiHeader({
    name: 'Idempotency-Key',
    required: false,
    description: 'UUID; the same key never counts twice',
  })
  @Answers(castVoteResult, { status: 201 })
  async enter(
    @CurrentActor() actor: Actor,
    @Body() body: ManualVoteDto,
    @Headers('idempotency-key') key?: string,
  ): Promise<CastVoteResult> {
    return this.votes.enter(actor, body, key);
  }
}
