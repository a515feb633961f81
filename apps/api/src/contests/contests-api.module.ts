import { Module } from '@nestjs/common';
import { AccountsModule } from '@abato/accounts';
import { ContestsModule } from '@abato/contests';
import { VotingModule } from '@abato/voting';
import { UploadsModule } from '../http/uploads.module.js';
import { CategoriesController } from './categories.controller.js';
import { ContestantsController } from './contestants.controller.js';
import { ContestProposalController } from './contest-proposal.controller.js';
import { ContestsController } from './contests.controller.js';
import { NomineeCodesController } from './nominee-codes.controller.js';
import { HostsController } from './hosts.controller.js';
import { PublicResultsController } from './public-results.controller.js';
import { ResultCorrectionsController } from './result-corrections.controller.js';
import { PublicContestsController } from './public-contests.controller.js';
import { ContestRemoteController, StageRemoteController } from './stage-remote.controller.js';

@Module({
  imports: [AccountsModule, ContestsModule, UploadsModule, VotingModule],
  controllers: [
    HostsController,
    PublicContestsController,
    PublicResultsController,
    ResultCorrectionsController,
    ContestProposalController,
    ContestsController,
    CategoriesController,
    NomineeCodesController,
    ContestantsController,
    ContestRemoteController,
    StageRemoteController,
  ],
})
export class ContestsApiModule {}
