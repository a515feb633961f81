import { Module } from '@nestjs/common';
import { UssdModule } from '@abato/ussd';
import { UssdController } from './ussd.controller.js';

@Module({ imports: [UssdModule], controllers: [UssdController] })
export class UssdApiModule {}
