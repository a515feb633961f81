import type { LoggerService } from '@nestjs/common';

export const LOG_LEVELS = ['info', 'warn', 'error'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** One JSON line per noteworthy event on stdout. Callers pass references and ids only: never a name, phone or e-mail address. */
export class Log implements LoggerService {
  constructor(private readonly least: LogLevel = 'info') {}

  info(msg: string, fields: Record<string, unknown> = {}): void {
    this.write('info', msg, fields);
  }

  log(): void {
    // Nest's start-up chatter says nothing an operator needs.
  }

  warn(msg: unknown, fields: unknown = {}): void {
    this.write('warn', String(msg), fields);
  }

  error(msg: unknown, fields: unknown = {}): void {
    this.write('error', msg instanceof Error ? (msg.stack ?? msg.message) : String(msg), fields);
  }

  private write(level: LogLevel, msg: string, fields: unknown): void {
    if (LOG_LEVELS.indexOf(level) < LOG_LEVELS.indexOf(this.least)) return;
    const extra = typeof fields === 'object' && fields !== null ? fields : { detail: fields };
    process.stdout.write(`${JSON.stringify({ time: new Date().toISOString(), level, msg, ...extra })}\n`);
  }
}
