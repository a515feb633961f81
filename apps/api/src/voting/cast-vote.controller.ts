import { Body, Controller, Headers, Ip, Post } from '@nestjs/common';
import { ApiBody, ApiHeader, ApiTags } from '@nestjs/swagger';
import {
  castProofRules,
  type CastVoteResult,
  castVoteRules,
  success,
  type SuccessBody,
} from '@abato/contracts';
import { VoteIntake } from '@abato/voting';
import { Public } from '../access/access.decorators.js';
import { Rule } from '../http/rule.decorator.js';
import { Answers } from '../open-api/answers.decorator.js';
import { castResultSchema } from '../open-api/figure-views.js';

/** Only describes the body for OpenAPI: the service validates by the same rules without reflection. */
class CastVoteDto {
  @Rule(castVoteRules.contestId) contestId!: string;
  @Rule(castVoteRules.categoryId) categoryId!: string;
  @Rule(castVoteRules.contestantId) contestantId!: string;
  @Rule(castVoteRules.voteCount, { example: 1 }) voteCount!: number;
  @Rule(castVoteRules.voterName, { example: 'Kofi Annan' }) voterName?: string;
  @Rule(castVoteRules.voterEmail, { example: 'kofi@example.com' }) voterEmail?: string;
  @Rule(castVoteRules.voterPhone, { example: '+233241234567' }) voterPhone!: string;
  @Rule(castProofRules.deviceId) deviceId?: string;
  @Rule(castProofRules.challenge, { example: 'eyJjaGFsbGVuZ2UiOiJ…' }) challenge?: string;
}

@ApiTags('votes')
@Controller('votes')
export class CastVoteController {
  constructor(private readonly votes: VoteIntake) {}

  @Public()
  @Post('cast')
  @ApiBody({ type: CastVoteDto })
  @ApiHeader({
    name: 'Idempotency-Key',
    required: false,
    description: 'UUID; the same key never counts twice',
  })
  @Answers(castResultSchema, 201)
  async cast(
    @Body() body: unknown,
    @Ip() address: string,
    @Headers('idempotency-key') key?: string,
  ): Promise<SuccessBody<CastVoteResult>> {
    return success(await this.votes.cast(body, { key, address }));
  }
}
