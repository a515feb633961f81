import { Inject, Injectable } from '@nestjs/common';
import { EmailVerificationService, PasswordService, Sessions, User } from '@abato/accounts';
import {
  normalisePhone,
  PASSWORDS_DO_NOT_MATCH,
  type SessionView,
  type RegisterInput,
} from '@abato/contracts';
import { Transactions } from '@abato/database';
import { AppError, type Clock, CLOCK, newId, Secrets } from '@abato/platform';
import { Host } from '../hosts/host.entity.js';

@Injectable()
export class AuthService {
  constructor(
    private readonly transactions: Transactions,
    private readonly passwords: PasswordService,
    private readonly sessions: Sessions,
    private readonly secrets: Secrets,
    private readonly verification: EmailVerificationService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Create an organiser awaiting approval together with the first host, in one transaction, and mail a link that verifies the
   * address.
   * @throws AppError EMAIL_TAKEN, VALIDATION_FAILED
   */
  async register(input: RegisterInput): Promise<SessionView> {
    if (input.password !== input.confirmPassword) {
      throw AppError.validation([{ field: 'confirmPassword', message: PASSWORDS_DO_NOT_MATCH }]);
    }
    const now = this.clock.now();
    const about = [input.firstName, input.lastName, input.email, input.hostName, input.hostEmail];
    const passwordHash = await this.passwords.hashChosen(input.password, about);
    const { user, mailId } = await this.transactions
      .run(async ({ manager }) => {
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
          emailVerifiedAt: null,
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
        return { user: created, mailId: await this.verification.write(manager, created) };
      })
      .catch((error: { constraint?: string; driverError?: { constraint?: string } }) => {
        const constraint = error.driverError?.constraint ?? error.constraint;
        throw constraint === 'users_email' ? new AppError('EMAIL_TAKEN') : (error as Error);
      });
    await this.verification.announce(mailId);
    return this.sessions.start(user);
  }
}

function requirePhone(input: string): string {
  const phone = normalisePhone(input);
  if (!phone) throw new AppError('VALIDATION_FAILED');
  return phone;
}
