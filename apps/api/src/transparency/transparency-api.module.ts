import { Module } from '@nestjs/common';
import { TransparencyModule } from '@abato/transparency';
import { ContestRulesController } from './contest-rules.controller.js';
import { CosignaturesController } from './cosignatures.controller.js';
import { ReceiptsController } from './receipts.controller.js';

/** Receipts, sealed rules, and the public logs, which are served without a controller: see serve-log.ts. */
@Module({
  imports: [TransparencyModule],
  controllers: [ContestRulesController, CosignaturesController, ReceiptsController],
})
export class TransparencyApiModule {}
