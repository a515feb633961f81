import { Module } from '@nestjs/common';
import { ContestDirectoryModule } from '../contests/contest-directory.module.js';
import { MailModule } from '../mail/mail.module.js';
import { DecideUserService } from './decide-user.service.js';
import { DeleteUserService } from './delete-user.service.js';
import { UserSignals } from './user-signals.js';
import { UsersController } from './users.controller.js';
import { UsersRepository } from './users.repository.js';

@Module({
  imports: [ContestDirectoryModule, MailModule],
  controllers: [UsersController],
  providers: [UsersRepository, DecideUserService, DeleteUserService, UserSignals],
})
export class UsersModule {}
