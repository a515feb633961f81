import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import type { Actor } from '@abato/accounts';
import {
  DEFAULT_PAGE_SIZES,
  listQuery,
  quarantineExamples,
  quarantinePreviewView,
  quarantineRules,
  quarantineSelectionExamples,
  quarantineSelectionRules,
  quarantineView,
} from '@abato/contracts';
import { QuarantineService } from '@abato/voting';
import { CurrentActor, Organiser, Reauthenticated, SuperAdmin } from '../access/access.decorators.js';
import { ContestPath } from '../contests/contest.dto.js';
import { bodyOf, pathOf, queryOf } from '../http/dto.js';
import { listed } from '../http/envelope.interceptor.js';
import { Answers, AnswersPage } from '../open-api/answers.decorator.js';
import { Describes } from '../open-api/describes.decorator.js';

class QuarantinePath extends pathOf({ id: 'CONTEST_NOT_FOUND', quarantineId: 'QUARANTINE_NOT_FOUND' }) {}
export class QuarantineListQuery extends queryOf(listQuery(DEFAULT_PAGE_SIZES.votes, {})) {}
export class QuarantineSelectionDto extends bodyOf(quarantineSelectionRules, {
  examples: quarantineSelectionExamples,
}) {}
export class QuarantineDto extends bodyOf(quarantineRules, { examples: quarantineExamples }) {}

/** Counted free votes that are taken out of the count together, until the contest's end. */
@ApiTags('votes')
@ApiBearerAuth()
@Controller('contests/:id/quarantine')
export class QuarantineController {
  constructor(private readonly quarantines: QuarantineService) {}

  @Describes(
    'Preview a quarantine',
    'Returns how many counted free votes a selection names, from which networks, and the ranks before and after. Changes nothing. Refuses another user’s contest, an election with a voters’ list, and a contest that has ended.',
  )
  @Organiser('contest.run')
  @Post('preview')
  @HttpCode(200)
  @Answers(quarantinePreviewView)
  async preview(
    @CurrentActor() actor: Actor,
    @Param() { id }: ContestPath,
    @Body() body: QuarantineSelectionDto,
  ) {
    return this.quarantines.preview(actor, id, body);
  }

  @Describes(
    'Quarantine votes',
    'Takes counted free votes out of the count: each has a public reversal in the log, and its voter reads the reason. A selection above the allowed share of the contest’s votes waits for a super admin. Refuses another user’s contest, an election with a voters’ list, and a contest that has ended.',
  )
  @Organiser('contest.run')
  @Reauthenticated()
  @Post()
  @Answers(quarantineView, { status: 201 })
  async ask(@CurrentActor() actor: Actor, @Param() { id }: ContestPath, @Body() body: QuarantineDto) {
    return this.quarantines.ask(actor, id, body);
  }

  @Describes(
    'List quarantines',
    'Returns the quarantines of a contest, newest first, with their state. An organiser’s request for another organiser’s contest is answered as not found.',
  )
  @Organiser('votes.read')
  @Get()
  @AnswersPage(quarantineView)
  async list(
    @CurrentActor() actor: Actor,
    @Param() { id }: ContestPath,
    @Query() query: QuarantineListQuery,
  ) {
    return listed(query, (page) => this.quarantines.list(actor, id, page));
  }

  @Describes(
    'Confirm a quarantine',
    'Applies a quarantine that waits, as the second person. Refuses the person who asked for it, one that was already decided, and a contest that has ended.',
  )
  @SuperAdmin()
  @Reauthenticated()
  @Post(':quarantineId/confirm')
  @HttpCode(200)
  @Answers(quarantineView)
  async confirm(@CurrentActor() actor: Actor, @Param() { id, quarantineId }: QuarantinePath) {
    return this.quarantines.confirm(actor, id, quarantineId);
  }

  @Describes(
    'Reject a quarantine',
    'Closes a quarantine that waits without applying it; organisers may do so in their own contests. Refuses one that was already decided.',
  )
  @Organiser('contest.run')
  @Post(':quarantineId/reject')
  @HttpCode(200)
  @Answers(quarantineView)
  async reject(@CurrentActor() actor: Actor, @Param() { id, quarantineId }: QuarantinePath) {
    return this.quarantines.reject(actor, id, quarantineId);
  }

  @Describes(
    'Undo a quarantine',
    'Puts the votes of a quarantine back into the count within 24 hours and before the contest’s end; each has a public entry in the log. Organisers may do so in their own contests.',
  )
  @Organiser('contest.run')
  @Reauthenticated()
  @Post(':quarantineId/undo')
  @HttpCode(200)
  @Answers(quarantineView)
  async undo(@CurrentActor() actor: Actor, @Param() { id, quarantineId }: QuarantinePath) {
    return this.quarantines.undo(actor, id, quarantineId);
  }
}
