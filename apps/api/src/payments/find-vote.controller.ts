import { Body, Controller, HttpCode, Ip, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { findVoteRules, type FoundVote, success, type SuccessBody } from '@abato/contracts';
import { FindVoteService } from '@abato/payments';
import { Public } from '../access/access.decorators.js';
import { AskedFirst } from '../http/ask-first.js';
import { Rule } from '../http/rule.decorator.js';
import { Answers } from '../open-api/answers.decorator.js';
import { foundVoteSchema } from '../open-api/payment-views.js';

export class FindVoteDto {
  @Rule(findVoteRules.phone, { example: '+233241234567' }) phone!: string;
  @Rule(findVoteRules.reference, { example: '7K3M-9QXT' }) reference!: string;
}

@ApiTags('votes')
@Controller('votes')
export class FindVoteController {
  constructor(private readonly votes: FindVoteService) {}

  /** By phone and payment reference, receipt code or vote id. A body, so that no phone number lands in an access log. */
  @Public()
  @Post('find')
  @AskedFirst('findVote')
  @HttpCode(200)
  @Answers(foundVoteSchema)
  async find(@Body() body: FindVoteDto, @Ip() address: string): Promise<SuccessBody<FoundVote>> {
    return success(await this.votes.find(body, address));
  }
}
