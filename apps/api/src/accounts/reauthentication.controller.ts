import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import { type Actor, ReauthenticationService } from '@abato/accounts';
import { sessionView } from '@abato/contracts';
import { CurrentActor, SignedIn } from '../access/access.decorators.js';
import { OwnKeys } from '../http/idempotency.interceptor.js';
import { Answers } from '../open-api/answers.decorator.js';
import { Describes } from '../open-api/describes.decorator.js';
import { ReauthenticateDto } from './auth.dto.js';

@ApiTags('auth')
@ApiBearerAuth()
@Controller('auth/reauthenticate')
export class ReauthenticationController {
  constructor(private readonly reauthentication: ReauthenticationService) {}

  @Describes(
    'Confirm the signed-in user again',
    'Returns a new token that allows protected actions for five minutes. Refuses a wrong password or code, and too many attempts.',
  )
  @SignedIn({ unapproved: true })
  @OwnKeys()
  @Post()
  @HttpCode(200)
  @Answers(sessionView)
  async reauthenticate(@CurrentActor() actor: Actor, @Body() body: ReauthenticateDto) {
    return this.reauthentication.reauthenticate(actor, body);
  }
}
