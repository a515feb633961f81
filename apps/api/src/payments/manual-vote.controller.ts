import { Body, Controller, Headers, Post } from '@nestjs/common';
import { ApiBearerAuth, ApiHeader, ApiTags } from '@nestjs/swagger';
import type { Actor } from '@abato/accounts';
import { type CastVoteResult, manualVoteRules, success, type SuccessBody } from '@abato/contracts';
import { ManualVoteService } from '@abato/payments';
import { CurrentActor, Organiser } from '../access/access.decorators.js';
import { Rule } from '../http/rule.decorator.js';
import { Answers } from '../open-api/answers.decorator.js';
import { castResultSchema } from '../open-api/figure-views.js';

export class ManualVoteDto {
  @Rule(manualVoteRules.contestId) contestId!: string;
  @Rule(manualVoteRules.categoryId) categoryId!: string;
  @Rule(manualVoteRules.contestantId) contestantId!: string;
  @Rule(manualVoteRules.voteCount, { example: 20 }) voteCount!: number;
  @Rule(manualVoteRules.voterName, { example: 'Kofi Annan' }) voterName?: string;
  @Rule(manualVoteRules.voterEmail, { example: 'kofi@example.com' }) voterEmail?: string;
  @Rule(manualVoteRules.voterPhone, { example: '+233241234567' }) voterPhone!: string;
  @Rule(manualVoteRules.reason, { example: 'Cash at the gate, receipt book 3' }) reason!: string;
}

@ApiTags('votes')
@ApiBearerAuth()
@Controller('votes')
export class ManualVoteController {
  constructor(private readonly votes: ManualVoteService) {}

  @Organiser()
  @Post('manual')
  @ApiHeader({
    name: 'Idempotency-Key',
    required: false,
    description: 'UUID; the same key never counts twice',
  })
  @Answers(castResultSchema, 201)
  async enter(
    @CurrentActor() actor: Actor,
    @Body() body: ManualVoteDto,
    @Headers('idempotency-key') key?: string,
  ): Promise<SuccessBody<CastVoteResult>> {
    return success(await this.votes.enter(actor, body, key));
  }
}
