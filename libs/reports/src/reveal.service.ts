import { Injectable } from '@nestjs/common';
import { type Actor, ownerScope, Reveals } from '@abato/accounts';
import { assertNoSecretBallots } from '@abato/contests';
import type { RevealedVoter } from '@abato/contracts';
import { Transactions } from '@abato/database';
import { AppError } from '@abato/platform';

const VOTER = 'v.voter_name AS "voterName", v.voter_email AS "voterEmail", v.voter_phone AS "voterPhone"';
/** By what is revealed. Input: $1 its id, $2 owner of the contest (null: all). */
const FIND = {
  vote: `SELECT v.contest_id AS "contestId", ${VOTER} FROM votes v JOIN contests c ON c.id = v.contest_id
    WHERE v.id = $1 AND ($2::uuid IS NULL OR c.user_id = $2)`,
  payment: `SELECT v.contest_id AS "contestId", ${VOTER}, p.phone_number AS "phoneNumber"
    FROM payments p JOIN votes v ON v.id = p.vote_id JOIN contests c ON c.id = v.contest_id
    WHERE p.id = $1 AND ($2::uuid IS NULL OR c.user_id = $2)`,
};

/** Shows a masked voter to the contest's owner or a super admin. The log is written before anything is shown. */
@Injectable()
export class RevealService {
  constructor(
    private readonly transactions: Transactions,
    private readonly reveals: Reveals,
  ) {}

  /** @throws AppError VOTE_NOT_FOUND, also for a vote in another organiser's contest; BALLOTS_ARE_SECRET */
  async vote(actor: Actor, id: string, reason?: string): Promise<RevealedVoter> {
    return this.reveal(actor, 'vote', id, reason);
  }

  /** @throws AppError PAYMENT_NOT_FOUND, also for a payment in another organiser's contest */
  async payment(actor: Actor, id: string, reason?: string): Promise<RevealedVoter> {
    return this.reveal(actor, 'payment', id, reason);
  }

  private reveal(
    actor: Actor,
    subjectType: keyof typeof FIND,
    subjectId: string,
    reason: string | undefined,
  ): Promise<RevealedVoter> {
    return this.transactions.run(async ({ manager }) => {
      const [found] = await manager.query<(RevealedVoter & { contestId: string })[]>(FIND[subjectType], [
        subjectId,
        ownerScope(actor),
      ]);
      if (!found) throw new AppError(subjectType === 'vote' ? 'VOTE_NOT_FOUND' : 'PAYMENT_NOT_FOUND');
      const { contestId, ...voter } = found;
      if (subjectType === 'vote') await assertNoSecretBallots(manager, contestId);
      await this.reveals.record(manager, actor, {
        action: `${subjectType}.reveal`,
        subjectType,
        subjectId,
        reason,
      });
      return voter;
    });
  }
}
