import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule } from '@abato/accounts';
import { MessagesModule } from '@abato/messages';
import { ENVIRONMENT, LOGGER, type Environment, type Logger } from '@abato/platform';
import { CategoriesRepository } from './categories/categories.repository.js';
import { CategoriesService } from './categories/categories.service.js';
import { Category, Contest, Contestant } from './contests/contest.entity.js';
import { ContestantsRepository } from './contestants/contestants.repository.js';
import { ContestantsService } from './contestants/contestants.service.js';
import { NomineeCodes } from './contestants/nominee-codes.js';
import { ChangeContestService } from './contests/change-contest.service.js';
import { ContestClockService } from './contests/contest-clock.service.js';
import { ContestDirectory } from './contests/contest-directory.js';
import { ContestRules } from './contests/contest-rules.js';
import { ContestSignals } from './contests/contest-signals.js';
import { ContestsRepository } from './contests/contests.repository.js';
import { CreateContestService } from './contests/create-contest.service.js';
import { Host } from './hosts/host.entity.js';
import { HostsRepository } from './hosts/hosts.repository.js';
import { HostsService } from './hosts/hosts.service.js';
import { FILE_STORE } from './pictures/file-store.js';
import { OrphanSweepService } from './pictures/orphan-sweep.service.js';
import { PictureService } from './pictures/picture.service.js';
import { createFileStore } from './pictures/s3-file-store.js';
import { AuthService } from './registration/auth.service.js';
import { DeleteUserService } from './registration/delete-user.service.js';
import { ReviewUserService } from './registration/review-user.service.js';
import { StageRemote } from './stage/stage-remote.entity.js';
import { StageRemoteService } from './stage/stage-remote.service.js';

const SERVICES = [
  ContestDirectory,
  ContestSignals,
  HostsRepository,
  HostsService,
  ContestsRepository,
  CreateContestService,
  ContestRules,
  ChangeContestService,
  CategoriesRepository,
  CategoriesService,
  ContestantsRepository,
  ContestantsService,
  NomineeCodes,
  PictureService,
  AuthService,
  DeleteUserService,
  ReviewUserService,
  StageRemoteService,
];

/** Hosts, contests, categories, contestants and their pictures. */
@Module({
  imports: [
    TypeOrmModule.forFeature([Host, Contest, Category, Contestant, StageRemote]),
    AccountsModule,
    MessagesModule,
  ],
  providers: [
    ...SERVICES,
    OrphanSweepService,
    {
      provide: FILE_STORE,
      inject: [ENVIRONMENT, LOGGER],
      useFactory: (env: Environment, log: Logger) => createFileStore(env, log),
    },
  ],
  exports: SERVICES,
})
export class ContestsModule {}

/** Ending contests on time. */
@Module({ providers: [ContestClockService] })
export class ContestJobsModule {}
