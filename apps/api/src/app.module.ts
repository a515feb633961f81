import { Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { AccessModule } from './access/access.module.js';
import { AuthModule } from './auth/auth.module.js';
import { CategoriesModule } from './categories/categories.module.js';
import { ContestantsModule } from './contestants/contestants.module.js';
import { ContestsModule } from './contests/contests.module.js';
import { CoreModule } from './core/core.module.js';
import { HealthModule } from './health/health.module.js';
import { ErrorFilter } from './http/error.filter.js';
import { HostsModule } from './hosts/hosts.module.js';
import { LiveModule } from './live/live.module.js';
import { MonitorModule } from './live/monitor.module.js';
import { MetricsModule } from './metrics/metrics.module.js';
import { PaymentsModule } from './payments/payments.module.js';
import { RecordsModule } from './records/records.module.js';
import { StatisticsModule } from './statistics/statistics.module.js';
import { UsersModule } from './users/users.module.js';
import { VotesModule } from './votes/votes.module.js';
import { WebModule } from './web/web.module.js';

@Module({
  imports: [
    CoreModule,
    AccessModule,
    HealthModule,
    AuthModule,
    HostsModule,
    ContestsModule,
    CategoriesModule,
    ContestantsModule,
    UsersModule,
    RecordsModule,
    StatisticsModule,
    VotesModule,
    PaymentsModule,
    LiveModule,
    MonitorModule,
    WebModule,
    MetricsModule,
  ],
  providers: [{ provide: APP_FILTER, useClass: ErrorFilter }],
})
export class AppModule {}
