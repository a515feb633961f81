import { Controller, Get, Header, Headers, Ip, Param, Res } from '@nestjs/common';
import { ApiHeader, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { receiptView, VOTER_PHONE_HEADER } from '@abato/contracts';
import { Receipts } from '@abato/transparency';
import { AppError } from '@abato/platform';
import { Public } from '../access/access.decorators.js';
import { AskedFirst } from '../http/ask-first.js';
import { ANY_TEXT, pathOf } from '../http/dto.js';
import { Answers, AnswersFile } from '../open-api/answers.decorator.js';
import { Describes } from '../open-api/describes.decorator.js';

export class ReceiptPath extends pathOf({ code: ANY_TEXT }) {}

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
  async statement(
    @Param() { code }: ReceiptPath,
    @Ip() address: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const receipt = await this.receipts.find(code, undefined, address);
    if (!receipt.statement) throw new AppError('VOTE_NOT_FOUND');
    await reply
      .type('text/plain; charset=utf-8')
      .header('content-disposition', `attachment; filename="receipt-${receipt.code}.txt"`)
      .header('cache-control', 'no-store')
      .send(receipt.statement);
  }
}
