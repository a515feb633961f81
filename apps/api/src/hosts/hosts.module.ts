import { Module } from '@nestjs/common';
import { ContestDirectoryModule } from '../contests/contest-directory.module.js';
import { UploadsModule } from '../uploads/uploads.module.js';
import { DeleteHostService } from './delete-host.service.js';
import { HostsController } from './hosts.controller.js';
import { HostsRepository } from './hosts.repository.js';
import { HostsService } from './hosts.service.js';

@Module({
  imports: [ContestDirectoryModule, UploadsModule],
  controllers: [HostsController],
  providers: [HostsRepository, HostsService, DeleteHostService],
  exports: [HostsRepository],
})
export class HostsModule {}
