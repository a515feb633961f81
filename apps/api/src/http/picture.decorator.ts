import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ValidateBy, ValidateIf } from 'class-validator';

/**
 * A picture of a multipart body. JSON cannot carry one: whatever is there is treated as absent.
 * @param required message when it is missing; without one it may be
 */
export function pictureDecorators(required: string | undefined): PropertyDecorator[] {
  return [
    Transform(({ value }: { value: unknown }) => (Buffer.isBuffer(value) ? value : undefined)),
    required ? mustBePresent(required) : ValidateIf(() => false),
    ApiProperty({ type: 'string', format: 'binary', required: Boolean(required) }),
  ];
}

function mustBePresent(message: string): PropertyDecorator {
  return ValidateBy(
    { name: 'picture', validator: { validate: (value: unknown) => Buffer.isBuffer(value) } },
    { message },
  );
}
