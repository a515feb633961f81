/** The part of JSON Schema (OpenAPI 3.0) that answers need. */
export interface Schema {
  $ref?: string;
  type?: 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array';
  format?: string;
  nullable?: boolean;
  enum?: readonly string[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean;
  allOf?: Schema[];
  example?: unknown;
}

export const EXAMPLE_ID = '01a1fd3f-6bee-7321-a744-7d319e22c28d';
export const EXAMPLE_TIME = '2026-12-01T18:00:00.000Z';

export const text: Schema = { type: 'string' };
export const id: Schema = { type: 'string', format: 'uuid', example: EXAMPLE_ID };
export const dateTime: Schema = { type: 'string', format: 'date-time', example: EXAMPLE_TIME };
export const date: Schema = { type: 'string', format: 'date', example: EXAMPLE_TIME.slice(0, 10) };
export const count: Schema = { type: 'integer', example: 3 };
export const number: Schema = { type: 'number', example: 33.3 };
/** Cedis with at most two decimals. */
export const cedis: Schema = { type: 'number', format: 'cedis', example: 1.5 };
export const flag: Schema = { type: 'boolean', example: true };
export const nothing: Schema = { type: 'object', nullable: true, example: null };
/** A field with an example of its own, for readers of the document. */
export const like = (schema: Schema, example: unknown): Schema => ({ ...schema, example });
export const oneOf = (values: readonly string[]): Schema => ({ type: 'string', enum: values });
export const list = (items: Schema): Schema => ({ type: 'array', items });
export const nullable = (schema: Schema): Schema =>
  schema.$ref ? { allOf: [schema], nullable: true } : { ...schema, nullable: true };

type OptionalKeys<T> = { [K in keyof T]-?: undefined extends T[K] ? K : never }[keyof T];

/**
 * An object with exactly the properties of a contract type: the compiler refuses one too many or too few, and nothing else may be
 * in an answer.
 */
export function object<T>(
  properties: { [K in keyof T]-?: Schema },
  ...optional: OptionalKeys<T> extends never ? [] : [readonly OptionalKeys<T>[]]
): Schema {
  const left = new Set<PropertyKey>(optional[0] ?? []);
  return {
    type: 'object',
    properties,
    required: Object.keys(properties).filter((key) => !left.has(key)),
    additionalProperties: false,
  };
}

const named = new Map<string, Schema>();

/** Give a schema a name of its own in the document. */
export function view(name: string, schema: Schema): Schema {
  named.set(name, schema);
  return { $ref: `#/components/schemas/${name}` };
}

/** What an answer of this form looks like: each field's own example, else the first allowed value. */
export function exampleOf(schema: Schema): unknown {
  if (schema.example !== undefined) return schema.example;
  if (schema.enum) return schema.enum[0];
  const part =
    schema.allOf?.[0] ?? (schema.$ref ? named.get(schema.$ref.split('/').at(-1) ?? '') : undefined);
  if (part) return exampleOf(part);
  if (schema.type === 'array') return schema.items ? [exampleOf(schema.items)] : [];
  if (schema.type !== 'object') return 'text';
  const fields = Object.entries(schema.properties ?? {});
  return Object.fromEntries(fields.map(([name, field]) => [name, exampleOf(field)]));
}

/** All named schemas, for the document. */
export function namedSchemas(): Record<string, Schema> {
  return Object.fromEntries(named);
}
