export { CategoriesRepository } from './categories/categories.repository.js';
export { CategoriesService } from './categories/categories.service.js';
export { Category, Contest, Contestant } from './contests/contest.entity.js';
export { ContestantsRepository } from './contestants/contestants.repository.js';
export { ContestantsService } from './contestants/contestants.service.js';
export { NomineeCodes } from './contestants/nominee-codes.js';
export { ChangeContestService } from './contests/change-contest.service.js';
export { ContestSignals } from './contests/contest-signals.js';
export type { CachedContest } from './contests/cached-contest.js';
export { ContestDirectory } from './contests/contest-directory.js';
export { ownContest } from './contests/owned-rows.js';
export { ContestRules } from './contests/contest-rules.js';
export { voteRefusal } from './contests/contest-state.js';
export { ContestsRepository } from './contests/contests.repository.js';
export { CreateContestService } from './contests/create-contest.service.js';
export { lockStillCounted, uncountArchived } from './contests/deletion.js';
export { type ContestFacts, publicSummary, publicView } from './contests/public-view.js';
export { contestSizes } from './contests/views.js';
export {
  assertMayChangeResult,
  assertNoSecretBallots,
  guardResult,
  mayChangeResult,
  type ResultFacts,
  type ResultPhase,
  resultPhase,
  type ResultWrite,
} from './rules/result-guard.js';
export { sealContest, sealDriftedRoster, sealDriftedRules } from './rules/seals.js';
export { HostsRepository } from './hosts/hosts.repository.js';
export { HostsService } from './hosts/hosts.service.js';
export { FILE_STORE, LocalFileStore, PICTURE_CACHE } from './pictures/file-store.js';
export { createFileStore, S3FileStore } from './pictures/s3-file-store.js';
export { AuthService } from './registration/auth.service.js';
export { DeleteUserService } from './registration/delete-user.service.js';
export { ReviewUserService } from './registration/review-user.service.js';
export { ContestJobsModule, ContestsModule } from './contests.module.js';
export { Host } from './hosts/host.entity.js';
export { StageRemoteService } from './stage/stage-remote.service.js';
export { type StageMoment, stageState } from './stage/stage-state.js';
