import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { registerDecorator, ValidateIf } from 'class-validator';

/**
 * A picture of a multipart body. JSON cannot carry one: whatever stands there is treated as absent.
 * @param options.required message when it is missing
 */
export function Picture(options: { required?: string } = {}): PropertyDecorator {
  const { required } = options;
  return applyDecorators(
    Transform(({ value }: { value: unknown }) => (Buffer.isBuffer(value) ? value : undefined)),
    required ? mustBePresent(required) : ValidateIf(() => false),
    ApiProperty({ type: 'string', format: 'binary', required: Boolean(required) }),
  );
}

function mustBePresent(message: string): PropertyDecorator {
  return (target, property) =>
    registerDecorator({
      name: 'picture',
      target: target.constructor,
      propertyName: String(property),
      validator: { validate: (value: unknown) => Buffer.isBuffer(value), defaultMessage: () => message },
    });
}
