import { Module } from '@nestjs/common';
import { PaymentsModule } from '@abato/payments';
import { StatusController } from './status.controller.js';

@Module({ imports: [PaymentsModule], controllers: [StatusController] })
export class StatusModule {}
