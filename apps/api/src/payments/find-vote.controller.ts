import { Body, Controller, HttpCode, Ip, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { findVoteExamples, findVoteRules, type FoundVote, foundVoteView } from '@abato/contracts';
import { FindVoteService } from '@abato/payments';
import { Public } from '../access/access.decorators.js';
import { AskedFirst } from '../http/ask-first.js';
import { bodyOf } from '../http/dto.js';
import { Answers } from '../open-api/answers.decorator.js';

export class FindVoteDto extends bodyOf(findVoteRules, { examples: findVoteExamples }) {}

@ApiTags('votes')
@Controller('votes')
export class FindVoteController {
  constructor(private readonly votes: FindVoteService) {}

  /** By phone and payment reference, receipt code or vote id. A body, so that no phone number lands in an access log. */
  @Public()
  @Post('find')
  @AskedFirst('findVote')
  @HttpCode(200)
  @Answers(foundVoteView)
  async find(@Body() body: FindVoteDto, @Ip() address: string): Promise<FoundVote> {
    return this.votes.find(body, address);
  }
}
