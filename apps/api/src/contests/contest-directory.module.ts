import { Module } from '@nestjs/common';
import { ContestDirectory } from './contest-directory.js';
import { ContestSignals } from './contest-signals.js';

@Module({ providers: [ContestDirectory, ContestSignals], exports: [ContestDirectory, ContestSignals] })
export class ContestDirectoryModule {}
