import { Body, Controller, Delete, Get, HttpCode, Post } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import { type Actor, SecondFactorService } from '@abato/accounts';
import {
  nothing,
  type RecoveryCodes,
  recoveryCodesView,
  type SecondFactorConfirmed,
  secondFactorConfirmedView,
  type SecondFactorSetUp,
  secondFactorSetUpView,
  type SecondFactorState,
  secondFactorStateView,
} from '@abato/contracts';
import { CurrentActor, Reauthenticated, SignedIn } from '../access/access.decorators.js';
import { Answers } from '../open-api/answers.decorator.js';
import { SecondFactorCodeDto } from './auth.dto.js';

/** The second factor of the signed-in user's own account. */
@ApiTags('auth')
@ApiBearerAuth()
@Controller('auth/second-factor')
export class SecondFactorController {
  constructor(private readonly factors: SecondFactorService) {}

  @SignedIn({ unapproved: true })
  @Get()
  @Answers(secondFactorStateView)
  async state(@CurrentActor() actor: Actor): Promise<SecondFactorState> {
    return this.factors.state(actor);
  }

  /** A secret for the authenticator app. It counts after `confirm`. */
  @SignedIn({ unapproved: true })
  @Reauthenticated({ always: true })
  @Post('setup')
  @HttpCode(200)
  @Answers(secondFactorSetUpView)
  async setUp(@CurrentActor() actor: Actor): Promise<SecondFactorSetUp> {
    return this.factors.begin(actor);
  }

  /** Switches the second factor on by its first code. Other sessions end; the recovery codes are shown once. */
  @SignedIn({ unapproved: true })
  @Post('confirm')
  @HttpCode(200)
  @Answers(secondFactorConfirmedView)
  async confirm(
    @CurrentActor() actor: Actor,
    @Body() { code }: SecondFactorCodeDto,
  ): Promise<SecondFactorConfirmed> {
    return this.factors.confirm(actor, code);
  }

  /** New recovery codes; older ones end. */
  @SignedIn({ unapproved: true })
  @Reauthenticated({ always: true })
  @Post('recovery-codes')
  @HttpCode(200)
  @Answers(recoveryCodesView)
  async renewCodes(@CurrentActor() actor: Actor): Promise<RecoveryCodes> {
    return { recoveryCodes: await this.factors.renewCodes(actor) };
  }

  @SignedIn({ unapproved: true })
  @Reauthenticated({ always: true })
  @Delete()
  @Answers(nothing)
  async disable(@CurrentActor() actor: Actor): Promise<void> {
    await this.factors.disable(actor);
  }
}
