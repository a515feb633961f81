import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ValidateBy } from 'class-validator';
import {
  checkField,
  DEFAULT_MAX_LENGTH,
  EXAMPLE_ID,
  EXAMPLE_TIME,
  type FieldRule,
  MAX_SEARCH_LENGTH,
} from '@abato/contracts';

interface FieldOptions {
  /** Of a PUT: absent means unchanged, present must pass. */
  patch?: boolean;
  example?: unknown;
}

/** A rule of a noun contract for class-validator and the API's document: the check and its one message are those of `checkField`. */
export function Rule(field: string, rule: FieldRule, options: FieldOptions = {}): PropertyDecorator {
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
