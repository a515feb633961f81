import { Injectable } from '@nestjs/common';
import { DataSource, IsNull, Raw, type EntityManager } from 'typeorm';
import type { ApprovalStatus, Page, Role, UserView } from '@abato/contracts';
import { likePattern } from '@abato/database';
import { AppError, Secrets } from '@abato/platform';
import { RecoveryCode } from './second-factor/second-factor-codes.js';
import { EmailVerification, PasswordReset } from './sign-in/mailed-links.js';
import { User, userView } from './user.entity.js';

export interface UserFilter {
  approvalStatus?: ApprovalStatus | undefined;
  role?: Role | undefined;
  search?: string | undefined;
}

/** No hash function yields this, so no password matches it. */
const NO_PASSWORD = '!';

@Injectable()
export class UsersRepository {
  constructor(
    private readonly source: DataSource,
    private readonly secrets: Secrets,
  ) {}

  /** Newest first; the search looks at name, e-mail and phone. */
  async list(filter: UserFilter, page: Page): Promise<{ items: UserView[]; total: number }> {
    const query = this.source.createQueryBuilder(User, 'person').where('person.deletedAt IS NULL');
    const { approvalStatus, role, search } = filter;
    if (approvalStatus) query.andWhere('person.approvalStatus = :approvalStatus', { approvalStatus });
    if (role) query.andWhere('person.role = :role', { role });
    if (search) {
      query.andWhere(
        `(person.firstName || ' ' || person.lastName ILIKE :search OR person.email ILIKE :search
          OR person.phone ILIKE :phone)`,
        { search: likePattern(search), phone: likePattern(phoneDigits(search)) },
      );
    }
    const [users, total] = await query
      .orderBy('person.createdAt', 'DESC')
      .addOrderBy('person.id')
      .offset(page.skip)
      .limit(page.pageSize)
      .getManyAndCount();
    return { items: users.map((user) => userView(user)), total };
  }

  /** @throws AppError USER_NOT_FOUND, also for a deleted one */
  async view(id: string): Promise<UserView> {
    const user = await this.source.getRepository(User).findOneBy({ id, deletedAt: IsNull() });
    if (!user) throw new AppError('USER_NOT_FOUND');
    return userView(user);
  }

  async countPending(): Promise<number> {
    return this.source.getRepository(User).countBy({ approvalStatus: 'PENDING', deletedAt: IsNull() });
  }

  /** Of an account that may sign in; undefined when there is none with this address. */
  async passwordHashOf(email: string): Promise<string | undefined> {
    const user = await this.source.getRepository(User).findOne({
      where: { email: Raw((column) => `lower(${column}) = :email`, { email }), deletedAt: IsNull() },
      select: { passwordHash: true },
    });
    return user?.passwordHash;
  }

  /** Locked until the transaction ends. @throws AppError USER_NOT_FOUND */
  async lock(manager: EntityManager, id: string): Promise<User> {
    const user = await manager
      .createQueryBuilder(User, 'person')
      .where('person.id = :id AND person.deletedAt IS NULL', { id })
      .setLock('pessimistic_write')
      .getOne();
    if (!user) throw new AppError('USER_NOT_FOUND');
    return user;
  }

  /** Overwrite the personal data of a locked user for good, and end all sessions, links and codes. */
  async erase(manager: EntityManager, user: User, now: Date): Promise<void> {
    const { id } = user;
    await manager.update(
      User,
      { id },
      {
        firstName: 'Deleted',
        lastName: 'user',
        email: `deleted-${id}@deleted.invalid`,
        emailVerifiedAt: null,
        secondFactorEncrypted: null,
        secondFactorAt: null,
        secondFactorStep: null,
        phone: '',
        idNumberEncrypted: this.secrets.encrypt(''),
        passwordHash: NO_PASSWORD,
        rejectionReason: user.rejectionReason === null ? null : 'deleted',
        tokenVersion: user.tokenVersion + 1,
        updatedAt: now,
        deletedAt: now,
      },
    );
    for (const entity of [PasswordReset, EmailVerification, RecoveryCode])
      await manager.delete(entity, { userId: id });
  }
}

/** Phones are stored as +233…: a search typed as 024… or with spaces must find them. */
function phoneDigits(search: string): string {
  const compact = search.replace(/[\s-]/g, '');
  return /^0\d+$/.test(compact) ? compact.slice(1) : compact || search;
}
