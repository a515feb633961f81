import { Module } from '@nestjs/common';
import { ENVIRONMENT, LOGGER } from '../core/tokens.js';
import { createFileStore } from './create-file-store.js';
import { FILE_STORE } from './file-store.js';
import { OrphanSweepService } from './orphan-sweep.service.js';
import { PictureService } from './picture.service.js';

/** Pictures of hosts, contests and contestants. */
@Module({
  providers: [
    PictureService,
    OrphanSweepService,
    { provide: FILE_STORE, inject: [ENVIRONMENT, LOGGER], useFactory: createFileStore },
  ],
  exports: [PictureService],
})
export class UploadsModule {}
