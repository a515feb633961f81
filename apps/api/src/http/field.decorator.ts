import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import {
  IsBoolean,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsNumber,
  IsString,
  IsUUID,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateBy,
  ValidateIf,
} from 'class-validator';
import {
  charactersMessage,
  checkField,
  decimalsMessage,
  DEFAULT_MAX_LENGTH,
  EXAMPLE_ID,
  EXAMPLE_TIME,
  type FieldRule,
  hasAtMostDecimals,
  isDateTime,
  isDay,
  isMissingNumber,
  lengthMessage,
  MAX_SEARCH_LENGTH,
  maxMessage,
  minMessage,
  NO_C1_CONTROLS_PATTERN,
  normalise,
  ONE_LINE_PATTERN,
  oneLineMessage,
  PLAIN_TEXT_PATTERN,
  typeMessage,
} from '@abato/contracts';

interface FieldOptions {
  /** Of a PUT: absent means unchanged, present must pass. */
  patch?: boolean;
  example?: unknown;
}

/**
 * class-validator's decorators for one rule of a noun contract, in the order in which `checkField` checks: the first that fails gives the
 * field's one message.
 */
export function fieldDecorators(
  field: string,
  rule: FieldRule,
  options: FieldOptions = {},
): PropertyDecorator[] {
  return [
    Transform(({ value }: { value: unknown }) => valueOf(rule, value)),
    ...presenceOf(rule, options.patch === true),
    ...checksOf(field, rule),
    ApiProperty(describe(rule, options)),
  ];
}

function valueOf(rule: FieldRule, raw: unknown): unknown {
  const value = normalise(rule, raw);
  if (rule.type === 'list') return listOf(rule, value);
  if (value === null && rule.nullable) return value;
  if (isMissingNumber(rule, value)) return value;
  const isBlank = value === undefined || value === null || value === '';
  return isBlank && !rule.required ? rule.default : value;
}

/** Each entry as its rules keep it; a list that they refuse is refused below. */
function listOf(rule: FieldRule, value: unknown): unknown {
  if (value === undefined || value === null || value === '') return undefined;
  const checked = checkField('', rule, value);
  return 'value' in checked ? checked.value : value;
}

function presenceOf(rule: FieldRule, patch: boolean): PropertyDecorator[] {
  // As IsOptional, which takes null for an absent value.
  if (!rule.required) {
    return [
      ValidateIf(
        (_, value: unknown) => value !== undefined && (value !== null || isMissingNumber(rule, value)),
      ),
    ];
  }
  const present = IsNotEmpty({ message: rule.required });
  return patch ? [ValidateIf((_, value: unknown) => value !== undefined), present] : [present];
}

function checksOf(field: string, rule: FieldRule): PropertyDecorator[] {
  const message = typeMessage(field, rule);
  switch (rule.type) {
    case 'string':
      return textChecks(field, rule, message);
    case 'uuid':
      return [IsUUID('loose', { message })];
    case 'isoDate':
      return [ValidateBy({ name: 'dateTime', validator: { validate: isDateTime } }, { message })];
    case 'day':
      return [ValidateBy({ name: 'day', validator: { validate: isDay } }, { message })];
    case 'boolean':
      return [IsBoolean({ message })];
    case 'list':
      return [IsListOf(field, rule)];
    case 'integer':
    case 'number':
      return numberChecks(field, rule, message);
  }
}

/** As `checkField` says it, message included. */
function IsListOf(field: string, rule: FieldRule): PropertyDecorator {
  const problem = (value: unknown): string | undefined => {
    const checked = checkField(field, rule, value);
    return 'message' in checked ? checked.message : undefined;
  };
  const validate = (value: unknown) => problem(value) === undefined;
  const message = ({ value }: { value: unknown }) => problem(value) ?? '';
  return ValidateBy({ name: 'list', validator: { validate } }, { message, context: { rule } });
}

