import { pino, type DestinationStream, type Logger, type LoggerOptions } from 'pino';
import { traceFields } from './tracing.js';

export type { Logger };

/** What a database says of a statement that failed repeats its values: "Failing row contains (…)", the parameters. */
const VALUES_IN_ERRORS = ['parameters', 'detail', 'where', 'driverError'].map((field) => `err.${field}`);

/**
 * The one log shape: JSON lines with time, level, process name and message, and, where work is traced, request and trace id. Fields that could hold personal data or secrets
 * are removed wherever they stand, as a second line of defence: call sites do not pass them in the first place.
 * @param destination standard output when absent
 */
export function createLogger(name: string, level: string, destination?: DestinationStream): Logger {
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
    'accountNumber',
    'accountName',
  ];
  const options: LoggerOptions = {
    name,
    level,
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: traceFields,
    formatters: { level: (label) => ({ level: label }), bindings: ({ name: process }) => ({ process }) },
    redact: {
      paths: [...sensitive.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]), ...VALUES_IN_ERRORS],
      censor: '[redacted]',
    },
  };
  return pino(options, destination);
}
