import { Module } from '@nestjs/common';
import { ContestDirectoryModule } from '../contests/contest-directory.module.js';
import { ContestsModule } from '../contests/contests.module.js';
import { UploadsModule } from '../uploads/uploads.module.js';
import { CategoriesController } from './categories.controller.js';
import { CategoriesRepository } from './categories.repository.js';
import { CategoriesService } from './categories.service.js';

@Module({
  imports: [ContestDirectoryModule, ContestsModule, UploadsModule],
  controllers: [CategoriesController],
  providers: [CategoriesRepository, CategoriesService],
  exports: [CategoriesRepository],
})
export class CategoriesModule {}
