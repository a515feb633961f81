import { JobProcessor, Processor, Sweeps } from '@abato/jobs';
import { SmsService } from './sms.service.js';

const SWEEP_MS = 15_000;

@Processor('sms')
export class SmsProcessor extends JobProcessor<'sms'> {
  override readonly handlers = { 'read-outbox': () => this.receipts.sendDue(this.sweeps.stopping) };
  override readonly failure = 'a receipt was not sent';

  constructor(
    private readonly receipts: SmsService,
    private readonly sweeps: Sweeps,
  ) {
    super();
    sweeps.add('sms', SWEEP_MS, (stopping) => receipts.sendDue(stopping));
  }
}
