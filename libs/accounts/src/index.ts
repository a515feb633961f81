export { UserSignals } from './access/actor-cache.js';
export {
  type Actor,
  deciderScope,
  FOREIGN,
  isApproved,
  mustReauthenticate,
  mustSetUpSecondFactor,
  ownerScope,
  refusalForForeign,
} from './access/actor.js';
export { SigningKeys, TOKEN_ALGORITHM, type TokenPayload, TokenService } from './access/token.service.js';
export { DecideUserService } from './approvals/decide-user.service.js';
export { type AuditAction, INSERT_AUDIT, recordAudit, recordBy } from './audit-log.js';
export { AuditRepository, readAudit } from './audit/read-audit.js';
export { isCommonPassword } from './sign-in/common-passwords.js';
export { EmailVerificationService } from './sign-in/email-verification.service.js';
export { PasswordResetService } from './sign-in/password-reset.service.js';
export { PASSWORD_HASH, PasswordService, refuseDemoAccounts } from './sign-in/password.service.js';
export {
  ProfileService,
  ReauthenticationService,
  Sessions,
  SignInService,
} from './sign-in/sign-in.service.js';
export { SecondFactorService } from './second-factor/second-factor.service.js';
export { SignInThrottle } from './throttling/sign-in-throttle.js';
export { DeviceTokens } from './throttling/device-tokens.js';
export type { AttemptKind } from './throttling/throttle-rules.js';
export { ThrottlingService } from './throttling/throttling.service.js';
export { Reveals } from './reveals.service.js';
export { RequestJobsModule, Requests } from './requests/requests.service.js';
export { User, USER_FIELDS, userView } from './user.entity.js';
export { UsersRepository } from './users.repository.js';
export { AccountsModule } from './accounts.module.js';
