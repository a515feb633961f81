import { Module } from '@nestjs/common';
import { ContestDirectoryModule } from '../contests/contest-directory.module.js';
import { CastVoteController } from './cast-vote.controller.js';
import { CastVoteService } from './cast-vote.service.js';

@Module({
  imports: [ContestDirectoryModule],
  controllers: [CastVoteController],
  providers: [CastVoteService],
})
export class VotesModule {}
