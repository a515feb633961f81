import { Injectable } from '@nestjs/common';
import { isMobilePhone, isNomineeCode, type MobileNetwork, suggestNetwork } from '@abato/contracts';
import { ChargePaymentService } from '@abato/payments';
import { AppError, receiptCodeOf } from '@abato/platform';
import { DialledVerifications, VoteIntake } from '@abato/voting';
import { Ballot, type SessionVote, type WaitingVoucher } from './ballot.js';
import { UssdCharges } from './charges/begin-charges.service.js';
import type { Screen } from './gateways.js';
import {
  amountFor,
  countFor,
  foundContest,
  foundContests,
  foundNominee,
  isVoucher,
  nextStep,
  type NomineeInSession,
  type SessionState,
  type Step,
} from './machine.js';
import { ussdScreens as t } from './texts.js';

/** Who dials. The network vouches for the number. */
export interface Caller {
  /** E.164. */
  phone: string;
  /** As the gateway says; null when it does not. */
  network: MobileNetwork | null;
  /** Idempotency key of the vote that this session casts. */
  voteKey: string;
}

interface Turn {
  screen: Screen;
  state: SessionState;
}

/** One input of a session: asks the machine, looks up what it wants to know, and casts. */
@Injectable()
export class Turns {
  constructor(
    private readonly ballot: Ballot,
    private readonly votes: VoteIntake,
    private readonly charges: UssdCharges,
    private readonly payments: ChargePaymentService,
    private readonly verifications: DialledVerifications,
  ) {}

  async take(state: SessionState, input: string, caller: Caller): Promise<Turn> {
    let step = nextStep(state, input);
    while (step.kind !== 'ask') {
      const next = await this.follow(step, caller);
      if (typeof next === 'string') return { screen: { text: next, goesOn: false }, state };
      step = next;
    }
    return { screen: { text: step.text, goesOn: true }, state: step.state };
  }

  /** The last text of a session that has cast its vote already, whatever became of its state; null for one that has not. */
  async castAlready(caller: Caller): Promise<Screen | null> {
    const vote = await this.ballot.castBy(caller.voteKey);
    if (!vote) return null;
    if (vote.amount > 0 && vote.status === 'PENDING') await this.order(vote.id, caller);
    return { text: this.castText(vote, caller), goesOn: false };
  }

  /** The last text of a session that has confirmed its number already; null for one that has not. */
  async verifiedAlready({ phone, voteKey }: Caller): Promise<Screen | null> {
    const title = await this.verifications.confirmedBy(phone, voteKey);
    return title === null ? null : { text: t.verified(title), goesOn: false };
  }

  /**
   * The voucher that a payment of this phone waits for, to be asked for first. A lone input of an unknown session that names no nominee may
   * be one that was typed before the session was lost: it is asked for again.
   * @param isTyped whether the inputs may have been typed, not dialled
   */
  async waitingVoucher(
    { phone }: Caller,
    inputs: readonly string[],
    isTyped: boolean,
  ): Promise<WaitingVoucher | null> {
    const [first] = inputs;
    if (first !== undefined) {
      if (!isTyped || inputs.length > 1 || !isVoucher(first)) return null;
      if (isNomineeCode(first) && (await this.ballot.nominee(first))) return null;
    }
    return this.ballot.waitingVoucher(phone);
  }

  /** Looks up or does what a step asks for. @returns the step after it, or the last text of the session */
  private async follow(step: Exclude<Step, { kind: 'ask' }>, caller: Caller): Promise<Step | string> {
    switch (step.kind) {
      case 'find-code':
        return foundNominee(step.state, step.code, await this.ballot.nominee(step.code));
      case 'find-contests':
        return foundContests(step.state, await this.ballot.openContests());
      case 'find-contest':
        return foundContest(step.state, await this.ballot.contest(step.contestId));
      case 'end':
        return step.text;
      case 'cast':
        return this.cast(step.nominee, step.votes, caller);
      case 'voucher':
        return this.sendVoucher(step.reference, step.code);
      case 'verify':
        return this.verify(step.number, caller);
    }
  }

  private async cast(nominee: NomineeInSession, votes: number, caller: Caller): Promise<string> {
    const { contestId, categoryId, contestantId, price, name, endsAt } = nominee;
    if (price > 0 && !isMobilePhone(caller.phone)) return t.notMobile;
    if (price > 0) {
      const seconds = await this.payments.secondsUntilVouched(caller.phone);
      if (seconds > 0)
        return (await this.castAlready(caller))?.text ?? t.tooManyPrompts(Math.ceil(seconds / 60));
      if (await this.payments.isPaymentOpen(contestId, caller.phone))
        return (await this.castAlready(caller))?.text ?? t.paymentOpen;
    }
    const vote = { contestId, categoryId, contestantId, voteCount: votes, voterPhone: caller.phone };
    try {
      const { id, status, amount, voteCount } = await this.votes.cast(vote, {
        key: caller.voteKey,
        address: null,
        amount: amountFor(nominee, votes),
        counting: countFor(nominee, votes),
        source: 'USSD',
      });
      const pesewas = Math.round(amount * 100);
      // Written before the voter is told: what is announced is begun, also when this process dies now.
      if (pesewas > 0) await this.order(id, caller);
      return this.castText({ id, votes: voteCount, amount: pesewas, status, name, endsAt }, caller);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return refusalText(error);
    }
  }

  private castText({ id, votes, amount, status, name, endsAt }: SessionVote, caller: Caller): string {
    const isCounted = status === 'COMPLETED';
    if (amount > 0)
      return isCounted
        ? t.paid(votes, name)
        : t.pay(amount, networkOf(caller), this.ballot.approveBy(endsAt));
    const receipt = receiptCodeOf(id);
    return isCounted ? t.counted(votes, name, receipt) : t.held(votes, name, receipt);
  }

  private async verify(number: string, { phone, voteKey }: Caller): Promise<string> {
    const title = await this.verifications.confirm(phone, number, voteKey);
    return title === null ? t.notVerified : t.verified(title);
  }

  private async order(voteId: string, caller: Caller): Promise<void> {
    await this.charges.order(voteId, networkOf(caller));
  }

  private async sendVoucher(reference: string, code: string): Promise<string> {
    try {
      const { step } = await this.payments.answer(reference, { step: 'otp', otp: code });
      return step === 'failed' || step === 'enter_voucher' ? t.voucherWrong : t.voucherSent;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return error.code === 'CONFLICT' ? t.voucherWrong : refusalText(error);
    }
  }
}

function networkOf({ network, phone }: Caller): MobileNetwork {
  return network ?? suggestNetwork(phone) ?? 'mtn';
}

function refusalText(refusal: AppError): string {
  const { code } = refusal;
  if (Object.hasOwn(t.closed, code)) return t.closed[code as keyof typeof t.closed];
  if (Object.hasOwn(t.refused, code)) return t.refused[code as keyof typeof t.refused];
  return t.other(refusal.message);
}
