import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import { type Actor, ReauthenticationService } from '@abato/accounts';
import { sessionView, type SessionView } from '@abato/contracts';
import { CurrentActor, SignedIn } from '../access/access.decorators.js';
import { Answers } from '../open-api/answers.decorator.js';
import { ReauthenticateDto } from './auth.dto.js';

@ApiTags('auth')
@ApiBearerAuth()
@Controller('auth/reauthenticate')
export class ReauthenticationController {
  constructor(private readonly reauthentication: ReauthenticationService) {}

  /** Password or code again; with the new token, guarded actions are possible for five minutes. */
  @SignedIn({ unapproved: true })
  @Post()
  @HttpCode(200)
  @Answers(sessionView)
  async reauthenticate(@CurrentActor() actor: Actor, @Body() body: ReauthenticateDto): Promise<SessionView> {
    return this.reauthentication.reauthenticate(actor, body);
  }
}
