import { Module } from '@nestjs/common';
import { SmsReportsModule } from '@abato/messages';
import { DeliveryReportsController } from './delivery-reports.controller.js';

@Module({ imports: [SmsReportsModule], controllers: [DeliveryReportsController] })
export class MessagesApiModule {}
