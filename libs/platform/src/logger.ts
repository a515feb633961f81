import { pino, type Logger } from 'pino';
import { traceFields } from './tracing.js';

export type { Logger };

/**
 * The one log shape: JSON lines with time, level, process name and message, and, where work is traced, request and trace id. Fields that could hold personal data or secrets
 * are removed wherever they stand, as a second line of defence: call sites do not pass them in the first place.
 */
export function createLogger(name: string, level: string): Logger {
  const sensitive = [
    'password',
    'token',
    'authorization',
    'voterPhone',
    'voterEmail',
    'voterName',
    'phone',
    'phoneNumber',
    'email',
    'idNumber',
  ];
  return pino({
    name,
    level,
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: traceFields,
    formatters: { level: (label) => ({ level: label }), bindings: ({ name: process }) => ({ process }) },
    redact: {
      paths: sensitive.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
      censor: '[redacted]',
    },
  });
}
