import { Module } from '@nestjs/common';
import { CategoriesModule } from '../categories/categories.module.js';
import { ContestDirectoryModule } from '../contests/contest-directory.module.js';
import { ContestsModule } from '../contests/contests.module.js';
import { UploadsModule } from '../uploads/uploads.module.js';
import { ContestantsController } from './contestants.controller.js';
import { ContestantsRepository } from './contestants.repository.js';
import { ContestantsService } from './contestants.service.js';

@Module({
  imports: [CategoriesModule, ContestDirectoryModule, ContestsModule, UploadsModule],
  controllers: [ContestantsController],
  providers: [ContestantsRepository, ContestantsService],
})
export class ContestantsModule {}
