import { Module } from '@nestjs/common';
import { PaymentsModule } from '@abato/payments';
import { VotingModule } from '@abato/voting';
import { LightBallots } from './light-ballots.service.js';
import { LightCheckout } from './light-checkout.service.js';
import { LightPayments } from './light-payments.service.js';
import { LightVoting } from './light-voting.service.js';

/** The page without JavaScript, which is served without a controller: see serve-light.ts. */
@Module({
  imports: [VotingModule, PaymentsModule],
  providers: [LightBallots, LightCheckout, LightVoting, LightPayments],
})
export class LightModule {}
