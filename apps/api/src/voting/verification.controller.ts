import { Body, Controller, HttpCode, HttpStatus, Ip, Param, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import {
  checkVerificationRules,
  confirmVerificationExamples,
  requestedVerificationView,
  requestVerificationExamples,
  requestVerificationRules,
  type VoterToken,
  voterTokenView,
  type WaitingVerification,
  waitingVerificationView,
} from '@abato/contracts';
import { PhoneVerificationService } from '@abato/voting';
import { Public } from '../access/access.decorators.js';
import { bodyOf, pathOf } from '../http/dto.js';
import { AlsoAnswers, Answers } from '../open-api/answers.decorator.js';
import { Describes } from '../open-api/describes.decorator.js';

/** An id that names nothing is a code that is not valid any more. */
export class VerificationPath extends pathOf({ id: 'CODE_EXPIRED' }) {}
export class RequestVerificationDto extends bodyOf(requestVerificationRules, {
  examples: requestVerificationExamples,
}) {}
export class ConfirmVerificationDto extends bodyOf(checkVerificationRules, {
  examples: confirmVerificationExamples,
}) {}

@ApiTags('votes')
@Controller('voters/verification')
export class VerificationController {
  constructor(private readonly verification: PhoneVerificationService) {}

  @Describes(
    'Request a code for a phone number',
    'Sends a code by SMS for a free contest that counts votes of verified numbers only, or returns what the phone dials instead (`ussd`, without any cost), and until when that is valid. Refuses numbers that are not mobile, and more codes than a number, a network or the contest may have. The answer is the same for every number that has ordered no code in the last hour. For one that has, a refusal with the time to wait tells anyone who asks when a code was ordered, not for which contest.',
  )
  @Public()
  @Post()
  @HttpCode(202)
  @Answers(requestedVerificationView, { status: 202 })
  async request(@Body() body: RequestVerificationDto, @Ip() address: string) {
    return this.verification.request(body, address);
  }

  @Describes(
    'Confirm a phone number',
    'Returns the token that casts of this number in this contest carry as `X-Voter-Token`. Refuses a wrong code, a code after five tries and one that is older than five minutes. A verification by dialling is asked without a code: 202 until the phone has dialled.',
  )
  @Public()
  @Post(':id')
  @HttpCode(200)
  @Answers<VoterToken | WaitingVerification>(voterTokenView)
  @AlsoAnswers(waitingVerificationView, 202, 'The phone has not dialled yet')
  async confirm(
    @Param() { id }: VerificationPath,
    @Body() body: ConfirmVerificationDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    if (body.code !== undefined) return this.verification.confirm(id, body.code);
    const answer = await this.verification.check(id);
    if ('waiting' in answer) reply.status(HttpStatus.ACCEPTED);
    return answer;
  }
}
