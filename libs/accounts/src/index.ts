export { ActorCache } from './access/actor-cache.js';
export { type Actor, actorOf, deciderScope, isApproved, ownerScope } from './access/actor.js';
export { FOREIGN, refusalForForeign } from './access/ownership.js';
export { TokenService } from './access/token.service.js';
export { mustReauthenticate, mustSetUpSecondFactor } from './access/strong-sign-in.js';
export { DecideUserService } from './approvals/decide-user.service.js';
export { AUDIT_ACTIONS, type AuditAction, INSERT_AUDIT, recordAudit, recordBy } from './audit-log.js';
export { AuditRepository, readAudit } from './audit/read-audit.js';
export { isCommonPassword } from './sign-in/common-passwords.js';
export { EmailVerificationService } from './sign-in/email-verification.service.js';
export { PasswordResetService } from './sign-in/password-reset.service.js';
export { PasswordService } from './sign-in/password.service.js';
export { refuseDemoAccounts } from './sign-in/refuse-demo-accounts.js';
export { ProfileService } from './sign-in/profile.service.js';
export { ReauthenticationService } from './sign-in/reauthentication.service.js';
export { SecondFactorService } from './second-factor/second-factor.service.js';
export { Sessions } from './sign-in/sessions.js';
export { SignInService } from './sign-in/sign-in.service.js';
export { Delays } from './throttling/delays.js';
export { DeviceTokens } from './throttling/device-tokens.js';
export { SignInThrottle } from './throttling/sign-in-throttle.js';
export type { AttemptKind } from './throttling/throttle-rules.js';
export { ThrottlingService } from './throttling/throttling.service.js';
export { Reveals, REVEALS_AN_HOUR } from './reveals.service.js';
export {
  type KeptAnswer,
  RequestJobsModule,
  Requests,
  RUNS_AT_MOST_MS,
} from './requests/requests.service.js';
export { UserSignals } from './user-signals.js';
export { User } from './user.entity.js';
export { USER_FIELDS, userView } from './user.view.js';
export { UsersRepository } from './users.repository.js';
export { AccountsModule } from './accounts.module.js';
