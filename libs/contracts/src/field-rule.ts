/**
 * One description of a field, checked by one function (`checkField`): in the API's DTOs, on the cast route and in the web
 * forms. Messages in it are the specification's (§5), word for word; the others are made in field-messages.ts.
 */
export interface FieldRule {
  /** `isoDate`: date with time and zone; `day`: YYYY-MM-DD. */
  type: 'string' | 'integer' | 'number' | 'boolean' | 'isoDate' | 'day' | 'uuid' | 'list';
  /** Of a list: the fields of each entry, and how many entries there may be. In a form a list is JSON text. */
  items?: Rules;
  most?: number;
  /** Each wrong field of an entry is named by its path (`categories.0.name`). Otherwise the list is named, with the first message. */
  paths?: true;
  /** What people call the field, as the first word of a sentence. By default the name in `required`, else the key's words. */
  label?: string;
  /** Message when the value is absent, null or blank. Without it the field is optional. */
  required?: string;
  /** Message when the value has another type, instead of the usual one. */
  typeMessage?: string;
  /** Strings are trimmed before every other check; false for passwords. */
  trim?: boolean;
  /** Strip all white space before matching (phones). */
  compact?: boolean;
  pattern?: readonly [RegExp, string];
  min?: readonly [number, string?];
  max?: readonly [number, string?];
  maxLength?: number;
  /** Line breaks and tabs are allowed: descriptions, notes. Every other text but a password is one line. */
  multiline?: boolean;
  oneOf?: readonly string[];
  /** Most digits after the decimal point of a number. */
  decimals?: readonly [number, string?];
  /** Of a query string, where whole numbers arrive as text. */
  fromText?: true;
  /** null is a value of its own: nothing there. */
  nullable?: true;
  /** Text to search for: cut and cleaned, never refused. */
  search?: true;
  /** The value of a query parameter that is absent or blank. */
  default?: string | number;
}

export type Rules = Record<string, FieldRule>;

interface ValueTypes {
  string: string;
  uuid: string;
  isoDate: string;
  day: string;
  integer: number;
  number: number;
  boolean: boolean;
}
/** What a field holds that has passed its rule. */
export type ValueOf<R extends FieldRule> = R extends { nullable: true }
  ? KnownValueOf<R> | null
  : KnownValueOf<R>;
type KnownValueOf<R extends FieldRule> = R extends { oneOf: readonly (infer T)[] }
  ? T
  : R extends { items: infer I extends Rules }
    ? InputOf<I>[]
    : ValueTypes[Exclude<R['type'], 'list'>];
type RequiredKeys<R extends Rules> = {
  [K in keyof R]: R[K] extends { required: string } | { default: string | number } ? K : never;
}[keyof R];

/** What an object has that passed its rules: the type of a request's body, inferred instead of written again. */
export type InputOf<R extends Rules> = { [K in RequiredKeys<R>]: ValueOf<R[K]> } & {
  [K in Exclude<keyof R, RequiredKeys<R>>]?: ValueOf<R[K]>;
};

/** Most characters of a text that names no maximum. */
export const DEFAULT_MAX_LENGTH = 255;
