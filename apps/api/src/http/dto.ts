import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn, IsString, IsUUID, type ValidationOptions } from 'class-validator';
import { type ErrorCode, EXAMPLE_ID, type InputOf, type Rules } from '@abato/contracts';
import { exampleFor, Rule } from './field.decorator.js';
import { pictureDecorators } from './picture.decorator.js';

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
