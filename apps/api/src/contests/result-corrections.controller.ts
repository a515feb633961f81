import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import type { Actor } from '@abato/accounts';
import { list, resultCorrectionView } from '@abato/contracts';
import { ResultCorrections } from '@abato/voting';
import { CurrentActor, Organiser, Reauthenticated, SuperAdmin } from '../access/access.decorators.js';
import { Answers } from '../open-api/answers.decorator.js';
import { Describes } from '../open-api/describes.decorator.js';
import {
  ContestPath,
  RejectResultCorrectionDto,
  ResultCorrectionDto,
  ResultCorrectionPath,
} from './contest.dto.js';

/** Corrections of final results: one person asks, another decides. */
@ApiTags('contests')
@ApiBearerAuth()
@Controller('contests')
export class ResultCorrectionsController {
  constructor(private readonly corrections: ResultCorrections) {}

  @Describes(
    'List corrections of results that wait',
    'Returns corrections of final results that a second person has to decide about, of all contests, newest first.',
  )
  @SuperAdmin()
  @Get('admin/result-corrections')
  @Answers(list(resultCorrectionView))
  async waiting() {
    return this.corrections.waiting();
  }

  @Describes(
    'List corrections of a result',
    'Returns the corrections of a contest’s final result that were asked for, newest first, with what became of them. Another organiser’s contest is answered as not found.',
  )
  @Organiser('votes.read')
  @Get(':id/result-corrections')
  @Answers(list(resultCorrectionView))
  async list(@CurrentActor() actor: Actor, @Param() { id }: ContestPath) {
    return this.corrections.list(actor, id);
  }

  @Describes(
    'Ask for a correction of a final result',
    'Asks that votes of nominees are added or taken away, or that names change; nothing changes until a second person confirms it. Refuses results that are not final or hidden, and another correction while one waits.',
  )
  @Organiser('contest.write')
  @Reauthenticated()
  @Post(':id/result-corrections')
  @Answers(resultCorrectionView, { status: 201 })
  async ask(@CurrentActor() actor: Actor, @Param() { id }: ContestPath, @Body() body: ResultCorrectionDto) {
    return this.corrections.ask(actor, id, body);
  }

  @Describes(
    'Confirm a correction of a final result',
    'Carries a correction out as a public amendment with its reason; the result that was stays readable. Refuses the person who asked for it and one that was decided. Another organiser’s contest is answered as not found.',
  )
  @Organiser('contest.write')
  @Reauthenticated()
  @Post(':id/result-corrections/:correctionId/confirm')
  @HttpCode(200)
  @Answers(resultCorrectionView)
  async confirm(@CurrentActor() actor: Actor, @Param() { id, correctionId }: ResultCorrectionPath) {
    return this.corrections.confirm(actor, id, correctionId);
  }

  @Describes(
    'Reject or withdraw a correction of a final result',
    'Closes a correction without carrying it out: withdrawn by the person who asked for it, rejected by another. Refuses one that was decided. Another organiser’s contest is answered as not found.',
  )
  @Organiser('contest.write')
  @Post(':id/result-corrections/:correctionId/reject')
  @HttpCode(200)
  @Answers(resultCorrectionView)
  async reject(
    @CurrentActor() actor: Actor,
    @Param() { id, correctionId }: ResultCorrectionPath,
    @Body() { reason }: RejectResultCorrectionDto,
  ) {
    return this.corrections.close(actor, id, correctionId, reason);
  }
}
