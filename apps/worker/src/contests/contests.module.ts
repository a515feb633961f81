import { Module } from '@nestjs/common';
import { ContestClockService } from './contest-clock.service.js';
import { FinalResultsService } from './final-results.service.js';

@Module({ providers: [ContestClockService, FinalResultsService] })
export class ContestsModule {}
