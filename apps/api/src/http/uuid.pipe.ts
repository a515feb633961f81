import { Injectable, type PipeTransform } from '@nestjs/common';
import { type ErrorCode, isUuid } from '@abato/contracts';
import { AppError } from '@abato/platform';

/** A path id that is no UUID names nothing: the same answer as for an unknown id. */
@Injectable()
export class IdPipe implements PipeTransform<string, string> {
  constructor(private readonly code: ErrorCode = 'NOT_FOUND') {}

  transform(value: string): string {
    if (!isUuid(value)) throw new AppError(this.code);
    return value.toLowerCase();
  }
}
