import { Module } from '@nestjs/common';
import { ContestDirectoryModule } from '../contests/contest-directory.module.js';
import { RecordsModule } from '../records/records.module.js';
import { StatisticsModule } from '../statistics/statistics.module.js';
import { LiveModule } from './live.module.js';
import { MonitorGateway } from './monitor.gateway.js';
import { MonitorService } from './monitor.service.js';

/** Live figures for owners and super admins. */
@Module({
  imports: [LiveModule, ContestDirectoryModule, RecordsModule, StatisticsModule],
  providers: [MonitorService, MonitorGateway],
})
export class MonitorModule {}
