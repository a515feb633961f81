import { Module } from '@nestjs/common';
import { ReportsModule } from '@abato/reports';
import { StatusController } from './status.controller.js';

@Module({ imports: [ReportsModule], controllers: [StatusController] })
export class StatusModule {}
