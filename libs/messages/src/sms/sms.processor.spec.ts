import { EventEmitter, once } from 'node:events';
import { Sweeps } from '@abato/jobs';
import { createLogger } from '@abato/testing/platform';
import type { CodeSmsService } from './code-sms.service.js';
import { SmsProcessor, type SmsService } from './sms.service.js';

it('sends receipts and codes, and forgets what is old of codes, as soon as the worker runs', async () => {
  const work = new EventEmitter();
  const done = (what: string) => () => Promise.resolve(void work.emit(what));
  const receipts = { sendDue: done('receipts') } as unknown as SmsService;
  const codes = { sendDue: done('codes'), forgetOld: done('forgotten') } as unknown as CodeSmsService;
  const sweeps = new Sweeps(createLogger('worker', 'silent'));
  new SmsProcessor(receipts, codes, sweeps);
  const all = Promise.all(['receipts', 'codes', 'forgotten'].map((what) => once(work, what)));
  sweeps.onApplicationBootstrap();
  try {
    await all;
  } finally {
    sweeps.onModuleDestroy();
    await sweeps.beforeApplicationShutdown();
  }
});
