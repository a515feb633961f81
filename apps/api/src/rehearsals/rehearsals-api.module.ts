import { Module } from '@nestjs/common';
import { RehearsalsModule } from '@abato/rehearsals';
import { RehearsalsController } from './rehearsals.controller.js';

@Module({ imports: [RehearsalsModule], controllers: [RehearsalsController] })
export class RehearsalsApiModule {}
