import { forgotPasswordRules, loginRules, registerRules, resetPasswordRules } from '@abato/contracts';
import { Rule } from '../http/rule.decorator.js';

export class LoginDto {
  @Rule(loginRules.email, { example: 'organiser@abato.test' }) email!: string;
  @Rule(loginRules.password, { example: 'Organiser-2026' }) password!: string;
}

export class RegisterDto {
  @Rule(registerRules.firstName, { example: 'Akosua' }) firstName!: string;
  @Rule(registerRules.lastName, { example: 'Mensah' }) lastName!: string;
  @Rule(registerRules.email, { example: 'akosua@example.com' }) email!: string;
  @Rule(registerRules.phone, { example: '+233241234567' }) phone!: string;
  @Rule(registerRules.idNumber, { example: 'GHA-123456789-0' }) idNumber!: string;
  @Rule(registerRules.password, { example: 'Correct-Horse-7' }) password!: string;
  @Rule(registerRules.confirmPassword, { example: 'Correct-Horse-7' }) confirmPassword!: string;
  @Rule(registerRules.hostName, { example: 'Volta Music Awards' }) hostName!: string;
  @Rule(registerRules.hostEmail, { example: 'hello@voltamusic.example' }) hostEmail!: string;
  @Rule(registerRules.hostPhone, { example: '0201234567' }) hostPhone!: string;
  @Rule(registerRules.hostDescription, { example: 'The yearly awards of the Volta Region.' })
  hostDescription!: string;
}

export class ForgotPasswordDto {
  @Rule(forgotPasswordRules.email, { example: 'organiser@abato.test' }) email!: string;
}

export class ResetPasswordDto {
  @Rule(resetPasswordRules.token, { example: 'q3Zr0mWk7vXb2cYdLh8T' }) token!: string;
  @Rule(resetPasswordRules.password, { example: 'Correct-Horse-8' }) password!: string;
  @Rule(resetPasswordRules.confirmPassword, { example: 'Correct-Horse-8' }) confirmPassword!: string;
}
