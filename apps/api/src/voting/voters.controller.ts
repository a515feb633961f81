import { Body, Controller, Headers, HttpStatus, Ip, Param, Post, Res } from '@nestjs/common';
import { ApiHeader, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ContestDirectory } from '@abato/contests';
import {
  browserTokenView,
  checkVerificationRules,
  confirmVerificationExamples,
  findVoteExamples,
  findVoteRules,
  foundVoteView,
  isUuid,
  personChallengeView,
  requestBrowserTokenExamples,
  requestBrowserTokenRules,
  requestedVerificationView,
  requestVerificationExamples,
  requestVerificationRules,
  type VoterToken,
  voterTokenView,
  type WaitingVerification,
  waitingVerificationView,
} from '@abato/contracts';
import { AppError } from '@abato/platform';
import { FindVoteService } from '@abato/reports';
import { PhoneVerificationService, ProofOffers } from '@abato/voting';
import { Public } from '../access/access.decorators.js';
import { AskedFirst } from '../http/ask-first.js';
import { bodyOf, pathOf } from '../http/dto.js';
import { OwnKeys } from '../http/idempotency.interceptor.js';
import { AlsoAnswers, Answers, Describes } from '../open-api/answers.decorator.js';
import { RequestChallengeDto } from './vote.dto.js';

class FindVoteDto extends bodyOf(findVoteRules, findVoteExamples) {}
class RequestBrowserTokenDto extends bodyOf(requestBrowserTokenRules, requestBrowserTokenExamples) {}

/** An id that names nothing is a code that is not valid any more. */
class VerificationPath extends pathOf({ id: 'CODE_EXPIRED' }) {}
class RequestVerificationDto extends bodyOf(requestVerificationRules, requestVerificationExamples) {}
class ConfirmVerificationDto extends bodyOf(checkVerificationRules, confirmVerificationExamples) {}

@ApiTags('votes')
@Controller('votes')
export class FindVoteController {
  constructor(private readonly votes: FindVoteService) {}

  @Describes(
    'Find a vote',
    'Returns a vote by phone together with a payment reference, receipt code or vote id, sent in the body to keep phone numbers out of access logs. Refuses too many attempts; a wrong phone and a wrong reference get the same answer.',
  )
  @Public()
  @OwnKeys()
  @Post('find')
  @AskedFirst('findVote')
  @Answers(foundVoteView)
  async find(@Body() body: FindVoteDto, @Ip() address: string) {
    return this.votes.find(body, address);
  }

  @Describes(
    'Ask that a vote be looked at again',
    'Tells the organiser that the voter of a held or rejected free vote asks for another look, once per vote, and returns the vote; a rejected one is held again. Names the vote as the search does, and changes nothing about any other vote.',
  )
  @Public()
  @Post('appeal')
  @AskedFirst('findVote')
  @Answers(foundVoteView)
  async appeal(@Body() body: FindVoteDto, @Ip() address: string) {
    return this.votes.appeal(body, address);
  }
}

@ApiTags('votes')
@Controller('votes')
export class ChallengeController {
  constructor(
    private readonly offers: ProofOffers,
    private readonly directory: ContestDirectory,
  ) {}

  @Describes(
    'Request a person check',
    'Returns a challenge for one vote: solve it and cast the vote with the same `Idempotency-Key` and the solution as `challenge`. Refuses a missing or malformed key.',
  )
  @Public()
  @OwnKeys()
  @Post('challenge')
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
    return this.offers.issueCheck(body.contestId, key.toLowerCase(), address, contest);
  }
}

@ApiTags('votes')
@Controller('voters/browser')
export class BrowserTokenController {
  constructor(private readonly offers: ProofOffers) {}

  @Describes(
    'Request a token for a browser',
    'Returns the token that casts with this `deviceId` carry as `browserToken`, or a person check to solve first: then send the same `deviceId` with the solution as `challenge`. Votes are taken without a token too; in an open contest only some of them count before the organiser has looked at the rest.',
  )
  @Public()
  @OwnKeys()
  @Post()
  @Answers(browserTokenView)
  async issue(@Body() body: RequestBrowserTokenDto, @Ip() address: string) {
    return this.offers.issueBrowserToken(body.deviceId, body.challenge, address);
  }
}

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
