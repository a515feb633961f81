import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ContestsModule } from '@abato/contests';
import { FanoutMetrics } from '@abato/live';
import { ResultCorrection } from './corrections/result-correction.entity.js';
import { ResultCorrections } from './corrections/result-corrections.service.js';
import { FairPlayReader } from './fair-play/fair-play.js';
import { HeldDeadlineService } from './held/held-deadline.service.js';
import { HeldVote, HeldVotes } from './held/held-votes.js';
import { BallotBox } from './electorate/ballot-box.js';
import { BallotGuesses } from './electorate/ballot-guesses.js';
import { Electorates } from './electorate/electorates.service.js';
import { VoteIntake } from './intake/vote-intake.js';
import { VoteWriter } from './intake/vote-writer.js';
import { VoterProofs } from './intake/voter-proofs.js';
import { FreeVoteLimits } from './limits/free-vote-limits.js';
import { UncheckedVotes } from './limits/unchecked-votes.js';
import { PersonChecks } from './person-check/person-checks.js';
import { ProofOffers } from './person-check/proof-offers.js';
import { PublicFiguresReader } from './public/public-figures.js';
import { PublicContestsService } from './public/public-contests.service.js';
import { QuarantineService } from './quarantine/quarantine.service.js';
import { CastVotesRepository } from './records/cast-votes.repository.js';
import { VoteRecordsRepository } from './records/vote-records.repository.js';
import { RetentionService } from './retention/retention.service.js';
import { StatisticsService } from './statistics/statistics.service.js';
import { TallyBoard } from './tally/tally-board.js';
import { Tally } from './tally/tally.js';
import { TallyProcessor } from './tally/tally.processor.js';
import { TallyUpkeep } from './tally/tally-upkeep.js';
import { ContestSmsReader } from './verification/contest-sms.js';
import { DialledVerifications } from './verification/dialled-verifications.js';
import { PhoneVerification } from './verification/phone-verification.entity.js';
import { PhoneVerificationService } from './verification/phone-verification.service.js';
import { Vote } from './vote.entity.js';

const SERVICES = [
  VoteIntake,
  VoterProofs,
  BallotBox,
  BallotGuesses,
  Electorates,
  FairPlayReader,
  FreeVoteLimits,
  VoteWriter,
  PersonChecks,
  ProofOffers,
  PhoneVerificationService,
  DialledVerifications,
  ContestSmsReader,
  HeldVotes,
  QuarantineService,
  ResultCorrections,
  TallyBoard,
  FanoutMetrics,
  PublicContestsService,
  CastVotesRepository,
  VoteRecordsRepository,
  PublicFiguresReader,
  StatisticsService,
];

/** Taking votes, and what readers see of them. */
@Module({
  imports: [TypeOrmModule.forFeature([Vote, HeldVote, PhoneVerification, ResultCorrection]), ContestsModule],
  providers: SERVICES,
  exports: SERVICES,
})
export class VotingModule {}

/** Adding counted votes to tallies, and erasing voters when their time is over. */
@Module({
  providers: [Tally, TallyUpkeep, TallyProcessor, RetentionService, HeldDeadlineService, UncheckedVotes],
})
class VotingJobsModule {}

/** What does the jobs of each queue of this library. */
export const VOTING_JOBS = { tally: VotingJobsModule };
