import { Module } from '@nestjs/common';
import { LogBuilder } from './log-builder.service.js';
import { PublishedLog } from './published-log.service.js';

/** What anyone may read of the public logs. */
@Module({ providers: [PublishedLog], exports: [PublishedLog] })
export class TransparencyModule {}

/** Extends the public logs. Belongs to no queue: the ledger says what is to be done. */
@Module({ providers: [LogBuilder] })
export class TransparencyJobsModule {}
