import { Module } from '@nestjs/common';
import { ContestDirectoryModule } from '../contests/contest-directory.module.js';
import { ContestsModule } from '../contests/contests.module.js';
import { CastVoteController } from './cast-vote.controller.js';
import { CastVoteService } from './cast-vote.service.js';
import { ChallengeController } from './challenge/challenge.controller.js';
import { PersonChecks } from './challenge/person-checks.js';
import { DecideHeldVotesService } from './held/decide-held-votes.service.js';
import { HeldVotesController } from './held/held-votes.controller.js';
import { HeldVotesRepository } from './held/held-votes.repository.js';

/** Taking votes, and deciding about those that are held. */
@Module({
  imports: [ContestDirectoryModule, ContestsModule],
  controllers: [CastVoteController, ChallengeController, HeldVotesController],
  providers: [CastVoteService, PersonChecks, HeldVotesRepository, DecideHeldVotesService],
})
export class VotesModule {}