function textChecks(field: string, rule: FieldRule, message: string): PropertyDecorator[] {
  if (rule.search) return [IsString({ message })];
  const max = rule.maxLength ?? DEFAULT_MAX_LENGTH;
  const tooLong = { message: lengthMessage(field, rule) };
  const characters = { message: charactersMessage(field, rule) };
  return [
    IsString({ message }),
    MaxLength(max, tooLong),
    // MaxLength counts an emoji as one character; the form and the rules count UTF-16 units.
    Matches(new RegExp(`^[^]{0,${max}}$`), tooLong),
    Matches(PLAIN_TEXT_PATTERN, characters),
    ...(rule.trim === false ? [] : [Matches(NO_C1_CONTROLS_PATTERN, characters)]),
    ...(rule.trim === false || rule.multiline
      ? []
      : [Matches(ONE_LINE_PATTERN, { message: oneLineMessage(field, rule) })]),
    ...(rule.pattern ? [Matches(rule.pattern[0], { message: rule.pattern[1] })] : []),
    ...(rule.oneOf ? [IsIn(rule.oneOf, { message })] : []),
  ];
}

function numberChecks(field: string, rule: FieldRule, message: string): PropertyDecorator[] {
  const { min, max, decimals, type } = rule;
  return [
    IsNumber({}, { message }),
    ...(min ? [Min(min[0], { message: minMessage(field, rule) })] : []),
    ...(max ? [Max(max[0], { message: maxMessage(field, rule) })] : []),
    ...(type === 'integer' ? [IsInt({ message })] : []),
    ...(decimals ? [AtMostDecimals(decimals[0], decimalsMessage(field, rule))] : []),
  ];
}

/** IsNumber's `maxDecimalPlaces` throws for numbers such as 1e-7. */
function AtMostDecimals(decimals: number, message: string): PropertyDecorator {
  const validate = (value: unknown) => typeof value === 'number' && hasAtMostDecimals(value, decimals);
  return ValidateBy({ name: 'decimals', validator: { validate } }, { message });
}

const FORMATS: Partial<Record<FieldRule['type'], string>> = {
  uuid: 'uuid',
  isoDate: 'date-time',
  day: 'date',
};

function describe(rule: FieldRule, { patch, example }: FieldOptions): ApiPropertyOptions {
  const { type: of } = rule;
  if (of === 'list') return describeList(rule, example);
  const type = of === 'uuid' || of === 'isoDate' || of === 'day' ? 'string' : of;
  const isText = rule.type === 'string' && !rule.oneOf;
  return {
    type,
    format: FORMATS[rule.type],
    required: Boolean(rule.required) && !patch,
    pattern: rule.pattern?.[0].source,
    minimum: rule.min?.[0],
    maximum: rule.max?.[0],
    maxLength: rule.search ? MAX_SEARCH_LENGTH : isText ? (rule.maxLength ?? DEFAULT_MAX_LENGTH) : undefined,
    enum: rule.oneOf ? [...rule.oneOf] : undefined,
    default: rule.default,
    ...(rule.nullable && { nullable: true }),
    example,
  };
}

function describeList({ items = {}, most }: FieldRule, example: unknown): ApiPropertyOptions {
  const fields = Object.entries(items).map(([name, rule]) => {
    const { required: _required, ...shown } = describe(rule, {}) as Record<string, unknown>;
    return [name, Object.fromEntries(Object.entries(shown).filter(([, of]) => of !== undefined))];
  });
  const required = Object.keys(items).filter((name) => items[name]?.required);
  return {
    type: 'array',
    maxItems: most,
    required: false,
    items: { type: 'object', properties: Object.fromEntries(fields), required },
    example,
  };
}

/** An example for a field that has none of its own. */
export function exampleFor(rule: FieldRule): unknown {
  if (rule.oneOf) return rule.oneOf[0];
  const { type, min } = rule;
  if (type === 'uuid') return EXAMPLE_ID;
  if (type === 'isoDate') return EXAMPLE_TIME;
  if (type === 'day') return EXAMPLE_TIME.slice(0, 10);
  if (type === 'boolean') return true;
  if (type === 'list') return [];
  return min?.[0];
}
