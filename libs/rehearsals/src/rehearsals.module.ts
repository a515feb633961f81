import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Rehearsal } from './rehearsal.entity.js';
import { RehearsalsProcessor } from './rehearsals.processor.js';
import { RehearsalsService } from './rehearsals.service.js';
import { RunRehearsal } from './run-rehearsal.service.js';

/** Asking for rehearsals and reading them. */
@Module({
  imports: [TypeOrmModule.forFeature([Rehearsal])],
  providers: [RehearsalsService],
  exports: [RehearsalsService],
})
export class RehearsalsModule {}

/** Making their load. */
@Module({ providers: [RunRehearsal, RehearsalsProcessor] })
class RehearsalJobsModule {}

/** What does the jobs of each queue of this library. */
export const REHEARSAL_JOBS = { rehearsals: RehearsalJobsModule };
