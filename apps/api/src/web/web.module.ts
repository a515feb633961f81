import { Module } from '@nestjs/common';
import { VotingModule } from '@abato/voting';
import { PageComposer } from './page-composer.js';

@Module({ imports: [VotingModule], providers: [PageComposer] })
export class WebModule {}
