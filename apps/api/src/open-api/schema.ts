import type { Schema } from '@abato/contracts';

/** The part of OpenAPI 3.0's schemas that answers need. */
export interface OpenApiSchema {
  $ref?: string;
  type?: Schema['type'];
  format?: string;
  nullable?: boolean;
  enum?: string[];
  items?: OpenApiSchema;
  properties?: Record<string, OpenApiSchema>;
  required?: string[];
  additionalProperties?: boolean;
  allOf?: OpenApiSchema[];
  example?: unknown;
}

const named = new Map<string, OpenApiSchema>();

/** What the document says of a contract's shape; a shape with a name becomes a reference to its one description. */
export function openApiOf(schema: Schema): OpenApiSchema {
  const { name, nullable } = schema;
  if (!name) return describe(schema);
  if (!named.has(name)) named.set(name, describe({ ...schema, nullable: undefined }));
  const reference = { $ref: `#/components/schemas/${name}` };
  return nullable ? { allOf: [reference], nullable } : reference;
}

function describe({
  type,
  format,
  nullable,
  enum: values,
  items,
  properties,
  open,
  example,
}: Schema): OpenApiSchema {
  return {
    ...(type && { type }),
    ...(format && { format }),
    ...(items && { items: openApiOf(items) }),
    ...(properties && propertiesOf(properties)),
    ...(open && { additionalProperties: true }),
    ...(values && { enum: [...values] }),
    ...(nullable && { nullable }),
    ...(example !== undefined && { example }),
  };
}

function propertiesOf(properties: NonNullable<Schema['properties']>): OpenApiSchema {
  const entries = Object.entries(properties);
  return {
    properties: Object.fromEntries(entries.map(([name, field]) => [name, openApiOf(field)])),
    required: entries.filter(([, field]) => !('optional' in field)).map(([name]) => name),
    additionalProperties: false,
  };
}

/** What an answer of this shape looks like: each field's own example, else the first allowed value. */
export function exampleOf(schema: Schema): unknown {
  if (schema.example !== undefined) return schema.example;
  if (schema.enum) return schema.enum[0];
  if (schema.items) return [exampleOf(schema.items)];
  if (schema.type !== 'object') return 'text';
  const fields = Object.entries(schema.properties ?? {});
  return Object.fromEntries(fields.map(([name, field]) => [name, exampleOf(field)]));
}

/** All named schemas of the answers described so far, for the document. */
export function namedSchemas(): Record<string, OpenApiSchema> {
  return Object.fromEntries(named);
}
