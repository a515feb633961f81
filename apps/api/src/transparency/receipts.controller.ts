import { Body, Controller, Get, Header, Headers, Ip, Param, Post } from '@nestjs/common';
import { ApiHeader, ApiTags } from '@nestjs/swagger';
import {
  contestAuditView,
  contestRulesView,
  cosignatureExamples,
  cosignatureRules,
  cosignatureView,
  receiptView,
  VOTER_PHONE_HEADER,
} from '@abato/contracts';
import { AppError } from '@abato/platform';
import { ContestAuditFigures, Receipts, SealedContestRules, Witnesses } from '@abato/transparency';
import { Public } from '../access/access.decorators.js';
import { ContestPath } from '../contests/contest.dto.js';
import { AskedFirst } from '../http/ask-first.js';
import { ANY_TEXT, bodyOf, pathOf } from '../http/dto.js';
import { fileOf } from '../http/send.js';
import { Answers, AnswersFile, Describes } from '../open-api/answers.decorator.js';

class ReceiptPath extends pathOf({ code: ANY_TEXT }) {}
class CosignatureDto extends bodyOf(cosignatureRules, cosignatureExamples) {}

@ApiTags('public')
@Controller('receipts')
export class ReceiptsController {
  constructor(private readonly receipts: Receipts) {}

  @Describes(
    'Read a receipt',
    'Returns where the vote with a receipt code is in the public log of its contest, with the newest checkpoint. With the voter’s own number in the header, it also returns the salt that opens the entry’s commitment; a wrong number gets the same answer as an unknown code. Refuses too many attempts.',
  )
  @ApiHeader({ name: VOTER_PHONE_HEADER, required: false, description: 'The number the vote was cast with' })
  @Public()
  @Get(':code')
  @AskedFirst('receipt')
  @Header('cache-control', 'no-store')
  @Answers(receiptView)
  async find(
    @Param() { code }: ReceiptPath,
    @Headers(VOTER_PHONE_HEADER) phone: string | undefined,
    @Ip() address: string,
  ) {
    return this.receipts.find(code, phone, address);
  }

  @Describes(
    'Download the signed statement of a receipt',
    'Returns the signed note about a counted vote as a file to keep: by which minute the public log has its entry. 404 for a vote that was not counted.',
  )
  @Public()
  @Get(':code/statement')
  @AskedFirst('receipt')
  @AnswersFile('text/plain')
  async statement(@Param() { code }: ReceiptPath, @Ip() address: string) {
    const receipt = await this.receipts.find(code, undefined, address);
    if (!receipt.statement) throw new AppError('VOTE_NOT_FOUND');
    return fileOf(`receipt-${receipt.code}.txt`, 'text/plain; charset=utf-8', receipt.statement);
  }
}

@ApiTags('public')
@Controller('contests')
export class ContestRulesController {
  constructor(
    private readonly rules: SealedContestRules,
    private readonly figures: ContestAuditFigures,
  ) {}

  @Describes(
    'Read the rules of a contest',
    'Returns the rules in force with their hash, the rules that were sealed when the contest became active, and every amendment with its time. Public, also while results are hidden; a draft is answered as not found.',
  )
  @Public()
  @Get(':id/rules')
  @Header('cache-control', 'no-cache')
  @Answers(contestRulesView)
  async read(@Param() { id }: ContestPath) {
    return this.rules.read(id);
  }

  @Describes(
    'Read what a contest does not count',
    'Returns how many votes wait for the organiser’s decision and how many were rejected: they have no entry in the public log. Null while results are hidden.',
  )
  @Public()
  @Get(':id/audit')
  @Header('cache-control', 'no-cache')
  @Answers(contestAuditView)
  async audit(@Param() { id }: ContestPath) {
    return this.figures.read(id);
  }
}

@ApiTags('public')
@Controller('contests')
export class CosignaturesController {
  constructor(private readonly witnesses: Witnesses) {}

  @Describes(
    'Cosign a checkpoint',
    'Keeps the cosignature of a witness and publishes it with the checkpoint of that size. Needs no account: the signature is the proof. Refuses keys that the operator has not named, and signatures of anything but this log’s own checkpoint.',
  )
  @Public()
  @Post(':id/cosignatures')
  @Answers(cosignatureView, { status: 201 })
  async add(@Param() { id }: ContestPath, @Body() body: CosignatureDto) {
    return this.witnesses.add(id, body);
  }
}
