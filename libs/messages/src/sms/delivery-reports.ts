import { createHash, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Transactions } from '@abato/database';
import {
  AppError,
  type Clock,
  CLOCK,
  type Environment,
  ENVIRONMENT,
  type SmsProvider,
} from '@abato/platform';
import { SMS_ADAPTERS } from './providers.js';

/** An id is short and plain; another one names no message of ours, and PostgreSQL takes no NUL. */
const ID = /^[ -~]{1,100}$/;
/** States that end a message. All others are on the way. */
const FAILED = /undeliv|not.?deliv|fail|reject|expire|block|invalid|error/i;
/** The whole state: "Pending delivery", "out for delivery" and "delivered to operator" only speak of it, and the first final state stays. */
const DELIVERED = /^(delivered|delivrd)([ _-]?to[ _-]?(handset|terminal|subscriber))?$/i;

/** What a report says, whatever its form. @returns null where it is none; `state` null while the message is on the way */
export function readReport(
  provider: SmsProvider,
  fields: Readonly<Record<string, unknown>>,
): { messageId: string; state: 'DELIVERED' | 'FAILED' | null } | null {
  const lower = new Map(Object.entries(fields).map(([name, value]) => [name.toLowerCase(), value]));
  const [id] = SMS_ADAPTERS[provider].reportIds
    .map((name) => lower.get(name))
    .filter((value) => typeof value === 'string' || typeof value === 'number')
    .map(String);
  const status = lower.get('status');
  if (!id || !ID.test(id) || typeof status !== 'string') return null;
  const state = FAILED.test(status) ? 'FAILED' : DELIVERED.test(status.trim()) ? 'DELIVERED' : null;
  return { messageId: id, state };
}

/** Takes the providers' reports of what became of a message (ADR 117). */
@Injectable()
export class SmsReports {
  private readonly secret: Buffer | null;

  constructor(
    private readonly db: Transactions,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ENVIRONMENT) env: Pick<Environment, 'SMS_REPORT_SECRET'>,
  ) {
    this.secret = env.SMS_REPORT_SECRET ? digestOf(env.SMS_REPORT_SECRET) : null;
  }

  /**
   * The first final report of a message is kept; later ones change nothing.
   * @param secret from the path: what tells a provider from other callers
   * @throws AppError NOT_FOUND for a wrong secret, and for a message that is not known, or not yet: a provider then reports again; MALFORMED_REQUEST for what is no report
   */
  async take(
    provider: SmsProvider,
    secret: string,
    fields: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    if (!this.secret || !timingSafeEqual(digestOf(secret), this.secret)) throw new AppError('NOT_FOUND');
    const report = readReport(provider, fields);
    if (!report) throw new AppError('MALFORMED_REQUEST');
    if (report.state === null) return;
    const { rowCount } = await this.db.query(
      `WITH known AS (SELECT id FROM sms_messages WHERE provider = $1 AND message_id = $2),
       kept AS (
         UPDATE sms_messages m SET delivery = $3, reported_at = $4
         FROM known WHERE m.id = known.id AND m.delivery IS NULL
       )
       SELECT FROM known`,
      [provider, report.messageId, report.state, this.clock.now()],
    );
    if (!rowCount) throw new AppError('NOT_FOUND');
  }
}

/** Digests have one length, so that comparing takes the same time for every secret. */
function digestOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
