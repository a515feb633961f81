import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  Equals,
  IsArray,
  IsIn,
  IsUUID,
  ValidateBy,
  ValidateIf,
  type ValidationArguments,
} from 'class-validator';
import type { Actor } from '@abato/accounts';
import {
  decideHeldExamples,
  decideHeldRules,
  type DecideHeldVotes,
  DEFAULT_PAGE_SIZES,
  EXAMPLE_ID,
  HELD_DECISIONS,
  heldVotesDecidedView,
  heldVoteView,
  HOLD_REASONS,
  type HoldReason,
  intakeFiguresView,
  listQuery,
  MAX_NAMED_DECISIONS,
  quarantineExamples,
  quarantinePreviewView,
  quarantineRules,
  quarantineSelectionExamples,
  quarantineSelectionRules,
  quarantineView,
  typeMessage,
} from '@abato/contracts';
import { HeldVotes, QuarantineService } from '@abato/voting';
import { CurrentActor, Organiser, Reauthenticated, SuperAdmin } from '../access/access.decorators.js';
import { ContestPath, OfContestPath } from '../contests/contest.dto.js';
import { bodyOf, pathOf, queryOf } from '../http/dto.js';
import { listed } from '../http/envelope.interceptor.js';
import { Answers, AnswersPage, Describes } from '../open-api/answers.decorator.js';
import { HeldVoteListQuery } from './vote.dto.js';

const isGiven = (_: object, value: unknown): boolean => value !== undefined;

const oneOf = (field: string, choices: readonly string[]) => ({
  message: typeMessage(field, { type: 'string', oneOf: choices }),
});

const idsMessage = { message: `Votes must be 1 to ${MAX_NAMED_DECISIONS} ids` };

/** Either names votes or asks for all. Of each field's decorators the lowest checks first. */
class DecideHeldVotesDto extends bodyOf(decideHeldRules, decideHeldExamples) implements DecideHeldVotes {
  @IsIn(HELD_DECISIONS, oneOf('decision', HELD_DECISIONS))
  @ApiProperty({ type: 'string', enum: [...HELD_DECISIONS], example: 'RELEASED' })
  decision!: DecideHeldVotes['decision'];

  @ValidateIf(isGiven)
  @Equals(true, { message: 'All can only be true' })
  @ApiProperty({
    type: 'boolean',
    enum: [true],
    required: false,
    description: 'instead of naming votes: all that wait',
    example: true,
  })
  all?: true;

  @ValidateIf(({ all, voteIds }: DecideHeldVotesDto) => voteIds !== undefined || all !== true)
  @IsUUID('loose', { each: true, ...idsMessage })
  @ArrayMaxSize(MAX_NAMED_DECISIONS, idsMessage)
  @ArrayMinSize(1, idsMessage)
  @IsArray(idsMessage)
  @NamesOrAll()
  @Transform(({ value }: { value: unknown }) => lowerCased(value))
  @ApiProperty({
    type: 'array',
    items: { type: 'string', format: 'uuid' },
    minItems: 1,
    maxItems: MAX_NAMED_DECISIONS,
    required: false,
    example: [EXAMPLE_ID],
  })
  voteIds?: string[];

  @ValidateIf(isGiven)
  @IsIn(HOLD_REASONS, oneOf('heldFor', HOLD_REASONS))
  @ApiProperty({
    type: 'string',
    enum: [...HOLD_REASONS],
    required: false,
    description: 'only those held for this cause',
    example: HOLD_REASONS[0],
  })
  heldFor?: HoldReason;

  @ValidateIf(isGiven)
  @Equals(true, { message: 'Appealed can only be true' })
  @ApiProperty({
    type: 'boolean',
    enum: [true],
    required: false,
    description: 'only those whose voters ask that they be looked at again',
    example: true,
  })
  appealed?: true;
}

class QuarantinePath extends pathOf({ id: 'CONTEST_NOT_FOUND', quarantineId: 'QUARANTINE_NOT_FOUND' }) {}
class QuarantineListQuery extends queryOf(listQuery(DEFAULT_PAGE_SIZES.votes, {})) {}
class QuarantineSelectionDto extends bodyOf(quarantineSelectionRules, quarantineSelectionExamples) {}
class QuarantineDto extends bodyOf(quarantineRules, quarantineExamples) {}

/** Free votes that look automated: what was received, what is held and why, and the organiser's decision. */
@ApiTags('votes')
@Controller('votes/contest/:contestId')
export class HeldVotesController {
  constructor(private readonly held: HeldVotes) {}

  @Describes(
    'Read the intake of a contest',
    'Returns the figures of free votes: received = counted + held + rejected. An organiser’s request for another organiser’s contest is answered as not found.',
  )
  @Organiser('votes.read')
  @Get('intake')
  @Answers(intakeFiguresView)
  async intake(@CurrentActor() actor: Actor, @Param() { contestId }: OfContestPath) {
    return this.held.intake(actor, contestId);
  }

  @Describes(
    'List held votes',
    'Returns free votes that look automated, with the cause and optional filters by state and cause (`heldFor`). An organiser’s request for another organiser’s contest is answered as not found.',
  )
  @Organiser('votes.read')
  @Get('held')
  @AnswersPage(heldVoteView)
  async list(
    @CurrentActor() actor: Actor,
    @Param() { contestId }: OfContestPath,
    @Query() query: HeldVoteListQuery,
  ) {
    const { state, heldFor } = query;
    return listed(query, (page) => this.held.list(actor, contestId, { state, heldFor }, page));
  }

  @Describes(
    'Decide about held votes',
    'Releases held votes, which count from then on and are marked as let in by the organiser, or rejects them. The reason is public; the decision is written to the audit log. After the end only votes held before it are decided, and none once results are final. Refuses another user’s contest.',
  )
  @Organiser('contest.run')
  @Post('held/decide')
  @Answers(heldVotesDecidedView)
  async decide(
    @CurrentActor() actor: Actor,
    @Param() { contestId }: OfContestPath,
    @Body() body: DecideHeldVotesDto,
  ) {
    return this.held.decide(actor, contestId, body);
  }
}

/** Counted free votes that are taken out of the count together, until the contest's end. */
@ApiTags('votes')
@Controller('contests/:id/quarantine')
export class QuarantineController {
  constructor(private readonly quarantines: QuarantineService) {}

  @Describes(
    'Preview a quarantine',
    'Returns how many counted free votes a selection names, from which networks, and the ranks before and after. Changes nothing. Refuses another user’s contest, an election with a voters’ list, and a contest that has ended.',
  )
  @Organiser('contest.run')
  @Post('preview')
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
  @Answers(quarantineView)
  async undo(@CurrentActor() actor: Actor, @Param() { id, quarantineId }: QuarantinePath) {
    return this.quarantines.undo(actor, id, quarantineId);
  }
}

function lowerCased(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return value.map((id: unknown) => (typeof id === 'string' ? id.toLowerCase() : id));
}

/** One of both is asked for, and only one. */
function NamesOrAll(): PropertyDecorator {
  const validate = (value: unknown, args?: ValidationArguments) =>
    (value !== undefined) !== ((args?.object as DecideHeldVotesDto).all === true);
  return ValidateBy(
    { name: 'namesOrAll', validator: { validate } },
    { message: 'Name the votes, or ask for all' },
  );
}
