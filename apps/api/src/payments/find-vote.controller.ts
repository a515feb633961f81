import { Body, Controller, HttpCode, Ip, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { findVoteExamples, findVoteRules, foundVoteView } from '@abato/contracts';
import { FindVoteService } from '@abato/reports';
import { Public } from '../access/access.decorators.js';
import { AskedFirst } from '../http/ask-first.js';
import { bodyOf } from '../http/dto.js';
import { OwnKeys } from '../http/idempotency.interceptor.js';
import { Answers } from '../open-api/answers.decorator.js';
import { Describes } from '../open-api/describes.decorator.js';

export class FindVoteDto extends bodyOf(findVoteRules, { examples: findVoteExamples }) {}

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
  @HttpCode(200)
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
  @HttpCode(200)
  @Answers(foundVoteView)
  async appeal(@Body() body: FindVoteDto, @Ip() address: string) {
    return this.votes.appeal(body, address);
  }
}
