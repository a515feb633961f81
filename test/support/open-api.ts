import { readFileSync } from 'node:fs';

/** As much of JSON Schema as the document uses. */
interface Schema {
  $ref?: string;
  type?: string;
  format?: string;
  nullable?: boolean;
  enum?: unknown[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean;
  allOf?: Schema[];
  example?: unknown;
}

interface Content {
  schema: Schema;
  example?: unknown;
}

interface Operation {
  summary?: string;
  description?: string;
  requestBody?: { content: Record<string, Content> };
  responses: Record<string, { content?: Record<string, Content> }>;
}

export interface ApiDocument {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

let cached: ApiDocument | undefined;

/** The committed document: what the API has promised. */
export function apiDocument(): ApiDocument {
  cached ??= JSON.parse(
    readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8'),
  ) as ApiDocument;
  return cached;
}

/** Every route of the document below `/api`: method and path with `{parameters}`. */
export const apiRoutes = () => documentedRoutes().filter(({ path }) => path.startsWith('/api/'));

/** The same with the files of public logs. */
export function documentedRoutes(): { method: string; path: string; description: string }[] {
  return Object.entries(apiDocument().paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { description = '' }]) => ({
      method: method.toUpperCase(),
      path,
      description,
    })),
  );
}

/** A number in the body of a write route, by its place in the body; `[]` is an entry of a list. */
export interface NumericField {
  method: string;
  path: string;
  type: string;
  schema: Schema;
  place: string[];
  nullable: boolean;
}

/** Every number that a documented body may have. */
export const numericFields = (): NumericField[] =>
  apiRoutes().flatMap(({ method, path }) => {
    const content = apiDocument().paths[path]?.[method.toLowerCase()]?.requestBody?.content ?? {};
    return Object.entries(content)
      .filter(([type]) => type !== 'text/csv')
      .flatMap(([type, { schema }]) =>
        numbersOf(schema).map(([place, of]) => ({
          method,
          path,
          type,
          schema,
          place,
          nullable: of.nullable === true,
        })),
      );
  });

function numbersOf(given: Schema, place: string[] = []): [string[], Schema][] {
  const schema = resolved(given);
  if (schema.type === 'integer' || schema.type === 'number') return [[place, schema]];
  if (schema.items) return numbersOf(schema.items, [...place, '[]']);
  return Object.entries(schema.properties ?? {}).flatMap(([name, of]) => numbersOf(of, [...place, name]));
}

/** The examples of a body's fields. */
export function exampleBody(schema: Schema): Record<string, unknown> {
  const fields = Object.entries(resolved(schema).properties ?? {});
  return Object.fromEntries(
    fields.flatMap(([name, { example, format }]) =>
      example === undefined || format === 'binary' ? [] : [[name, example]],
    ),
  );
}

/** The documented path that a request goes to: of several, the one with the fewest parameters. */
export function templateOf(method: string, path: string): string | undefined {
  const parts = path.split('?')[0]?.split('/') ?? [];
  const fitting = documentedRoutes().filter((route) => {
    const names = route.path.split('/');
    return (
      route.method === method &&
      names.length === parts.length &&
      names.every((name, index) => name.startsWith('{') || name === parts[index])
    );
  });
  const parameters = (route: { path: string }): number => route.path.split('{').length;
  return fitting.sort((a, b) => parameters(a) - parameters(b))[0]?.path;
}

/**
 * Compare an answer with the document.
 * @param path with `/api`
 * @returns what is wrong, each with the place in the body; only paths outside of the document (and 304, which has no body) pass
 */
export function mistakesOf(
  method: string,
  path: string,
  answer: { status: number; headers: Headers; body: unknown },
): string[] {
  const template = templateOf(method, path);
  const { status, headers, body } = answer;
  if (!template || status === 304) return [];
  const responses = apiDocument().paths[template]?.[method.toLowerCase()]?.responses ?? {};
  const type = headers.get('content-type')?.split(';')[0] ?? 'no content';
  const described = responses[String(status)] ?? (status >= 400 ? responses['default'] : undefined);
  const schema = described?.content?.[type]?.schema;
  if (!schema) return [`${method} ${template} does not document ${type} for status ${status}`];
  return checkAgainst(schema, body);
}

/** What in a value does not fit a schema of the document. */
export function checkAgainst(schema: Schema, value: unknown): string[] {
  return check(schema, value, 'body');
}

/** What a reference of the document stands for. */
function resolved(schema: Schema): Schema {
  if (!schema.$ref) return schema;
  return apiDocument().components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {};
}

function check(schema: Schema, value: unknown, place: string): string[] {
  if (schema.$ref) return check(resolved(schema), value, place);
  if (value === null) return schema.nullable ? [] : [`${place} is null`];
  if (schema.allOf) return schema.allOf.flatMap((part) => check(part, value, place));
  const wrong = [`${place} is ${JSON.stringify(value)?.slice(0, 80)}, not ${schema.format ?? schema.type}`];
  if (schema.enum && !schema.enum.includes(value)) return wrong;
  switch (schema.type) {
    case 'string':
      return typeof value === 'string' && hasFormat(schema.format, value) ? [] : wrong;
    case 'integer':
      return Number.isSafeInteger(value) ? [] : wrong;
    case 'number':
      return typeof value === 'number' && hasFormat(schema.format, String(value)) ? [] : wrong;
    case 'boolean':
      return typeof value === 'boolean' ? [] : wrong;
    case 'array':
      if (!Array.isArray(value)) return wrong;
      return value.flatMap((item, index) => check(schema.items ?? {}, item, `${place}[${index}]`));
    case 'object':
      return typeof value === 'object' && !Array.isArray(value)
        ? checkObject(schema, value as Record<string, unknown>, place)
        : wrong;
    default:
      return [];
  }
}

function checkObject(schema: Schema, value: Record<string, unknown>, place: string): string[] {
  const properties = schema.properties ?? {};
  const missing = (schema.required ?? []).filter((name) => !Object.hasOwn(value, name));
  return [
    ...missing.map((name) => `${place}.${name} is missing`),
    ...Object.entries(value).flatMap(([name, item]) => {
      const property = properties[name];
      if (property) return check(property, item, `${place}.${name}`);
      return schema.additionalProperties === false ? [`${place}.${name} is not documented`] : [];
    }),
  ];
}

const FORMATS: Record<string, RegExp> = {
  uuid: /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/,
  'date-time': /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/,
  date: /^\d{4}-\d{2}-\d{2}$/,
  cedis: /^-?\d+(\.\d{1,2})?$/,
};

function hasFormat(format: string | undefined, text: string): boolean {
  return !format || (FORMATS[format]?.test(text) ?? true);
}
