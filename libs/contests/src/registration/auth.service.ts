import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import {
  type Actor,
  ActorCache,
  PasswordService,
  TokenService,
  User,
  USER_FIELDS,
  userView,
} from '@abato/accounts';
import {
  normalisePhone,
  PASSWORDS_DO_NOT_MATCH,
  type SessionView,
  type UserView,
  type RegisterInput,
} from '@abato/contracts';
import { LivePublisher } from '@abato/live';
import { AppError, type Clock, CLOCK, newId, Secrets } from '@abato/platform';
import { Host } from '../hosts/host.entity.js';

@Injectable()
export class AuthService {
  constructor(
    private readonly source: DataSource,
    private readonly passwords: PasswordService,
    private readonly tokens: TokenService,
    private readonly secrets: Secrets,
    private readonly actors: ActorCache,
    private readonly live: LivePublisher,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Create an organiser awaiting approval together with the first host, in one transaction.
   * @throws AppError EMAIL_TAKEN, VALIDATION_FAILED
   */
  async register(input: RegisterInput): Promise<SessionView> {
    if (input.password !== input.confirmPassword) {
      throw AppError.validation([{ field: 'confirmPassword', message: PASSWORDS_DO_NOT_MATCH }]);
    }
    const now = this.clock.now();
    const about = [input.firstName, input.lastName, input.email, input.hostName, input.hostEmail];
    const passwordHash = await this.passwords.hashChosen(input.password, about);
    const user = await this.source
      .transaction(async (manager) => {
        const created = manager.create(User, {
          id: newId(),
          firstName: input.firstName,
          lastName: input.lastName,
          email: input.email.toLowerCase(),
          phone: requirePhone(input.phone),
          idNumberEncrypted: this.secrets.encrypt(input.idNumber),
          passwordHash,
          role: 'COMPANY_ADMIN',
          approvalStatus: 'PENDING',
          tokenVersion: 1,
          rejectionReason: null,
          createdAt: now,
          updatedAt: now,
        });
        await manager.insert(User, created);
        await manager.insert(Host, {
          id: newId(),
          userId: created.id,
          name: input.hostName,
          email: input.hostEmail.toLowerCase(),
          phone: requirePhone(input.hostPhone),
          description: input.hostDescription,
          logo: null,
          isActive: true,
          createdAt: now,
          updatedAt: now,
        });
        return created;
      })
      .catch((error: { constraint?: string; driverError?: { constraint?: string } }) => {
        const constraint = error.driverError?.constraint ?? error.constraint;
        throw constraint === 'users_email' ? new AppError('EMAIL_TAKEN') : (error as Error);
      });
    return { user: userView(user), token: this.tokens.sign(user.id, user.tokenVersion) };
  }

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
    this.actors.drop(actor.id);
    await this.live.publish('user', { userId: actor.id });
  }
}

function requirePhone(input: string): string {
  const phone = normalisePhone(input);
  if (!phone) throw new AppError('VALIDATION_FAILED');
  return phone;
}
