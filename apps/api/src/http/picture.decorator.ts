import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ValidateBy, ValidateIf } from 'class-validator';

/**
 * A picture of a multipart body. JSON cannot carry one: null removes it where a PUT may do that, and anything else is treated as absent.
 * @param required message when it is missing, or when a PUT wants to remove it; without one it may be missing
 * @param patch of a PUT: absent means unchanged
 */
export function pictureDecorators(required: string | undefined, patch: boolean): PropertyDecorator[] {
  const takesNull = patch || Boolean(required);
  return [
    Transform(({ value }: { value: unknown }) => {
      if (Buffer.isBuffer(value)) return value;
      return value === null && takesNull ? null : undefined;
    }),
    required ? mustBePresent(required, patch) : ValidateIf(() => false),
    ApiProperty({
      type: 'string',
      format: 'binary',
      required: Boolean(required) && !patch,
      ...(patch && !required && { nullable: true }),
    }),
  ];
}

function mustBePresent(message: string, patch: boolean): PropertyDecorator {
  const validate = (value: unknown) => Buffer.isBuffer(value) || (patch && value === undefined);
  return ValidateBy({ name: 'picture', validator: { validate } }, { message });
}
