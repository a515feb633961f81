import { Module } from '@nestjs/common';
import { ContestsModule } from '@abato/contests';
import { ChargingModule, PaymentsModule } from '@abato/payments';
import { VotingModule } from '@abato/voting';
import { Ballot } from './ballot.js';
import { BeginCharges, UssdCharges } from './charges/begin-charges.service.js';
import { SessionStore } from './session-store.js';
import { Turns } from './turns.js';
import { UssdService } from './ussd.service.js';

/** Voting by USSD. */
@Module({
  imports: [ContestsModule, VotingModule, PaymentsModule],
  providers: [UssdService, Turns, Ballot, SessionStore, UssdCharges],
  exports: [UssdService],
})
export class UssdModule {}

/** Sends the prompts that sessions have announced. Belongs to no queue: a table says what is due. */
@Module({ imports: [ChargingModule], providers: [BeginCharges] })
export class UssdJobsModule {}
