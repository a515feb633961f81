export { HeldDeadlineService } from './held/held-deadline.service.js';
export { ResultCorrections } from './corrections/result-corrections.service.js';
export { HeldVotes } from './held/held-votes.js';
export { takesBallots } from './electorate/ballot-box.js';
export { Electorates } from './electorate/electorates.service.js';
export { FairPlayReader } from './fair-play/fair-play.js';
export { readIntakeFigures } from './held/release-held-votes.js';
export { explained, rowRefusal, voteRow } from './intake/cast-row.js';
export { findVotesByKey, replay } from './intake/earlier-votes.js';
export { type ArrayType, binaryArrays } from './intake/fast/binary-arrays.js';
export { countByWindow, type VoteRow, writeVotes } from './intake/fast/write-votes.js';
export { takeBackVote } from './intake/take-back-vote.js';
export { BrowserTokens, VoterProofs } from './intake/voter-proofs.js';
export { VoteIntake } from './intake/vote-intake.js';
export { FreeVoteLimiter } from './limits/free-vote-limits.js';
export { type FreeVote, minuteOf, type Verdict } from './limits/free-vote.js';
export { UnpaidVoteLimiter } from './limits/unpaid-vote-limiter.js';
export type { UnpaidVote } from './limits/unpaid-votes.js';
export { ContestSmsReader } from './verification/contest-sms.js';
export {
  DialledVerifications,
  newDialNumber,
  verificationRoom,
} from './verification/dialled-verifications.js';
export { PhoneVerification } from './verification/phone-verification.entity.js';
export { PhoneVerificationService } from './verification/phone-verification.service.js';
export { VoterTokens } from './verification/voter-tokens.js';
export { CheckPrices, PersonChecks } from './person-check/person-checks.js';
export { PublicBody } from './public/public-body.js';
export { PublicFiguresReader } from './public/public-figures.js';
export { PublicContestsService } from './public/public-contests.service.js';
export { QuarantineService } from './quarantine/quarantine.service.js';
export { CastVotesRepository, type CastVoteState } from './records/cast-votes.repository.js';
export { VoteRecordsRepository } from './records/vote-records.repository.js';
export { StatisticsService, WAITING_TOO_LONG_MS } from './statistics/statistics.service.js';
export { type RebuiltFolds, rebuildFolds } from './tally/rebuild-folds.js';
export { TallyBoard } from './tally/tally-board.js';
export { drainTally, Tally } from './tally/tally.js';
export { uncountVoters } from './tally/uncount-voters.js';
export { Vote } from './vote.entity.js';
export { VOTING_JOBS, VotingModule } from './voting.module.js';
export { judgeByVotes } from './limits/postgres-limits.js';
export { noteUnchecked, UncheckedVotes } from './limits/unchecked-votes.js';
export { chargeInRedis, phoneKey, refundInRedis } from './limits/redis-limits.js';
export { RetentionService } from './retention/retention.service.js';
export { afterRefundOf, type CountedNow, joinCountedNow } from './records/counted-now.js';
