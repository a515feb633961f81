import { Module } from '@nestjs/common';
import { AccountsModule } from '@abato/accounts';
import { ContestAuditFigures } from './contest-audit.service.js';
import { SealedContestRules } from './contest-rules.service.js';
import { LogBuilder } from './log-builder.service.js';
import { PublishedLog } from './published-log.service.js';
import { Receipts } from './receipts.service.js';
import { Witnesses } from './witnesses.service.js';

/** What anyone may read of the public logs. */
@Module({
  imports: [AccountsModule],
  providers: [ContestAuditFigures, PublishedLog, Receipts, SealedContestRules, Witnesses],
  exports: [ContestAuditFigures, PublishedLog, Receipts, SealedContestRules, Witnesses],
})
export class TransparencyModule {}

/** Extends the public logs. Belongs to no queue: the ledger says what is to be done. */
@Module({ providers: [LogBuilder] })
export class TransparencyJobsModule {}
