import { Module } from '@nestjs/common';
import { AccountsModule } from '@abato/accounts';
import { VotingModule } from '@abato/voting';
import { RequestsController } from './requests.controller.js';

@Module({ imports: [AccountsModule, VotingModule], controllers: [RequestsController] })
export class RequestsApiModule {}
