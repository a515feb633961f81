import { Body, Controller, Headers, Ip, Post } from '@nestjs/common';
import { ApiBody, ApiHeader, ApiTags } from '@nestjs/swagger';
import { castVoteResult, VOTER_TOKEN_HEADER } from '@abato/contracts';
import { Public } from '../access/access.decorators.js';
import { OwnKeys } from '../http/idempotency.interceptor.js';
import { Answers } from '../open-api/answers.decorator.js';
import { Describes } from '../open-api/describes.decorator.js';
import { CastVotes } from './cast-votes.service.js';
import { CastVoteDto } from './vote.dto.js';

@ApiTags('votes')
@Controller('votes')
export class CastVoteController {
  constructor(private readonly votes: CastVotes) {}

  @Describes(
    'Cast a vote',
    'Stores a vote durably before answering; free votes count at once, paid ones once they are paid. A counted free vote is answered with a signed statement by which minute the public log has it. Refuses a contest that takes no votes now, votes above the limits, and a missing person check.',
  )
  @Public()
  @OwnKeys()
  @Post('cast')
  @ApiBody({ type: CastVoteDto })
  @ApiHeader({
    name: 'Idempotency-Key',
    required: false,
    description: 'UUID; the same key never counts twice',
  })
  @ApiHeader({
    name: 'X-Voter-Token',
    required: false,
    description:
      'Proof of the phone number, for free contests with verified numbers; several separated by commas',
  })
  @Answers(castVoteResult, { status: 201 })
  async cast(
    @Body() body: unknown,
    @Ip() address: string,
    @Headers('idempotency-key') key?: string,
    @Headers(VOTER_TOKEN_HEADER) voterToken?: string,
  ) {
    return this.votes.cast(body, { key, address, voterToken });
  }
}
