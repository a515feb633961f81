import { Inject } from '@nestjs/common';
import { JobProcessor, Processor, Sweeps } from '@abato/jobs';
import { type Logger, LOGGER } from '@abato/platform';
import { CheckPaymentService } from './checks/check-payment.service.js';
import { Confirmation } from './confirm/confirmation.service.js';
import { readInbox } from './inbox/read-inbox.js';

/** A job waits for the provider most of its time; settling is a few milliseconds of a database connection. */
const CONCURRENCY = 20;
const READ_INBOX_EVERY_MS = 2_000;

@Processor('payments', { concurrency: CONCURRENCY })
export class PaymentsProcessor extends JobProcessor<'payments'> {
  override readonly handlers = {
    'read-inbox': () => this.readInbox(),
    verify: ({ reference }: { reference: string }) => this.checks.verify(reference),
  };
  override readonly failure = 'payments job failed';

  constructor(
    @Inject(LOGGER) private readonly log: Logger,
    private readonly checks: CheckPaymentService,
    private readonly confirmation: Confirmation,
    sweeps: Sweeps,
  ) {
    super();
    sweeps.add('webhook inbox', READ_INBOX_EVERY_MS, (stopping) => this.readInbox(stopping));
  }

  /** Settle what is due. Several at once, in this process or in others, share the work. */
  private async readInbox(stopping?: AbortSignal): Promise<void> {
    const failed = ({ message: reason }: Error, setAside?: boolean): void => {
      if (setAside)
        this.log.error({ reason }, 'a webhook was set aside; a super admin may have it tried again');
      else this.log.warn({ reason }, 'a webhook could not be processed; it is tried again');
    };
    await readInbox(this.confirmation, failed, stopping);
  }
}
