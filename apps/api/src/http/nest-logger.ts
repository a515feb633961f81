import type { LoggerService } from '@nestjs/common';
import type { Logger } from '@abato/platform';

/** The framework's own messages in our one log shape. */
export function logForNest(log: Logger): LoggerService {
  const fields = (rest: unknown[]): { context?: string } => {
    const context = rest.at(-1);
    return typeof context === 'string' ? { context } : {};
  };
  return {
    log: (message: unknown, ...rest: unknown[]) => log.debug(fields(rest), String(message)),
    error: (message: unknown, ...rest: unknown[]) =>
      log.error({ ...fields(rest), err: message }, String(message)),
    warn: (message: unknown, ...rest: unknown[]) => log.warn(fields(rest), String(message)),
    debug: (message: unknown, ...rest: unknown[]) => log.trace(fields(rest), String(message)),
    verbose: (message: unknown, ...rest: unknown[]) => log.trace(fields(rest), String(message)),
  };
}
