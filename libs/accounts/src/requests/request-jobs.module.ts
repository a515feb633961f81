import { Module } from '@nestjs/common';
import { Sweeps } from '@abato/jobs';
import { Requests } from './requests.service.js';

const EVERY_MS = 15 * 60_000;

/** For workers: kept answers go after 24 hours. */
@Module({ providers: [Requests] })
export class RequestJobsModule {
  constructor(sweeps: Sweeps, requests: Requests) {
    sweeps.add('kept answers', EVERY_MS, () => requests.sweep());
  }
}
