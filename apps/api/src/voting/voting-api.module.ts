import { Module } from '@nestjs/common';
import { ContestsModule } from '@abato/contests';
import { VotingModule } from '@abato/voting';
import { PaymentsModule } from '@abato/payments';
import { CastVoteController } from './cast-vote.controller.js';
import { ChallengeController } from './challenge.controller.js';
import { ContestSmsController } from './contest-sms.controller.js';
import { HeldVotesController } from './held-votes.controller.js';
import { StatisticsController } from './statistics.controller.js';
import { VerificationController } from './verification.controller.js';
import { VoteFiguresController } from './vote-figures.controller.js';
import { VoteRecordsController } from './vote-records.controller.js';

@Module({
  imports: [ContestsModule, VotingModule, PaymentsModule],
  controllers: [
    CastVoteController,
    ChallengeController,
    VerificationController,
    ContestSmsController,
    HeldVotesController,
    VoteRecordsController,
    VoteFiguresController,
    StatisticsController,
  ],
})
export class VotingApiModule {}
