import { Inject, Injectable } from '@nestjs/common';
import { ProviderError } from '../core/errors.js';
import { type Settings, SETTINGS } from '../core/settings.js';

/** `Authorization: Bearer <secret key>`, as the provider checks it. */
@Injectable()
export class KeyCheck {
  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  /** @throws ProviderError 401 */
  check(authorization: string | undefined): void {
    const nextStep = 'Ensure that you provide the correct authorization key for the request';
    if (!authorization) {
      throw new ProviderError(
        401,
        'No Authorization Header was found',
        'missing_key',
        'validation_error',
        nextStep,
      );
    }
    if (authorization !== `Bearer ${this.settings.secretKey}`) {
      throw new ProviderError(401, 'Invalid key', 'invalid_Key', 'validation_error', nextStep);
    }
  }
}
