import { Controller, Get, Header, Ip, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { NomineeCodes } from '@abato/contests';
import { nomineeByCodeView } from '@abato/contracts';
import { Public } from '../access/access.decorators.js';
import { AskedFirst } from '../http/ask-first.js';
import { Answers } from '../open-api/answers.decorator.js';
import { Describes } from '../open-api/describes.decorator.js';
import { NomineeCodePath } from './contestant.dto.js';

@ApiTags('public')
@Controller('contestants/code')
export class NomineeCodesController {
  constructor(private readonly codes: NomineeCodes) {}

  @Describes(
    'Read a nominee by code',
    'Returns whom the code on posters and cards names, and whether votes are taken. A code of a draft or of no nominee is answered as not found; an address that asks for many such codes has to wait.',
  )
  @Public()
  @Get(':code')
  @Header('cache-control', 'public, max-age=1')
  @AskedFirst('nomineeCode')
  @Answers(nomineeByCodeView)
  async read(@Param() { code }: NomineeCodePath, @Ip() address: string) {
    return this.codes.lookUp(code, address);
  }
}
