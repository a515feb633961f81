import { Module } from '@nestjs/common';
import { TransparencyModule } from '@abato/transparency';

/** The public logs, which are served without a controller: see serve-log.ts. */
@Module({ imports: [TransparencyModule] })
export class TransparencyApiModule {}
