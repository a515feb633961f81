import { JobProcessor, Processor, Sweeps } from '@abato/jobs';
import { CodeSmsService } from './code-sms.service.js';
import { SmsService } from './sms.service.js';

const SWEEP_MS = 15_000;
/** A voter waits for a code; without Redis the sweep alone finds it. */
const CODES_SWEEP_MS = 2_000;
const FORGET_MS = 60_000;
/** One job of each kind: a provider that is slow with receipts does not keep codes waiting. */
const CONCURRENCY = 2;

@Processor('sms', { concurrency: CONCURRENCY })
export class SmsProcessor extends JobProcessor<'sms'> {
  override readonly handlers = {
    'read-outbox': () => this.receipts.sendDue(this.sweeps.stopping),
    'send-codes': () => this.codes.sendDue(this.sweeps.stopping),
  };
  override readonly failure = 'a message by SMS was not sent';

  constructor(
    private readonly receipts: SmsService,
    private readonly codes: CodeSmsService,
    private readonly sweeps: Sweeps,
  ) {
    super();
    sweeps.add('sms', SWEEP_MS, (stopping) => receipts.sendDue(stopping));
    sweeps.add('sms codes', CODES_SWEEP_MS, (stopping) => codes.sendDue(stopping));
    sweeps.add('sms codes forgotten', FORGET_MS, () => codes.forgetOld());
  }
}
