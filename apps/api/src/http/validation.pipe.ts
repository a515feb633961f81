import { ValidationPipe, type ValidationError } from '@nestjs/common';
import type { FieldError } from '@abato/contracts';
import { AppError } from '@abato/platform';

/**
 * The pipe for every DTO: unknown fields are dropped, JSON is never coerced, every wrong field is named at once.
 */
export function createValidationPipe(): ValidationPipe {
  return new ValidationPipe({
    transform: true,
    whitelist: true,
    forbidUnknownValues: true,
    stopAtFirstError: true,
    exceptionFactory: (errors) => AppError.validation(errors.flatMap(toFieldErrors)),
  });
}

function toFieldErrors(error: ValidationError): FieldError[] {
  const message = Object.values(error.constraints ?? {})[0];
  return message ? [{ field: error.property, message }] : (error.children ?? []).flatMap(toFieldErrors);
}
