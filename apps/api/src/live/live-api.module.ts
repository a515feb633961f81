import { Module } from '@nestjs/common';
import { AccountsModule } from '@abato/accounts';
import { ContestsModule } from '@abato/contests';
import { ReportsModule } from '@abato/reports';
import { LivePace } from '@abato/live';
import { VotingModule } from '@abato/voting';
import { ContestLookUps } from './contest-look-ups.js';
import { LiveGateway } from './live.gateway.js';
import { MonitorGateway } from './monitor.gateway.js';
import { SocketSessions } from './socket-sessions.js';
import { StageGateway } from './stage.gateway.js';
import { VerificationGateway } from './verification.gateway.js';
import { ViewersGateway } from './viewers.gateway.js';

@Module({
  imports: [AccountsModule, ContestsModule, VotingModule, ReportsModule],
  providers: [
    ContestLookUps,
    LivePace,
    SocketSessions,
    LiveGateway,
    MonitorGateway,
    StageGateway,
    VerificationGateway,
    ViewersGateway,
  ],
})
export class LiveApiModule {}
