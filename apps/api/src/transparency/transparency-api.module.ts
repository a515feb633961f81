import { Module } from '@nestjs/common';
import { TransparencyModule } from '@abato/transparency';
import { ReceiptsController } from './receipts.controller.js';

/** Receipts, and the public logs, which are served without a controller: see serve-log.ts. */
@Module({ imports: [TransparencyModule], controllers: [ReceiptsController] })
export class TransparencyApiModule {}
