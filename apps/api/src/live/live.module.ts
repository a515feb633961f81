import { Module } from '@nestjs/common';
import { ContestDirectoryModule } from '../contests/contest-directory.module.js';
import { FanoutMetrics } from './fanout-metrics.js';
import { LiveGateway } from './live.gateway.js';
import { TallyBoard } from './tally-board.js';

@Module({
  imports: [ContestDirectoryModule],
  providers: [FanoutMetrics, TallyBoard, LiveGateway],
  exports: [TallyBoard],
})
export class LiveModule {}
