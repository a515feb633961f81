import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { HOT_POOL } from '@abato/database';
import { Sweeps } from '@abato/jobs';
import { foldHostSums } from './fold-host-sums.js';

/** A host has at most the rows of so much settling besides one for each contest and month. */
const EVERY_MS = 10_000;

/** Keeps the sums of hosts few, so that a balance is read from a bounded number of rows. */
@Injectable()
export class HostSumsService {
  constructor(@Inject(HOT_POOL) pool: pg.Pool, sweeps: Sweeps) {
    sweeps.add('host sums', EVERY_MS, async () => void (await foldHostSums(pool)));
  }
}
