import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn, IsString, IsUUID, ValidateBy, ValidateIf, type ValidationOptions } from 'class-validator';
import { applyDecorators } from '@nestjs/common';
import {
  checkField,
  DEFAULT_MAX_LENGTH,
  type ErrorCode,
  EXAMPLE_ID,
  EXAMPLE_TIME,
  type FieldRule,
  type InputOf,
  MAX_SEARCH_LENGTH,
  type Rules,
} from '@abato/contracts';

type Dto<T> = abstract new () => T;
/**
 * A picture of a multipart body beside the fields: its name, and the message when it is missing. Without a message it may be missing, and
 * a PUT may remove it.
 */
interface PictureField<P extends string, M extends string | undefined> {
  field: P;
  required?: M;
}
type Examples<R extends Rules> = { [K in keyof R]?: unknown };

/** The class of a body with these fields: `class CreateHostDto extends bodyOf(hostRules, examples) {}`. */
export function bodyOf<R extends Rules, P extends string = never>(
  rules: R,
  examples: Examples<R> = {},
  picture?: PictureField<P, string | undefined>,
): Dto<InputOf<R> & { [K in P]: Buffer }> {
  return body(rules, examples, picture, false) as Dto<InputOf<R> & { [K in P]: Buffer }>;
}

type Patch<R extends Rules, P extends string, M extends string | undefined> = Dto<
  Partial<InputOf<R> & { [K in P]: M extends string ? Buffer : Buffer | null }>
>;

/** The class of a PUT's body: absent means unchanged, present must pass; null removes a picture that may be missing. */
export function patchOf<R extends Rules, P extends string = never, M extends string | undefined = undefined>(
  rules: R,
  examples: Examples<R> = {},
  picture?: PictureField<P, M>,
): Patch<R, P, M> {
  return body(rules, examples, picture, true);
}

function body(
  rules: Rules,
  examples: Examples<Rules>,
  picture: PictureField<string, string | undefined> | undefined,
  patch: boolean,
): Dto<object> {
  abstract class Body {}
  for (const [field, rule] of Object.entries(rules)) {
    const example = examples[field] ?? exampleFor(rule);
    apply(Body, field, [Rule(field, rule, { patch, example })]);
  }
  if (picture) apply(Body, picture.field, pictureDecorators(picture.required, patch));
  return Body;
}

/** The class of a query string: `class HostListQuery extends queryOf(listQuery(10, { search: searchQuery })) {}`. */
export function queryOf<R extends Rules>(rules: R): Dto<InputOf<R>> {
  abstract class Query {
    constructor() {
      for (const [field, rule] of Object.entries(rules))
        if (rule.default !== undefined) Object.assign(this, { [field]: rule.default });
    }
  }
  for (const [field, rule] of Object.entries(rules)) apply(Query, field, [Rule(field, rule)]);
  return Query as Dto<InputOf<R>>;
}

/**
 * The class of a path's parameters. An id that is no UUID names nothing: the same answer as for an id that nothing has.
 * @param parts by name: the code of the refusal for an id, or the values that the path knows
 */
export function pathOf<P extends Record<string, ErrorCode | readonly string[] | typeof ANY_TEXT>>(
  parts: P,
): Dto<{ [K in keyof P]: string }> {
  abstract class Path {}
  for (const [field, part] of Object.entries(parts)) apply(Path, field, partDecorators(part));
  return Path as Dto<{ [K in keyof P]: string }>;
}

/** A part of a path that the service looks up as it is. */
export const ANY_TEXT = Symbol('any text');

function partDecorators(part: ErrorCode | readonly string[] | typeof ANY_TEXT): PropertyDecorator[] {
  if (part === ANY_TEXT) return [IsString(), ApiProperty({ type: 'string' })];
  if (typeof part !== 'string') {
    return [IsIn(part, refusedWith('NOT_FOUND')), ApiProperty({ type: 'string', enum: [...part] })];
  }
  return [
    Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.toLowerCase() : value)),
    IsUUID('loose', refusedWith(part)),
    ApiProperty({ type: 'string', format: 'uuid', example: EXAMPLE_ID }),
  ];
}

/** The pipe refuses with this code instead of naming a field. */
const refusedWith = (code: ErrorCode): ValidationOptions => ({ context: { code } });

function apply(target: Dto<object>, field: string, decorators: PropertyDecorator[]): void {
  for (const decorate of decorators) decorate(target.prototype as object, field);
}

interface FieldOptions {
  /** Of a PUT: absent means unchanged, present must pass. */
  patch?: boolean;
  example?: unknown;
}

/** A rule of a noun contract for class-validator and the API's document: the check and its one message are those of `checkField`. */
function Rule(field: string, rule: FieldRule, options: FieldOptions = {}): PropertyDecorator {
  const problemOf = (value: unknown): string | undefined => {
    if (options.patch && value === undefined) return undefined;
    const checked = checkField(field, rule, value);
    return 'message' in checked ? checked.message : undefined;
  };
  return applyDecorators(
    Transform(({ value }: { value: unknown }) => {
      const checked = checkField(field, rule, value);
      return 'value' in checked ? checked.value : value;
    }),
    ValidateBy(
      { name: 'rule', validator: { validate: (value) => problemOf(value) === undefined } },
      { message: ({ value }: { value: unknown }) => problemOf(value) ?? '', context: { rule } },
    ),
    ApiProperty(describe(rule, options)),
  );
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
function exampleFor(rule: FieldRule): unknown {
  if (rule.oneOf) return rule.oneOf[0];
  const { type, min } = rule;
  if (type === 'uuid') return EXAMPLE_ID;
  if (type === 'isoDate') return EXAMPLE_TIME;
  if (type === 'day') return EXAMPLE_TIME.slice(0, 10);
  if (type === 'boolean') return true;
  if (type === 'list') return [];
  return min?.[0];
}

/**
 * A picture of a multipart body. JSON cannot carry one: null removes it where a PUT may do that, and anything else is treated as absent.
 * @param required message when it is missing, or when a PUT wants to remove it; without one it may be missing
 * @param patch of a PUT: absent means unchanged
 */
function pictureDecorators(required: string | undefined, patch: boolean): PropertyDecorator[] {
  const takesNull = patch || Boolean(required);
  return [
    Transform(({ value }: { value: unknown }) => {
      if (Buffer.isBuffer(value)) return value;
      return value === null && takesNull ? null : undefined;
    }),
    required ? mustBePresent(required, patch) : ValidateIf(() => false),
    ApiProperty({
      type: 'string',
      format: 'binary',
      required: Boolean(required) && !patch,
      ...(patch && !required && { nullable: true }),
    }),
  ];
}

function mustBePresent(message: string, patch: boolean): PropertyDecorator {
  const validate = (value: unknown) => Buffer.isBuffer(value) || (patch && value === undefined);
  return ValidateBy({ name: 'picture', validator: { validate } }, { message });
}
