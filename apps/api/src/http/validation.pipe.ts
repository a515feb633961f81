import { type ArgumentMetadata, ValidationPipe } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { type ValidationError, validateSync } from 'class-validator';
import { checkField, type ErrorCode, type FieldError, type FieldRule } from '@abato/contracts';
import { AppError } from '@abato/platform';

const OPTIONS = { whitelist: true, forbidUnknownValues: true, stopAtFirstError: true };

/** The pipe for every DTO: unknown fields are dropped, JSON is never coerced, every wrong field is named at once. */
class DtoPipe extends ValidationPipe {
  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    // At once: whether there is such a thing at all is told before what is wrong with the body.
    if (metadata.type === 'param' && metadata.metatype && this.toValidate(metadata)) {
      return checkPath(metadata.metatype, value);
    }
    return (await super.transform(value, metadata)) as unknown;
  }
}

export function createValidationPipe(): ValidationPipe {
  return new DtoPipe({ ...OPTIONS, transform: true, exceptionFactory: refusalOf });
}

function checkPath(path: new () => object, value: unknown): object {
  const checked: object = plainToInstance(path, value);
  const errors = validateSync(checked, OPTIONS);
  if (errors.length) throw refusalOf(errors);
  return checked;
}

function refusalOf(errors: ValidationError[]): AppError {
  const contexts = errors.flatMap((error) =>
    Object.values((error.contexts ?? {}) as Record<string, { code?: ErrorCode }>),
  );
  const code = contexts.find((context) => context.code)?.code;
  return code ? new AppError(code) : AppError.validation(errors.flatMap(toFieldErrors));
}

function toFieldErrors(error: ValidationError): FieldError[] {
  const message = Object.values(error.constraints ?? {})[0];
  const { rule } = ((error.contexts ?? {})['rule'] ?? {}) as { rule?: FieldRule };
  const checked = rule?.paths && checkField(error.property, rule, error.value);
  if (checked && 'errors' in checked && checked.errors) return checked.errors;
  return message ? [{ field: error.property, message }] : (error.children ?? []).flatMap(toFieldErrors);
}
