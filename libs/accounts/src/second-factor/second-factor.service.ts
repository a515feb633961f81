import { Inject, Injectable } from '@nestjs/common';
import { type EntityManager, IsNull } from 'typeorm';
import type { SecondFactorConfirmed, SecondFactorSetUp, SecondFactorState } from '@abato/contracts';
import { Transactions } from '@abato/database';
import { AppError, type Clock, CLOCK, type Environment, ENVIRONMENT } from '@abato/platform';
import { type Actor, requiresSecondFactor } from '../access/actor.js';
import { recordBy } from '../audit-log.js';
import { Sessions } from '../sign-in/sign-in.service.js';
import { User } from '../user.entity.js';
import { UserSignals } from '../access/actor-cache.js';
import {
  newRecoveryCodes,
  RecoveryCode,
  recoveryDigest,
  SecondFactorCodes,
  totpUri,
} from './second-factor-codes.js';

type Action = 'user.second-factor-on' | 'user.second-factor-off' | 'user.recovery-codes';

/** Setting up and switching off the second factor of one's own account (ADR 74). */
@Injectable()
export class SecondFactorService {
  constructor(
    private readonly transactions: Transactions,
    private readonly codes: SecondFactorCodes,
    private readonly sessions: Sessions,
    private readonly signals: UserSignals,
    @Inject(ENVIRONMENT) private readonly env: Environment,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async state(actor: Actor): Promise<SecondFactorState> {
    const { rows } = await this.transactions.query<{ enabled: boolean; left: number }>(
      `SELECT second_factor_at IS NOT NULL AS enabled,
              (SELECT count(*)::int FROM recovery_codes WHERE user_id = users.id AND used_at IS NULL) AS left
       FROM users WHERE id = $1`,
      [actor.id],
    );
    const { enabled = false, left = 0 } = rows[0] ?? {};
    return {
      enabled,
      required: requiresSecondFactor(actor, this.env),
      recoveryCodesLeft: enabled ? left : 0,
    };
  }

  /**
   * A new secret, which counts only after a code of it was confirmed; asking again replaces it.
   * @throws AppError CONFLICT when a second factor is on
   */
  async begin(actor: Actor): Promise<SecondFactorSetUp> {
    const { secret, sealed } = this.codes.newSecret();
    const email = await this.transactions.run(async ({ manager }) => {
      const user = await this.lock(manager, actor);
      if (user.secondFactorAt)
        throw new AppError('CONFLICT', { message: 'A second factor is already set up.' });
      await manager.update(User, { id: user.id }, { secondFactorEncrypted: sealed, secondFactorStep: null });
      return user.email;
    });
    return { secret, uri: totpUri(secret, email) };
  }

  /**
   * Switch the second factor on. Every other session of the account ends: it was begun by the password alone.
   * @throws AppError SECOND_FACTOR_WRONG, CONFLICT when it is on already or was not begun
   */
  async confirm(actor: Actor, code: string): Promise<SecondFactorConfirmed> {
    await this.codes.prove(actor.id, code);
    const recoveryCodes = newRecoveryCodes();
    const user = await this.transactions.run(async ({ manager }) => {
      const locked = await this.lock(manager, actor);
      if (locked.secondFactorAt) throw new AppError('CONFLICT');
      const now = this.clock.now();
      const change = { secondFactorAt: now, tokenVersion: locked.tokenVersion + 1, updatedAt: now };
      await manager.update(User, { id: locked.id }, change);
      await this.replaceCodes(manager, locked.id, recoveryCodes);
      await this.record(manager, actor, 'user.second-factor-on');
      return { ...locked, ...change };
    });
    await this.signals.changed(user.id);
    return { ...this.sessions.start(user), recoveryCodes };
  }

  /** New recovery codes; older ones end. @throws AppError CONFLICT without a second factor */
  async renewCodes(actor: Actor): Promise<string[]> {
    const recoveryCodes = newRecoveryCodes();
    await this.transactions.run(async ({ manager }) => {
      const user = await this.lock(manager, actor);
      if (!user.secondFactorAt) throw new AppError('CONFLICT');
      await this.replaceCodes(manager, user.id, recoveryCodes);
      await this.record(manager, actor, 'user.recovery-codes');
    });
    return recoveryCodes;
  }

  /** @throws AppError CONFLICT when the account must have one */
  async disable(actor: Actor): Promise<void> {
    if (requiresSecondFactor(actor, this.env)) {
      throw new AppError('CONFLICT', { message: 'Super admins need a second factor.' });
    }
    await this.transactions.run(async ({ manager }) => {
      const { id } = await this.lock(manager, actor);
      const off = { secondFactorEncrypted: null, secondFactorAt: null, secondFactorStep: null };
      await manager.update(User, { id }, { ...off, updatedAt: this.clock.now() });
      await manager.delete(RecoveryCode, { userId: id });
      await this.record(manager, actor, 'user.second-factor-off');
    });
    await this.signals.changed(actor.id);
  }

  private async lock(manager: EntityManager, actor: Actor): Promise<User> {
    const user = await manager.findOne(User, {
      where: { id: actor.id, deletedAt: IsNull() },
      lock: { mode: 'pessimistic_write' },
    });
    if (!user) throw new AppError('UNAUTHENTICATED');
    return user;
  }

  private async replaceCodes(manager: EntityManager, userId: string, codes: string[]): Promise<void> {
    await manager.delete(RecoveryCode, { userId });
    await manager.insert(
      RecoveryCode,
      codes.map((code) => ({ userId, digest: recoveryDigest(code) })),
    );
  }

  private async record(manager: EntityManager, actor: Actor, action: Action): Promise<void> {
    await recordBy(manager, actor, this.clock.now(), action, ['user', actor.id]);
  }
}
