import { Body, Controller, Delete, Get, HttpCode, Post } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import { type Actor, SecondFactorService } from '@abato/accounts';
import {
  nothing,
  recoveryCodesView,
  secondFactorConfirmedView,
  secondFactorSetUpView,
  secondFactorStateView,
} from '@abato/contracts';
import { CurrentActor, Reauthenticated, SignedIn } from '../access/access.decorators.js';
import { OwnKeys } from '../http/idempotency.interceptor.js';
import { Answers } from '../open-api/answers.decorator.js';
import { Describes } from '../open-api/describes.decorator.js';
import { SecondFactorCodeDto } from './auth.dto.js';

/** The second factor of the signed-in user's own account. */
@ApiTags('auth')
@ApiBearerAuth()
@Controller('auth/second-factor')
export class SecondFactorController {
  constructor(private readonly factors: SecondFactorService) {}

  @Describes(
    'Read the state of the own second factor',
    'Says whether a second factor is on, whether it is required, and how many recovery codes are left.',
  )
  @SignedIn({ unapproved: true })
  @Get()
  @Answers(secondFactorStateView)
  async state(@CurrentActor() actor: Actor) {
    return this.factors.state(actor);
  }

  @Describes(
    'Begin to set up a second factor',
    'Returns a new secret for an authenticator app; it has no effect before it is confirmed. Refuses an account whose second factor is on.',
  )
  @SignedIn({ unapproved: true })
  @Reauthenticated({ always: true })
  @OwnKeys()
  @Post('setup')
  @HttpCode(200)
  @Answers(secondFactorSetUpView)
  async setUp(@CurrentActor() actor: Actor) {
    return this.factors.begin(actor);
  }

  @Describes(
    'Switch the second factor on',
    'Checks the first code, ends all other sessions, and returns a new session with the recovery codes, which are shown once. Refuses a wrong or used code.',
  )
  @SignedIn({ unapproved: true })
  @OwnKeys()
  @Post('confirm')
  @HttpCode(200)
  @Answers(secondFactorConfirmedView)
  async confirm(@CurrentActor() actor: Actor, @Body() { code }: SecondFactorCodeDto) {
    return this.factors.confirm(actor, code);
  }

  @Describes(
    'Replace the recovery codes',
    'Returns new recovery codes; older ones become invalid. Refuses an account without a second factor.',
  )
  @SignedIn({ unapproved: true })
  @Reauthenticated({ always: true })
  @OwnKeys()
  @Post('recovery-codes')
  @HttpCode(200)
  @Answers(recoveryCodesView)
  async renewCodes(@CurrentActor() actor: Actor) {
    return { recoveryCodes: await this.factors.renewCodes(actor) };
  }

  @Describes(
    'Switch the second factor off',
    'Removes the secret and the recovery codes. Refuses an account that must have a second factor.',
  )
  @SignedIn({ unapproved: true })
  @Reauthenticated({ always: true })
  @Delete()
  @Answers(nothing)
  async disable(@CurrentActor() actor: Actor) {
    await this.factors.disable(actor);
  }
}
