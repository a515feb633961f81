import { Module } from '@nestjs/common';
import { TallyProcessor } from './tally.processor.js';
import { TallyService } from './tally.service.js';

@Module({ providers: [TallyService, TallyProcessor] })
export class TallyModule {}
