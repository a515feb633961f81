import { Inject, Injectable } from '@nestjs/common';
import type { Actor } from '@abato/accounts';
import { ContestsRepository } from '@abato/contests';
import { cedisFromPesewas, type ContestSms, type VerificationLevel } from '@abato/contracts';
import { Transactions } from '@abato/database';
import { type Clock, CLOCK, type Environment, ENVIRONMENT } from '@abato/platform';
import { codesPerDay, countsSince } from './code-budgets.js';

/** What a contest has sent by SMS. */
@Injectable()
export class ContestSmsReader {
  constructor(
    private readonly db: Transactions,
    private readonly contests: ContestsRepository,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ENVIRONMENT) private readonly env: Environment,
  ) {}

  /** @throws AppError CONTEST_NOT_FOUND */
  async read(actor: Actor, contestId: string): Promise<ContestSms> {
    await this.contests.assertVisible(actor, contestId);
    const { rows } = await this.db.query<{
      messages: number;
      parts: number;
      delivered: number;
      failed: number;
      codes: number;
      verification: VerificationLevel;
    }>(
      `SELECT count(*)::int AS messages, coalesce(sum(parts), 0)::int AS parts,
         count(*) FILTER (WHERE delivery = 'DELIVERED')::int AS delivered, count(*) FILTER (WHERE delivery = 'FAILED')::int AS failed,
         (SELECT verification FROM contests WHERE id = $1::uuid) AS verification,
         coalesce((SELECT codes FROM verification_counts WHERE kind = 'CONTEST' AND subject = $1::text AND since = $2), 0) AS codes
       FROM sms_messages WHERE contest_id = $1::uuid`,
      [contestId, countsSince('CONTEST', this.clock.now())],
    );
    const { parts = 0, codes = 0, messages = 0, delivered = 0, failed = 0 } = rows[0] ?? {};
    return {
      messages,
      delivered,
      failed,
      cost: cedisFromPesewas(parts * this.env.SMS_PRICE_PESEWAS),
      price: cedisFromPesewas(this.env.SMS_PRICE_PESEWAS),
      codesToday: codes,
      codesPerDay: codesPerDay(this.env, rows[0]?.verification),
      canDial: this.env.USSD_SECRET !== '',
    };
  }
}
