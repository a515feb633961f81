import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { UserView } from '@abato/contracts';
import { AppError, Secrets } from '@abato/platform';
import type { Actor } from '../access/actor.js';
import { UserSignals } from '../user-signals.js';
import { User } from '../user.entity.js';
import { USER_FIELDS, userView } from '../user.view.js';

/** A user's own account. */
@Injectable()
export class ProfileService {
  constructor(
    private readonly source: DataSource,
    private readonly secrets: Secrets,
    private readonly signals: UserSignals,
  ) {}

  /** With the ID number, which only its owner sees. */
  async profile(actor: Actor): Promise<UserView> {
    const user = await this.source.getRepository(User).findOne({
      where: { id: actor.id },
      select: { ...USER_FIELDS, idNumberEncrypted: true },
    });
    if (!user) throw new AppError('UNAUTHENTICATED');
    return userView(user, this.secrets.decrypt(user.idNumberEncrypted));
  }

  /** Ends every session of the user, on every device. */
  async logout(actor: Actor): Promise<void> {
    await this.source.getRepository(User).increment({ id: actor.id }, 'tokenVersion', 1);
    await this.signals.changed(actor.id);
  }
}
