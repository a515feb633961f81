import { Module } from '@nestjs/common';
import { HostsModule } from '../hosts/hosts.module.js';
import { LiveModule } from '../live/live.module.js';
import { UploadsModule } from '../uploads/uploads.module.js';
import { ChangeContestService } from './change-contest.service.js';
import { ContestDirectoryModule } from './contest-directory.module.js';
import { ContestsController } from './contests.controller.js';
import { ContestsRepository } from './contests.repository.js';
import { CreateContestService } from './create-contest.service.js';
import { DeleteContestService } from './delete-contest.service.js';
import { PublicContestsController } from './public-contests.controller.js';
import { PublicContestsService } from './public-contests.service.js';
import { StatsRepository } from './stats.repository.js';

@Module({
  imports: [ContestDirectoryModule, HostsModule, LiveModule, UploadsModule],
  controllers: [PublicContestsController, ContestsController],
  providers: [
    PublicContestsService,
    ContestsRepository,
    CreateContestService,
    ChangeContestService,
    DeleteContestService,
    StatsRepository,
  ],
  exports: [PublicContestsService, ContestsRepository, StatsRepository],
})
export class ContestsModule {}
