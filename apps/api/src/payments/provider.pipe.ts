import { Injectable, type PipeTransform } from '@nestjs/common';
import { AppError } from '@abato/platform';

/** The one provider there is. A path that names another leads nowhere. */
@Injectable()
export class ProviderPipe implements PipeTransform<string, 'paystack'> {
  transform(value: string): 'paystack' {
    if (value !== 'paystack') throw new AppError('NOT_FOUND');
    return value;
  }
}
