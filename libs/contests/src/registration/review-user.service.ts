import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { type Actor, Reveals, User, USER_FIELDS, userView } from '@abato/accounts';
import { maskIdNumber, type RevealedUser, type UserReview } from '@abato/contracts';
import { Transactions } from '@abato/database';
import { AppError, Secrets } from '@abato/platform';
import { Host } from '../hosts/host.entity.js';

/** What a super admin sees of a registration before deciding about it. */
@Injectable()
export class ReviewUserService {
  constructor(
    private readonly transactions: Transactions,
    private readonly secrets: Secrets,
    private readonly reveals: Reveals,
  ) {}

  /** @throws AppError USER_NOT_FOUND, also for a deleted one */
  async review(id: string): Promise<UserReview> {
    const user = await this.transactions.manager.getRepository(User).findOne({
      where: { id, deletedAt: IsNull() },
      select: { ...USER_FIELDS, idNumberEncrypted: true },
    });
    if (!user) throw new AppError('USER_NOT_FOUND');
    const hosts = await this.transactions.manager.getRepository(Host).find({
      where: { userId: id, archivedAt: IsNull() },
      select: { id: true, name: true, email: true, phone: true, description: true },
      order: { createdAt: 'ASC', id: 'ASC' },
    });
    return {
      ...userView(user),
      maskedIdNumber: maskIdNumber(this.secrets.decrypt(user.idNumberEncrypted)),
      hosts: hosts.map(({ id: of, name, email, phone, description }) => {
        return { id: of, name, email, phone, description };
      }),
    };
  }

  /** The ID number. The log is written before it is shown. @throws AppError USER_NOT_FOUND */
  async reveal(actor: Actor, id: string, reason?: string): Promise<RevealedUser> {
    return this.transactions.run(async ({ manager }) => {
      const user = await manager.findOne(User, {
        where: { id, deletedAt: IsNull() },
        select: { id: true, idNumberEncrypted: true },
      });
      if (!user) throw new AppError('USER_NOT_FOUND');
      const revealed = { action: 'user.reveal', subjectType: 'user', subjectId: id, reason } as const;
      await this.reveals.record(manager, actor, revealed);
      return { idNumber: this.secrets.decrypt(user.idNumberEncrypted) };
    });
  }
}
