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

export const text: Schema = { type: 'string' };
export const id: Schema = { type: 'string', format: 'uuid' };
export const dateTime: Schema = { type: 'string', format: 'date-time' };
export const date: Schema = { type: 'string', format: 'date' };
export const count: Schema = { type: 'integer' };
export const number: Schema = { type: 'number' };
/** Cedis with at most two decimals. */
export const cedis: Schema = { type: 'number', format: 'cedis', example: 1.5 };
export const flag: Schema = { type: 'boolean' };
export const nothing: Schema = { type: 'object', nullable: true };
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

/** All named schemas, for the document. */
export function namedSchemas(): Record<string, Schema> {
  return Object.fromEntries(named);
}
