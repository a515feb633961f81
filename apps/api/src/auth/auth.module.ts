import { Module } from '@nestjs/common';
import { AttemptsModule } from '../attempts/attempts.module.js';
import { MailModule } from '../mail/mail.module.js';
import { AuthController } from './auth.controller.js';
import { AuthService } from './auth.service.js';
import { PasswordResetService } from './password-reset.service.js';
import { PasswordService } from './password.service.js';
import { SignInService } from './sign-in.service.js';

@Module({
  imports: [AttemptsModule, MailModule],
  controllers: [AuthController],
  providers: [AuthService, PasswordService, PasswordResetService, SignInService],
  exports: [PasswordService],
})
export class AuthModule {}
