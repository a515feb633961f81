import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { manyRevealsMail, OutgoingMail } from '@abato/messages';
import { AppError, type Clock, CLOCK, type Environment, ENVIRONMENT } from '@abato/platform';
import { type Actor, mustReauthenticate } from './access/actor.js';
import { type AuditEntry, recordAudit } from './audit-log.js';

/** Persons that an account may be shown in full within an hour, for one confirmation: as many again need a reason and another one. */
export const REVEALS_AN_HOUR = 20;
const HOUR_MS = 3_600_000;
const ACTIONS = ['vote.reveal', 'payment.reveal', 'user.reveal'] as const;

/** What is revealed to whom. */
export type Reveal = Pick<AuditEntry, 'subjectType' | 'subjectId'> & {
  action: (typeof ACTIONS)[number];
  reason: string | undefined;
};

/** Writes down that a person is shown in full, and bounds how many are (ADR 74). The audit log is the counter, so it holds without Redis too. */
@Injectable()
export class Reveals {
  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ENVIRONMENT) private readonly env: Pick<Environment, 'production' | 'PUBLIC_URL'>,
    private readonly mail: OutgoingMail,
  ) {}

  /**
   * In the transaction of the reveal, before anything is shown.
   * @throws AppError REVEAL_REASON_REQUIRED after twenty within an hour, REAUTHENTICATION_REQUIRED when password or code was last given before the last twenty
   */
  async record(manager: EntityManager, actor: Actor, { reason, ...subject }: Reveal): Promise<void> {
    const now = this.clock.now();
    // One after the other: calls at the same time must not all see the count before them.
    await manager.query('SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE', [actor.id]);
    const [found] = await manager.query<{ number: number; twentieth: Date | null }[]>(
      `SELECT count(*) AS number, (array_agg(at ORDER BY id DESC))[$4::int] AS twentieth FROM audit_log
       WHERE actor_user_id = $1 AND action = ANY($2) AND at > $3`,
      [actor.id, ACTIONS, new Date(now.getTime() - HOUR_MS), REVEALS_AN_HOUR],
    );
    const { number = 0, twentieth = null } = found ?? {};
    if (twentieth) {
      if (!reason) throw new AppError('REVEAL_REASON_REQUIRED');
      const isOlder = (actor.authenticatedAt ?? 0) < Math.floor(twentieth.getTime() / 1000);
      if (isOlder || mustReauthenticate(actor, this.env, now, { always: true }))
        throw new AppError('REAUTHENTICATION_REQUIRED');
      if (Number(number) % REVEALS_AN_HOUR === 0) await this.tell(manager, actor, Number(number), reason);
    }
    const detail = twentieth ? { reason } : {};
    await recordAudit(manager, { at: now, actorUserId: actor.id, ...subject, detail });
  }

  private async tell(manager: EntityManager, actor: Actor, number: number, reason: string): Promise<void> {
    const people = await manager.query<
      { id: string; email: string; first_name: string; last_name: string; email_verified_at: Date | null }[]
    >(
      `SELECT id, email, first_name, last_name, email_verified_at FROM users
       WHERE id = $1 OR role = 'SUPER_ADMIN' AND approval_status = 'APPROVED' AND deleted_at IS NULL ORDER BY id`,
      [actor.id],
    );
    const who = people.find(({ id }) => id === actor.id);
    const by = `${who?.first_name ?? ''} ${who?.last_name ?? ''}`.trim();
    for (const { id, email, first_name: firstName, email_verified_at: emailVerifiedAt } of people) {
      if (id === actor.id) continue;
      const facts = { by, number, reason, publicUrl: this.env.PUBLIC_URL, actorId: actor.id };
      await this.mail.write(manager, manyRevealsMail({ firstName, email, emailVerifiedAt }, facts));
    }
  }
}
