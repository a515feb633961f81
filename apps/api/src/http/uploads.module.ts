import { Module } from '@nestjs/common';
import type { Registry } from 'prom-client';
import { METRICS } from '@abato/platform';
import { UPLOAD_BOUNDS, UploadQueue } from './upload-queue.js';

/** One bound on the bytes of uploads in memory, for the routes of all modules. */
@Module({
  providers: [
    {
      provide: UploadQueue,
      inject: [METRICS],
      useFactory: (metrics: Registry) => new UploadQueue(UPLOAD_BOUNDS, metrics),
    },
  ],
  exports: [UploadQueue],
})
export class UploadsModule {}
