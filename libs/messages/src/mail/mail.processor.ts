import { JobProcessor, Processor, Sweeps } from '@abato/jobs';
import { MailService } from './mail.service.js';

const CONCURRENCY = 4;
const SWEEP_MS = 15_000;

@Processor('mail', { concurrency: CONCURRENCY })
export class MailProcessor extends JobProcessor<'mail'> {
  override readonly handlers = {
    send: ({ mailId }: { mailId: string }) => this.mails.send(mailId),
  };
  override readonly failure = 'mail not delivered; it is tried again';

  constructor(
    private readonly mails: MailService,
    sweeps: Sweeps,
  ) {
    super();
    sweeps.add('mail', SWEEP_MS, (stopping) => mails.sendDue(stopping));
  }
}
