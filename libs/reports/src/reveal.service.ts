import { Injectable } from '@nestjs/common';
import { type Actor, ownerScope, Reveals } from '@abato/accounts';
import { assertNoSecretBallots } from '@abato/contests';
import type { RevealedVoter } from '@abato/contracts';
import { Transactions } from '@abato/database';
import { AppError } from '@abato/platform';
import { Vote } from '@abato/voting';
import { Payment } from '@abato/payments';

/** Shows a masked voter to the contest's owner or a super admin. The log is written before anything is shown. */
@Injectable()
export class RevealService {
  constructor(
    private readonly transactions: Transactions,
    private readonly reveals: Reveals,
  ) {}

  /** @throws AppError VOTE_NOT_FOUND, also for a vote in another organiser's contest; BALLOTS_ARE_SECRET */
  async vote(actor: Actor, id: string, reason?: string): Promise<RevealedVoter> {
    return this.transactions.run(async ({ manager }) => {
      const query = manager
        .createQueryBuilder(Vote, 'vote')
        .innerJoin('vote.contest', 'contest')
        .where('vote.id = :id', { id });
      const ownerId = ownerScope(actor);
      if (ownerId) query.andWhere('contest.userId = :ownerId', { ownerId });
      const vote = await query.getOne();
      if (!vote) throw new AppError('VOTE_NOT_FOUND');
      await assertNoSecretBallots(manager, vote.contestId);
      await this.reveals.record(manager, actor, {
        action: 'vote.reveal',
        subjectType: 'vote',
        subjectId: id,
        reason,
      });
      const { voterName, voterEmail, voterPhone } = vote;
      return { voterName, voterEmail, voterPhone };
    });
  }

  /** @throws AppError PAYMENT_NOT_FOUND, also for a payment in another organiser's contest */
  async payment(actor: Actor, id: string, reason?: string): Promise<RevealedVoter> {
    return this.transactions.run(async ({ manager }) => {
      const query = manager
        .createQueryBuilder(Payment, 'payment')
        .innerJoinAndSelect('payment.vote', 'vote')
        .innerJoin('vote.contest', 'contest')
        .where('payment.id = :id', { id });
      const ownerId = ownerScope(actor);
      if (ownerId) query.andWhere('contest.userId = :ownerId', { ownerId });
      const payment = await query.getOne();
      if (!payment) throw new AppError('PAYMENT_NOT_FOUND');
      await this.reveals.record(manager, actor, {
        action: 'payment.reveal',
        subjectType: 'payment',
        subjectId: id,
        reason,
      });
      const { voterName, voterEmail, voterPhone } = payment.vote;
      return { voterName, voterEmail, voterPhone, phoneNumber: payment.phoneNumber };
    });
  }
}
