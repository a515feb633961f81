import { Module } from '@nestjs/common';
import type { Environment } from '@abato/platform';
import { ENVIRONMENT } from '../core/tokens.js';
import { FILE_STORE, LocalFileStore } from './file-store.js';
import { OrphanSweepService } from './orphan-sweep.service.js';
import { PictureService } from './picture.service.js';

/** Pictures of hosts, contests and contestants. */
@Module({
  providers: [
    PictureService,
    OrphanSweepService,
    {
      provide: FILE_STORE,
      inject: [ENVIRONMENT],
      useFactory: (env: Environment) => new LocalFileStore(env.DATA_DIR),
    },
  ],
  exports: [PictureService],
})
export class UploadsModule {}
