import {
  forgotPasswordExamples,
  forgotPasswordRules,
  loginExamples,
  loginRules,
  reauthenticateExamples,
  reauthenticateRules,
  registerExamples,
  registerRules,
  resetPasswordExamples,
  resetPasswordRules,
  secondFactorCodeExamples,
  secondFactorCodeRules,
  verifyEmailExamples,
  verifyEmailRules,
} from '@abato/contracts';
import { bodyOf } from '../http/dto.js';

export class LoginDto extends bodyOf(loginRules, { examples: loginExamples }) {}
export class RegisterDto extends bodyOf(registerRules, { examples: registerExamples }) {}
export class ForgotPasswordDto extends bodyOf(forgotPasswordRules, { examples: forgotPasswordExamples }) {}
export class ResetPasswordDto extends bodyOf(resetPasswordRules, { examples: resetPasswordExamples }) {}
export class VerifyEmailDto extends bodyOf(verifyEmailRules, { examples: verifyEmailExamples }) {}
export class ReauthenticateDto extends bodyOf(reauthenticateRules, { examples: reauthenticateExamples }) {}
export class SecondFactorCodeDto extends bodyOf(secondFactorCodeRules, {
  examples: secondFactorCodeExamples,
}) {}
