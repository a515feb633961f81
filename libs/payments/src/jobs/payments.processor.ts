import { JobProcessor, Processor } from '@abato/jobs';
import { CheckPaymentService } from '../checks/check-payment.service.js';
import { WebhookInboxService } from '../inbox/webhook-inbox.service.js';

/** A job waits for the provider most of its time; settling is a few milliseconds of a database connection. */
const CONCURRENCY = 20;

@Processor('payments', { concurrency: CONCURRENCY })
export class PaymentsProcessor extends JobProcessor<'payments'> {
  override readonly handlers = {
    'read-inbox': () => this.inbox.read(),
    verify: ({ reference }: { reference: string }) => this.checks.verify(reference),
  };
  override readonly failure = 'payments job failed';

  constructor(
    private readonly checks: CheckPaymentService,
    private readonly inbox: WebhookInboxService,
  ) {
    super();
  }
}
