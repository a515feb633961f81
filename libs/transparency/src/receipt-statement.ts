import { Inject, Injectable } from '@nestjs/common';
import { type Environment, ENVIRONMENT } from '@abato/platform';
import { CheckpointSigner } from './checkpoint.js';
import { latestMinuteOfInclusion } from './log-batches.js';

const HOUR_MS = 3_600_000;

/** A counted vote, as its statement names it. */
export interface CountedReceipt {
  contestId: string;
  /** As voters see it. */
  code: string;
  countedAt: Date;
  /** What the entry of the vote says as `voter`; null where it says none. */
  commitment: string | null;
  /** `coalesce(ended_at, end_date)` of the contest. */
  end: Date;
}

/**
 * Signs that a vote was counted and will be in the public log by a minute, as the entry with its commitment (ADR 124): a signed note by the key of the log whose second line keeps it apart from a
 * checkpoint. The voter holds it, so that the site cannot deny the vote later.
 */
@Injectable()
export class ReceiptSigner {
  private readonly finalWithinMs: number;
  private readonly host: string;
  private readonly signer: CheckpointSigner | null;

  constructor(
    @Inject(ENVIRONMENT) env: Pick<Environment, 'PUBLIC_URL' | 'LOG_SIGNING_KEY' | 'RESULT_DEADLINE_HOURS'>,
  ) {
    this.finalWithinMs = env.RESULT_DEADLINE_HOURS * HOUR_MS;
    this.host = new URL(env.PUBLIC_URL).host;
    this.signer = env.LOG_SIGNING_KEY ? new CheckpointSigner(env.LOG_SIGNING_KEY) : null;
  }

  /** @returns null where no public log is written */
  sign({ contestId, code, countedAt, commitment, end }: CountedReceipt): string | null {
    if (!this.signer) return null;
    const minute = latestMinuteOfInclusion(countedAt, { end, finalWithinMs: this.finalWithinMs });
    const origin = `${this.host}/log/${contestId}`;
    return this.signer.signNote(
      origin,
      `${origin}\nreceipt\n${code}\n${minute}\n${commitment ? `${commitment}\n` : ''}`,
    );
  }
}
