import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule } from '@abato/accounts';
import { LogComparison } from './comparison/log-comparison.service.js';
import { ContestAuditFigures } from './contest-audit.service.js';
import { SealedContestRules } from './contest-rules.service.js';
import { LogBuilder } from './log-builder.service.js';
import { LogCheckpoint, LogCosignature } from './log.entities.js';
import { PublishedLog } from './published-log.service.js';
import { ReceiptSigner } from './receipt-statement.js';
import { Receipts } from './receipts.service.js';
import { TileCopies } from './tile-copies.service.js';
import { TileStore } from './tile-store.js';
import { WitnessCalls } from './witness-calls.service.js';
import { Witnesses } from './witnesses.service.js';

const READERS = [
  ContestAuditFigures,
  PublishedLog,
  Receipts,
  ReceiptSigner,
  SealedContestRules,
  TileStore,
  Witnesses,
];

/** What anyone may read of the public logs. */
@Module({
  imports: [TypeOrmModule.forFeature([LogCheckpoint, LogCosignature]), AccountsModule],
  providers: READERS,
  exports: READERS,
})
export class TransparencyModule {}

/** Extends the public logs, compares them with ledger and public counts, copies their tiles, and sends their checkpoints to witnesses. Belongs to no queue: the ledger says what is to be done. */
@Module({ providers: [LogBuilder, LogComparison, PublishedLog, TileCopies, TileStore, WitnessCalls] })
export class TransparencyJobsModule {}
