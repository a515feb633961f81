import { Inject, Injectable } from '@nestjs/common';
import { Transactions } from '@abato/database';
import { Sweeps } from '@abato/jobs';
import { type Clock, CLOCK, type Logger, LOGGER } from '@abato/platform';
import { PaystackClient } from '@abato/paystack';
import { SettlementReader } from './settlement-reader.js';

/** How often is looked whether an account is due, and how soon one that could not be read is tried again. */
const EVERY_MS = 3_600_000;

/** Reads the settlements of every account once a day: the provider sends no webhook about them. */
@Injectable()
export class ReadSettlementsService {
  constructor(
    db: Transactions,
    @Inject(CLOCK) clock: Clock,
    @Inject(LOGGER) log: Logger,
    client: PaystackClient,
    sweeps: Sweeps,
  ) {
    const reader = new SettlementReader(db, clock, log, client);
    sweeps.add('settlements', EVERY_MS, async (stopping) => {
      const differences = (await reader.readDue(stopping))?.differences;
      if (differences) log.warn({ differences }, 'settlements cannot be explained');
    });
  }
}
