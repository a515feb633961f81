import { Body, Controller, HttpCode, Ip, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { browserTokenView, requestBrowserTokenExamples, requestBrowserTokenRules } from '@abato/contracts';
import { VoterProofs } from '@abato/voting';
import { Public } from '../access/access.decorators.js';
import { bodyOf } from '../http/dto.js';
import { OwnKeys } from '../http/idempotency.interceptor.js';
import { Answers } from '../open-api/answers.decorator.js';
import { Describes } from '../open-api/describes.decorator.js';

export class RequestBrowserTokenDto extends bodyOf(requestBrowserTokenRules, {
  examples: requestBrowserTokenExamples,
}) {}

@ApiTags('votes')
@Controller('voters/browser')
export class BrowserTokenController {
  constructor(private readonly proofs: VoterProofs) {}

  @Describes(
    'Request a token for a browser',
    'Returns the token that casts with this `deviceId` carry as `browserToken`, or a person check to solve first: then send the same `deviceId` with the solution as `challenge`. Votes are taken without a token too; in an open contest only some of them count before the organiser has looked at the rest.',
  )
  @Public()
  @OwnKeys()
  @Post()
  @HttpCode(200)
  @Answers(browserTokenView)
  async issue(@Body() body: RequestBrowserTokenDto, @Ip() address: string) {
    return this.proofs.issueBrowserToken(body.deviceId, body.challenge, address);
  }
}
