import { Inject, Injectable } from '@nestjs/common';
import { Sweeps } from '@abato/jobs';
import { type Logger, LOGGER } from '@abato/platform';
import { Settlement } from '../settlement/settlement.service.js';
import { readInbox } from './read-inbox.js';

const EVERY_MS = 2_000;

/** Works through what the provider told us. */
@Injectable()
export class WebhookInboxService {
  constructor(
    @Inject(LOGGER) private readonly log: Logger,
    private readonly settlement: Settlement,
    sweeps: Sweeps,
  ) {
    sweeps.add('webhook inbox', EVERY_MS, (stopping) => this.read(stopping));
  }

  /**
   * Settle what is due. Several at once, in this process or in others, share the work.
   * @param stopping ends it after the batch in hand
   */
  async read(stopping?: AbortSignal): Promise<void> {
    await readInbox(
      this.settlement,
      (error, setAside) => {
        const reason = error.message;
        if (setAside)
          this.log.error({ reason }, 'a webhook was set aside; a super admin may have it tried again');
        else this.log.warn({ reason }, 'a webhook could not be processed; it is tried again');
      },
      stopping,
    );
  }
}
