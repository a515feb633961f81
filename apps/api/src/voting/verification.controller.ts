import { Body, Controller, HttpCode, Ip, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  confirmVerificationExamples,
  confirmVerificationRules,
  type RequestedVerification,
  requestedVerificationView,
  requestVerificationExamples,
  requestVerificationRules,
  type VoterToken,
  voterTokenView,
} from '@abato/contracts';
import { PhoneVerificationService } from '@abato/voting';
import { Public } from '../access/access.decorators.js';
import { bodyOf, pathOf } from '../http/dto.js';
import { Answers } from '../open-api/answers.decorator.js';
import { Describes } from '../open-api/describes.decorator.js';

/** An id that names nothing is a code that is not valid any more. */
export class VerificationPath extends pathOf({ id: 'CODE_EXPIRED' }) {}
export class RequestVerificationDto extends bodyOf(requestVerificationRules, {
  examples: requestVerificationExamples,
}) {}
export class ConfirmVerificationDto extends bodyOf(confirmVerificationRules, {
  examples: confirmVerificationExamples,
}) {}

@ApiTags('votes')
@Controller('voters/verification')
export class VerificationController {
  constructor(private readonly verification: PhoneVerificationService) {}

  @Describes(
    'Request a code for a phone number',
    'Sends a code by SMS for a free contest that counts votes of verified numbers only, and returns until when it is valid. Refuses numbers that are not mobile, and more codes than a number, a network or the contest may have. The answer is the same for every number that has ordered no code in the last hour. For one that has, a refusal with the time to wait tells anyone who asks when a code was ordered, not for which contest.',
  )
  @Public()
  @Post()
  @HttpCode(202)
  @Answers(requestedVerificationView, { status: 202 })
  async request(@Body() body: RequestVerificationDto, @Ip() address: string): Promise<RequestedVerification> {
    return this.verification.request(body, address);
  }

  @Describes(
    'Confirm a phone number',
    'Returns the token that casts of this number in this contest carry as `X-Voter-Token`. Refuses a wrong code, a code after five tries and one that is older than five minutes.',
  )
  @Public()
  @Post(':id')
  @HttpCode(200)
  @Answers(voterTokenView)
  async confirm(
    @Param() { id }: VerificationPath,
    @Body() body: ConfirmVerificationDto,
  ): Promise<VoterToken> {
    return this.verification.confirm(id, body.code);
  }
}
