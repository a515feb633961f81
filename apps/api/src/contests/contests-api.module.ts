import { Module } from '@nestjs/common';
import type { Registry } from 'prom-client';
import { ContestsModule } from '@abato/contests';
import { METRICS } from '@abato/platform';
import { VotingModule } from '@abato/voting';
import { UPLOAD_BOUNDS, UploadQueue } from '../http/upload-queue.js';
import { CategoriesController } from './categories.controller.js';
import { ContestantsController } from './contestants.controller.js';
import { ContestsController } from './contests.controller.js';
import { HostsController } from './hosts.controller.js';
import { PublicContestsController } from './public-contests.controller.js';

@Module({
  imports: [ContestsModule, VotingModule],
  controllers: [
    HostsController,
    PublicContestsController,
    ContestsController,
    CategoriesController,
    ContestantsController,
  ],
  providers: [
    {
      provide: UploadQueue,
      inject: [METRICS],
      useFactory: (metrics: Registry) => new UploadQueue(UPLOAD_BOUNDS, metrics),
    },
  ],
})
export class ContestsApiModule {}
