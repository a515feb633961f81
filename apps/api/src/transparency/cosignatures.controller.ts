import { Body, Controller, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { cosignatureExamples, cosignatureRules, cosignatureView } from '@abato/contracts';
import { Witnesses } from '@abato/transparency';
import { Public } from '../access/access.decorators.js';
import { ContestPath } from '../contests/contest.dto.js';
import { bodyOf } from '../http/dto.js';
import { Answers } from '../open-api/answers.decorator.js';
import { Describes } from '../open-api/describes.decorator.js';

export class CosignatureDto extends bodyOf(cosignatureRules, { examples: cosignatureExamples }) {}

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
