import { Body, Controller, Headers, HttpCode, Param, Post } from '@nestjs/common';
import { ApiBearerAuth, ApiHeader, ApiTags } from '@nestjs/swagger';
import type { Actor } from '@abato/accounts';
import {
  castVoteResult,
  manualVoteExamples,
  manualVoteRules,
  nothing,
  undoVoteExamples,
  undoVoteRules,
} from '@abato/contracts';
import { ManualVoteService } from '@abato/payments';
import { CurrentActor, Organiser, Reauthenticated } from '../access/access.decorators.js';
import { bodyOf } from '../http/dto.js';
import { Answers } from '../open-api/answers.decorator.js';
import { Describes } from '../open-api/describes.decorator.js';
import { VotePath } from '../voting/vote.dto.js';

export class ManualVoteDto extends bodyOf(manualVoteRules, { examples: manualVoteExamples }) {}

export class UndoVoteDto extends bodyOf(undoVoteRules, { examples: undoVoteExamples }) {}

@ApiTags('votes')
@ApiBearerAuth()
@Controller('votes')
export class ManualVoteController {
  constructor(private readonly votes: ManualVoteService) {}

  @Describes(
    'Enter votes for cash',
    'Counts votes of an own contest that were paid in cash; above GHS 10,000 they wait for a second person. Refuses another user’s contest and one that takes no votes now.',
  )
  @Organiser('payments.act')
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
  ) {
    return this.votes.enter(actor, body, key);
  }

  @Describes(
    'Undo votes entered by hand',
    'Takes back votes that were entered by hand in a free contest: by the organiser or a super admin while voting is open. Refuses votes that voters cast, that were paid, or that do not count. Cash is taken back by recording that the money was returned.',
  )
  @Organiser('payments.act')
  @Reauthenticated()
  @Post('manual/:id/undo')
  @HttpCode(200)
  @Answers(nothing)
  async undo(@CurrentActor() actor: Actor, @Param() { id }: VotePath, @Body() { reason }: UndoVoteDto) {
    await this.votes.undo(actor, id, reason);
  }
}
