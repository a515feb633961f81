import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { cedisFromPesewas, type ContestSms } from '@abato/contracts';
import { HOT_POOL } from '@abato/database';
import { type Clock, CLOCK, type Environment, ENVIRONMENT } from '@abato/platform';
import { countsSince } from './code-budgets.js';

/** What a contest has sent by SMS. */
@Injectable()
export class ContestSmsReader {
  constructor(
    @Inject(HOT_POOL) private readonly pool: pg.Pool,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ENVIRONMENT) private readonly env: Environment,
  ) {}

  async read(contestId: string): Promise<ContestSms> {
    const { rows } = await this.pool.query<{
      messages: number;
      parts: number;
      delivered: number;
      failed: number;
      codes: number;
    }>(
      `SELECT count(*)::int AS messages, coalesce(sum(parts), 0)::int AS parts,
         count(*) FILTER (WHERE delivery = 'DELIVERED')::int AS delivered, count(*) FILTER (WHERE delivery = 'FAILED')::int AS failed,
         coalesce((SELECT codes FROM verification_counts WHERE kind = 'CONTEST' AND subject = $1::text AND since = $2), 0) AS codes
       FROM sms_messages WHERE contest_id = $1::uuid`,
      [contestId, countsSince('CONTEST', this.clock.now())],
    );
    const { parts = 0, codes = 0, ...sent } = rows[0] ?? { messages: 0, delivered: 0, failed: 0 };
    return {
      ...sent,
      cost: cedisFromPesewas(parts * this.env.SMS_PRICE_PESEWAS),
      price: cedisFromPesewas(this.env.SMS_PRICE_PESEWAS),
      codesToday: codes,
      codesPerDay: this.env.SMS_CODES_PER_CONTEST,
      canDial: this.env.USSD_SECRET !== '',
    };
  }
}
