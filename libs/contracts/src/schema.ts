/**
 * Shapes of answers, written once: the TypeScript type is inferred from them and the API's document derived. Every function here is free of side
 * effects, so that a browser's bundle keeps no shape that it does not use. Contracts import the whole file as `s`.
 */
export interface Schema<T = unknown> {
  type?: 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array';
  format?: string;
  /** The name a shape has in the API's document. */
  name?: string;
  nullable?: boolean;
  enum?: readonly string[];
  items?: Schema;
  properties?: Properties;
  /** An object with any keys. */
  open?: boolean;
  example?: unknown;
  /** Only the compiler reads it. */
  readonly shape?: () => T;
}
type Properties = Readonly<Record<string, Schema>>;
type Optional<T> = Schema<T> & { optional: true };

/** The type that a schema describes. */
export type Shown<S> = S extends { shape?: () => infer T } ? T : never;

type ShownAll<P> = Flat<
  { [K in keyof P as P[K] extends { optional: true } ? never : K]: Shown<P[K]> } & {
    [K in keyof P as P[K] extends { optional: true } ? K : never]?: Shown<P[K]>;
  }
>;
type Flat<T> = { [K in keyof T]: T[K] };

export const EXAMPLE_ID = '01a1fd3f-6bee-7321-a744-7d319e22c28d';
export const EXAMPLE_TIME = '2026-12-01T18:00:00.000Z';

export const text: Schema<string> = { type: 'string' };
export const id: Schema<string> = { type: 'string', format: 'uuid', example: EXAMPLE_ID };
/** ISO, UTC (which is Ghana's time). */
export const dateTime: Schema<string> = { type: 'string', format: 'date-time', example: EXAMPLE_TIME };
/** YYYY-MM-DD, UTC. */
export const date: Schema<string> = { type: 'string', format: 'date', example: '2026-12-01' };
export const count: Schema<number> = { type: 'integer', example: 3 };
export const number: Schema<number> = { type: 'number', example: 33.3 };
/** Cedis with at most two decimals. */
export const cedis: Schema<number> = { type: 'number', format: 'cedis', example: 1.5 };
export const flag: Schema<boolean> = { type: 'boolean', example: true };
/** An object whose keys are not known beforehand. */
export const openObject: Schema<Record<string, string | number | boolean | null>> = {
  type: 'object',
  open: true,
};
export const nothing: Schema<null> = { type: 'object', nullable: true, example: null };

/** A field with an example of its own, for readers of the document. */
/* @__NO_SIDE_EFFECTS__ */
export function like<T>(schema: Schema<T>, example: T): Schema<T> {
  return { ...schema, example };
}

/* @__NO_SIDE_EFFECTS__ */
export function oneOf<const T extends string>(values: readonly T[]): Schema<T> {
  return { type: 'string', enum: values };
}

/* @__NO_SIDE_EFFECTS__ */
export function list<T>(items: Schema<T>): Schema<T[]> {
  return { type: 'array', items };
}

/* @__NO_SIDE_EFFECTS__ */
export function nullable<T>(schema: Schema<T>): Schema<T | null> {
  return { ...(schema as Schema<T | null>), nullable: true };
}

/** A property that may be absent. */
/* @__NO_SIDE_EFFECTS__ */
export function optional<T>(schema: Schema<T>): Optional<T> {
  return { ...schema, optional: true };
}

/** An object with exactly these properties. */
/* @__NO_SIDE_EFFECTS__ */
export function object<P extends Properties>(properties: P): Schema<ShownAll<P>> {
  return { type: 'object', properties };
}

/** The properties of both. A spread instead would be kept by bundlers, which fear getters. */
/* @__NO_SIDE_EFFECTS__ */
export function merged<A extends object, B extends object>(first: A, second: B): A & B {
  return { ...first, ...second };
}

/** Properties for texts that are shown as they were typed. @param examples by name, and of other fields too */
/* @__NO_SIDE_EFFECTS__ */
export function shownTexts<K extends string>(
  names: Readonly<Record<K, unknown>>,
  examples: Readonly<Record<NoInfer<K>, string>>,
): Record<K, Schema<string>> {
  const keys = Object.keys(names) as K[];
  return Object.fromEntries(keys.map((key) => [key, like(text, examples[key])])) as Record<K, Schema<string>>;
}

/** An object with a name of its own in the API's document. */
/* @__NO_SIDE_EFFECTS__ */
export function view<P extends Properties>(name: string, properties: P): Schema<ShownAll<P>> {
  return { type: 'object', name, properties };
}
