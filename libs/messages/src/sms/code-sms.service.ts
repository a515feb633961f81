import { createHmac } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Registry } from 'prom-client';
import { CODE_LENGTH, smsTexts } from '@abato/contracts';
import { sqlFile, Transactions } from '@abato/database';
import { type Clock, CLOCK, type Environment, ENVIRONMENT, METRICS, Secrets } from '@abato/platform';
import { SMS_TRANSPORT } from '../tokens.js';
import { countOutcomes, SmsOutbox } from './sms-outbox.js';
import type { SmsTransport } from './sms-transport.js';

const CLAIM = sqlFile(import.meta.url, './claim-codes.sql');
/** Longer than two providers may take, and short for a voter who waits: a worker that died over a code is followed by another. */
const CLAIM_MS = 20_000;
/** A code is worth nothing after five minutes. */
const FIRST_RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 60_000;
/** Rows are of no use any more: the longest limit looks back one hour. */
const KEPT_MS = 2 * 3_600_000;
/** Providers report within hours. */
const IDS_KEPT_MS = 7 * 24 * 3_600_000;

interface DueCode {
  id: string;
  attempts: number;
  phone: string;
  contest_id: string;
}

/** Sends the codes that prove phone numbers, and forgets them with the numbers when no limit needs them any more. */
@Injectable()
export class CodeSmsService {
  private readonly outbox: SmsOutbox<DueCode>;

  constructor(
    private readonly db: Transactions,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ENVIRONMENT) env: Pick<Environment, 'PUBLIC_URL'>,
    @Inject(SMS_TRANSPORT) transport: SmsTransport,
    @Inject(METRICS) metrics: Registry,
    secrets: Secrets,
  ) {
    this.outbox = new SmsOutbox<DueCode>(
      db,
      clock,
      {
        name: 'phone_verifications',
        key: 'id',
        what: 'code',
        kind: 'CODE',
        claim: CLAIM,
        claimMs: CLAIM_MS,
        firstRetryMs: FIRST_RETRY_MS,
        longestRetryMs: LONGEST_RETRY_MS,
        smsOf: ({ id, phone }) => ({
          phone,
          text: codeSms(verificationCode(secrets.verificationKey, id), env.PUBLIC_URL),
          mayRepeat: true,
        }),
      },
      transport,
      countOutcomes(metrics, 'abato_sms_codes_total', 'Codes for phone numbers'),
    );
  }

  /** Send the codes that are due. @throws Error when one was not taken, after all were tried */
  async sendDue(stopping: AbortSignal): Promise<void> {
    await this.outbox.sendDue(stopping);
  }

  /** Remove what no limit looks back to, the counts of networks, and ids that providers know messages by. Counts of contests stay. */
  async forgetOld(): Promise<void> {
    const now = this.clock.now().getTime();
    const before = new Date(now - KEPT_MS);
    await this.db.query('DELETE FROM phone_verifications WHERE created_at < $1', [before]);
    await this.db.query(`DELETE FROM verification_counts WHERE kind = 'NETWORK' AND since < $1`, [before]);
    await this.db.query(
      'UPDATE sms_messages SET message_id = NULL WHERE message_id IS NOT NULL AND sent_at < $1',
      [new Date(now - IDS_KEPT_MS)],
    );
  }
}

/** The range of the truncated hash, as in HOTP (RFC 4226 §5.3). */
const MASK = 0x7fff_ffff;

/**
 * The code of one request for verification: six digits that follow from its id under the processes' key, as HOTP makes them (RFC 4226).
 * Nothing that is stored or queued lets anyone compute it without the key.
 * @param key `Secrets.verificationKey`
 */
export function verificationCode(key: Buffer, id: string): string {
  const hash = createHmac('sha256', key).update(`code|${id}`).digest();
  const offset = (hash.at(-1) as number) & 0x0f;
  const number = (hash.readUInt32BE(offset) & MASK) % 10 ** CODE_LENGTH;
  return String(number).padStart(CODE_LENGTH, '0');
}

/**
 * The text with a code. Its last line is the origin-bound form that browsers fill in by themselves, on this site only.
 * @param publicUrl where voters reach the platform
 */
export function codeSms(code: string, publicUrl: string): string {
  const { hostname } = new URL(publicUrl);
  return `${smsTexts.code(code)}\n\n@${hostname} #${code}`;
}
