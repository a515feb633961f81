import { ApiProperty } from '@nestjs/swagger';
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
import {
  decideHeldExamples,
  decideHeldRules,
  type DecideHeldVotes,
  EXAMPLE_ID,
  HELD_DECISIONS,
  HOLD_REASONS,
  type HoldReason,
  MAX_NAMED_DECISIONS,
  typeMessage,
} from '@abato/contracts';
import { bodyOf } from '../http/dto.js';

const isGiven = (_: object, value: unknown): boolean => value !== undefined;
const oneOf = (field: string, choices: readonly string[]) => ({
  message: typeMessage(field, { type: 'string', oneOf: choices }),
});
const idsMessage = { message: `Votes must be 1 to ${MAX_NAMED_DECISIONS} ids` };

/** Either names votes or asks for all. Of each field's decorators the lowest checks first. */
export class DecideHeldVotesDto
  extends bodyOf(decideHeldRules, { examples: decideHeldExamples })
  implements DecideHeldVotes
{
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
