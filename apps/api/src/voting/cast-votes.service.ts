import { Injectable } from '@nestjs/common';
import { ContestDirectory } from '@abato/contests';
import type { CastVoteResult } from '@abato/contracts';
import { ReceiptSigner } from '@abato/transparency';
import { VoteIntake } from '@abato/voting';

/**
 * Casts whose answer carries the signed statement about the counted vote (ADR 124): the voter holds it before the server could deny the vote. Signing takes 30 to 50 µs of a
 * processor, after the write.
 */
@Injectable()
export class CastVotes {
  constructor(
    private readonly votes: VoteIntake,
    private readonly directory: ContestDirectory,
    private readonly signer: ReceiptSigner,
  ) {}

  get isFull(): boolean {
    return this.votes.isFull;
  }

  overloaded(): ReturnType<VoteIntake['overloaded']> {
    return this.votes.overloaded();
  }

  /** @throws AppError as `VoteIntake.cast` */
  async cast(...[body, context]: Parameters<VoteIntake['cast']>): Promise<CastVoteResult> {
    const result = await this.votes.cast(body, context);
    const { receiptCode: code, countedAt, commitment = null } = result;
    if (!code || !countedAt) return result;
    const { contestId } = body as { contestId: string };
    const end = (this.directory.peek(contestId) ?? (await this.directory.find(contestId)))?.facts.endDate;
    const receipt =
      end && this.signer.sign({ contestId, code, countedAt: new Date(countedAt), commitment, end });
    return receipt ? { ...result, receipt } : result;
  }
}
