import { Module } from '@nestjs/common';
import { ContestsModule } from '../contests/contests.module.js';
import { ExportsController } from './exports.controller.js';
import { ExportsRepository } from './exports.repository.js';
import { PaymentRecordsController } from './payment-records.controller.js';
import { PaymentRecordsRepository } from './payment-records.repository.js';
import { RevealService } from './reveal.service.js';
import { VoteFiguresController } from './vote-figures.controller.js';
import { VoteFiguresRepository } from './vote-figures.repository.js';
import { VoteRecordsController } from './vote-records.controller.js';
import { VoteRecordsRepository } from './vote-records.repository.js';

/** Votes and payments as the organiser reads them. */
@Module({
  imports: [ContestsModule],
  controllers: [VoteRecordsController, VoteFiguresController, PaymentRecordsController, ExportsController],
  providers: [
    VoteRecordsRepository,
    VoteFiguresRepository,
    PaymentRecordsRepository,
    ExportsRepository,
    RevealService,
  ],
  exports: [VoteRecordsRepository, PaymentRecordsRepository],
})
export class RecordsModule {}
