import { Module } from '@nestjs/common';
import { ContestsModule } from '@abato/contests';
import { TransparencyModule } from '@abato/transparency';
import { VotingModule } from '@abato/voting';
import { ReportsModule } from '@abato/reports';
import { UploadsModule } from '../http/uploads.module.js';
import { BrowserTokenController } from './browser-token.controller.js';
import { CastVoteController } from './cast-vote.controller.js';
import { ChallengeController } from './challenge.controller.js';
import { ContestSmsController } from './contest-sms.controller.js';
import { ElectorateController } from './electorate.controller.js';
import { HeldVotesController } from './held-votes.controller.js';
import { QuarantineController } from './quarantine.controller.js';
import { StatisticsController } from './statistics.controller.js';
import { VerificationController } from './verification.controller.js';
import { VoteFiguresController } from './vote-figures.controller.js';
import { VoteRecordsController } from './vote-records.controller.js';

@Module({
  imports: [ContestsModule, VotingModule, ReportsModule, TransparencyModule, UploadsModule],
  controllers: [
    CastVoteController,
    ChallengeController,
    BrowserTokenController,
    VerificationController,
    ContestSmsController,
    ElectorateController,
    HeldVotesController,
    QuarantineController,
    VoteRecordsController,
    VoteFiguresController,
    StatisticsController,
  ],
})
export class VotingApiModule {}
