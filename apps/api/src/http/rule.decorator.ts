import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { registerDecorator, ValidateIf, type ValidationArguments } from 'class-validator';
import { checkField, type FieldRule } from '@abato/contracts';
import { EXAMPLE_ID, EXAMPLE_TIME } from '../open-api/schema.js';

/**
 * Puts a rule of `libs/contracts` on a DTO property: normalises (trim, compact), validates with the rule's messages, and
 * describes the field for OpenAPI. `optional` is for PUT: absent means unchanged, present must pass.
 */
export function Rule(
  rule: FieldRule,
  options: { optional?: boolean; example?: unknown } = {},
): PropertyDecorator {
  return applyDecorators(
    Transform(({ value, key }: { value: unknown; key: string }) => {
      const result = checkField(key, rule, value);
      return 'value' in result ? result.value : value;
    }),
    ...(options.optional
      ? [ValidateIf((dto: Record<string, unknown>, value: unknown) => value !== undefined)]
      : []),
    checkedBy(rule),
    ApiProperty(describe(rule, options)),
  );
}

function checkedBy(rule: FieldRule): PropertyDecorator {
  return (target, property) => {
    const field = String(property);
    const messageFor = (value: unknown): string | undefined => {
      const result = checkField(field, rule, value);
      return 'message' in result ? result.message : undefined;
    };
    registerDecorator({
      name: 'rule',
      target: target.constructor,
      propertyName: field,
      validator: {
        validate: (value: unknown) => messageFor(value) === undefined,
        defaultMessage: (args?: ValidationArguments) => messageFor(args?.value) ?? `${field} is not valid`,
      },
    });
  };
}

function describe(rule: FieldRule, options: { optional?: boolean; example?: unknown }): ApiPropertyOptions {
  const formats: Partial<Record<FieldRule['type'], string>> = { uuid: 'uuid', isoDate: 'date-time' };
  const type = rule.type === 'uuid' || rule.type === 'isoDate' ? 'string' : rule.type;
  return {
    type,
    format: formats[rule.type],
    required: Boolean(rule.required) && !options.optional,
    pattern: rule.pattern?.[0].source,
    minimum: rule.min?.[0],
    maximum: rule.max?.[0],
    maxLength: rule.type === 'string' ? (rule.maxLength ?? 255) : undefined,
    enum: rule.oneOf ? [...rule.oneOf] : undefined,
    example: options.example ?? exampleFor(rule),
  };
}

/** For fields whose rule says enough; a text is shown with an example of its own. */
function exampleFor(rule: FieldRule): unknown {
  if (rule.oneOf) return rule.oneOf[0];
  const examples: Partial<Record<FieldRule['type'], unknown>> = {
    uuid: EXAMPLE_ID,
    isoDate: EXAMPLE_TIME,
    boolean: true,
    integer: rule.min?.[0],
    number: rule.min?.[0],
  };
  return examples[rule.type];
}
