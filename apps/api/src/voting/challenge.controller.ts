import { Body, Controller, Headers, HttpCode, Ip, Post } from '@nestjs/common';
import { ApiHeader, ApiTags } from '@nestjs/swagger';
import { ContestDirectory } from '@abato/contests';
import { isUuid, personChallengeView } from '@abato/contracts';
import { AppError } from '@abato/platform';
import { VoterProofs } from '@abato/voting';
import { Public } from '../access/access.decorators.js';
import { OwnKeys } from '../http/idempotency.interceptor.js';
import { Answers } from '../open-api/answers.decorator.js';
import { Describes } from '../open-api/describes.decorator.js';
import { RequestChallengeDto } from './vote.dto.js';

@ApiTags('votes')
@Controller('votes')
export class ChallengeController {
  constructor(
    private readonly proofs: VoterProofs,
    private readonly directory: ContestDirectory,
  ) {}

  @Describes(
    'Request a person check',
    'Returns a challenge for one vote: solve it and cast the vote with the same `Idempotency-Key` and the solution as `challenge`. Refuses a missing or malformed key.',
  )
  @Public()
  @OwnKeys()
  @Post('challenge')
  @HttpCode(200)
  @ApiHeader({
    name: 'Idempotency-Key',
    required: true,
    description: 'UUID of the vote that this check is for; it proves nothing for another',
  })
  @Answers(personChallengeView)
  async issue(
    @Body() body: RequestChallengeDto,
    @Ip() address: string,
    @Headers('idempotency-key') key?: string,
  ) {
    if (!isUuid(key)) throw new AppError('IDEMPOTENCY_KEY_INVALID');
    const contest = await this.directory.find(body.contestId);
    return this.proofs.issueCheck(body.contestId, key.toLowerCase(), address, contest);
  }
}
