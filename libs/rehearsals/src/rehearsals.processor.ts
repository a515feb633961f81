import { JobProcessor, Processor } from '@abato/jobs';
import { RunRehearsal } from './run-rehearsal.service.js';

@Processor('rehearsals')
export class RehearsalsProcessor extends JobProcessor<'rehearsals'> {
  override readonly handlers = {
    run: ({ rehearsalId }: { rehearsalId: string }) => this.rehearsals.run(rehearsalId),
  };
  override readonly failure = 'rehearsal not made; it is tried again';

  constructor(private readonly rehearsals: RunRehearsal) {
    super();
  }
}
