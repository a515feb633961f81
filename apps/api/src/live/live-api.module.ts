import { Module } from '@nestjs/common';
import { AccountsModule } from '@abato/accounts';
import { ContestsModule } from '@abato/contests';
import { PaymentsModule } from '@abato/payments';
import { VotingModule } from '@abato/voting';
import { LiveGateway } from './live.gateway.js';
import { MonitorGateway } from './monitor.gateway.js';

@Module({
  imports: [AccountsModule, ContestsModule, VotingModule, PaymentsModule],
  providers: [LiveGateway, MonitorGateway],
})
export class LiveApiModule {}
