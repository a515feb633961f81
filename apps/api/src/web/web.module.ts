import { Module } from '@nestjs/common';
import { ContestsModule } from '../contests/contests.module.js';
import { PageComposer } from './page-composer.js';

@Module({ imports: [ContestsModule], providers: [PageComposer] })
export class WebModule {}
