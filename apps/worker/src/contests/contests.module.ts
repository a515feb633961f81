import { Module } from '@nestjs/common';
import { ContestClockService } from './contest-clock.service.js';

@Module({ providers: [ContestClockService] })
export class ContestsModule {}
