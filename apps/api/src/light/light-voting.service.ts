import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import {
  cannotProveSoon,
  confirmVerificationRules,
  ERROR_MESSAGES,
  lightTexts as t,
  normalisePhone,
  type Problem,
  toldTotal,
  validate,
  type VoteFields,
  type VoterToken,
} from '@abato/contracts';
import { AppError, type Clock, CLOCK, type Environment, ENVIRONMENT, SWITCHED_OFF } from '@abato/platform';
import { PhoneVerificationService, VoteIntake } from '@abato/voting';
import { ERROR_STATUS } from '../http/error-status.js';
import { toAppError } from '../http/error.filter.js';
import { type LightCookies, proofCookie } from './cookies.js';
import { type LightAnswer, problemOf, seeOther } from './light-answer.js';
import { type Ballot, fieldsOf, LightBallots } from './light-ballots.service.js';
import { assertPayable, LightCheckout } from './light-checkout.service.js';

/** A request that carries a form. */
export interface LightRequest {
  /** The form, as it was read: any field may be missing. */
  form: Readonly<Record<string, string>>;
  cookies: LightCookies;
  /** It named an origin of ours. */
  hasOrigin: boolean;
  /** The network address it comes from. */
  address: string;
}

/** Everything that one press of a button needs. */
interface Press {
  ballot: Ballot;
  fields: VoteFields;
  /** Of the form, and of the vote it casts. */
  key: string;
  request: LightRequest;
}

/** Buttons of the pages for the code and for dialling that order something. */
const PROOF_STEPS: ReadonlySet<string> = new Set(['again', 'dial', 'dialled']);
/** Codes that one form may order: the limits of codes are stricter. */
const MOST_CODES = 9;

/** The button that was pressed. Opera Mini sends a form by itself once its only field is filled in, and then names none. */
const stepOf = (form: LightRequest['form']): string | undefined =>
  form['step'] ?? (form['code'] ? 'code' : undefined);

/**
 * Casts votes from forms without JavaScript, by the same intake, limits and payments as the API (ADR 51). A code by SMS takes the place of
 * the person check, which is a program.
 */
@Injectable()
export class LightVoting {
  constructor(
    private readonly ballots: LightBallots,
    private readonly votes: VoteIntake,
    private readonly verification: PhoneVerificationService,
    private readonly pay: LightCheckout,
    @Inject(ENVIRONMENT) private readonly env: Environment,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Take a form of a nominee's page. @throws AppError CONTEST_NOT_FOUND, CONTESTANT_NOT_FOUND */
  async submit(contestId: string, code: string, request: LightRequest): Promise<LightAnswer> {
    const ballot = await this.ballots.ballot(contestId, code);
    const { form, cookies, hasOrigin } = request;
    const fields = fieldsOf(form);
    const sender = { device: cookies.device, hasOrigin };
    const wrong = this.ballots.tokens.refusal(form, ballot.contest.id, sender, this.clock.now());
    if (wrong) {
      const problem = { message: t.problems[wrong], errors: [] };
      // A form of ours that is old keeps its key: it may have cast its vote.
      const key = wrong === 'expired' ? form['key'] : undefined;
      return this.ballots.shown(ballot, fields, cookies, {
        key,
        problem,
        status: wrong === 'expired' ? 409 : 403,
      });
    }
    const press: Press = { ballot, fields, key: form['key'] as string, request };
    try {
      return await this.take(press, stepOf(form));
    } catch (error) {
      return PROOF_STEPS.has(form['step'] ?? '')
        ? this.refusedAtProof(press, error)
        : this.refused(press, error);
    }
  }

  private async take(press: Press, step: string | undefined): Promise<LightAnswer> {
    const { ballot, fields, key, request } = press;
    switch (step) {
      case 'code':
        return this.confirm(press);
      case 'again':
        return this.orderAnother(press);
      case 'dial':
        return this.orderCode({ ...press, fields: { ...fields, prove: 'ussd' } });
      case 'dialled':
        return this.checkDialled(press);
      case 'edit':
        return this.ballots.shown(ballot, fields, request.cookies, { key });
      case 'change':
        // The key belongs to the vote that waits for its payment.
        return this.ballots.shown(ballot, fields, request.cookies);
      default:
        return this.cast(press, request.cookies.proofs, []);
    }
  }

  /**
   * @param cookies to set with the answer
   * @param canProve false: no proof could be begun, and the vote is held where a rule asks for one
   */
  private async cast(press: Press, proofs: string, cookies: string[], canProve = true): Promise<LightAnswer> {
    const askFirst = canProve && this.sendsCodes;
    const { ballot, fields, key, request } = press;
    const { contest, nominee } = ballot;
    const { categoryId } = nominee;
    if (contest.votePrice > 0) assertPayable(fields, { contest, categoryId }, this.env.WALLET_LIMIT_CEDIS);
    try {
      const vote = {
        contestId: contest.id,
        categoryId: nominee.categoryId,
        contestantId: nominee.id,
        voteCount: /^\s*\d{1,9}\s*$/.test(fields.votes) ? Number(fields.votes) : fields.votes,
        voterPhone: fields.phone.trim() || undefined,
        ballotCode: fields.ballot.trim() || undefined,
        voterName: fields.name.trim() || undefined,
        voterEmail: fields.email.trim() || undefined,
        deviceId: request.cookies.device ?? undefined,
        browserToken: request.cookies.browserToken ?? undefined,
        acceptHold: !canProve || !(this.sendsCodes || this.ballots.canDial),
      };
      const context = {
        key,
        address: request.address,
        voterToken: proofs,
        provenPhoneIsPerson: true,
        askFirst,
        source: 'LIGHT' as const,
      };
      const { id, status, amount, voteCount } = await this.votes.cast(vote, context);
      if (amount > 0 && status === 'PENDING') {
        const total = { votes: voteCount, amount };
        if (request.form['told'] !== toldTotal(total))
          return this.ballots.shown(ballot, fields, request.cookies, { key, total });
        return await this.pay.begin({ ...press, contest, voteId: id, amount, address: request.address });
      }
      return seeOther(`/v/${contest.id}/vote/${id}`, cookies);
    } catch (error) {
      const { code } = toAppError(error);
      if (code === 'PHONE_NOT_VERIFIED')
        return contest.verification === 'OPEN' ? this.proveOrHold(press) : this.orderCode(press);
      if (code === 'CHALLENGE_REQUIRED') return this.checkPerson(press, askFirst);
      return { ...this.refused(press, error), ...(cookies.length && { cookies }) };
    }
  }

  /** What the API asks of a program: here a code proves that a person with a phone is there. Payers are told another way. */
  private async checkPerson(press: Press, askFirst: boolean): Promise<LightAnswer> {
    const { contest, nominee } = press.ballot;
    // Neither a code by SMS nor dialling takes a ballot code.
    if (press.fields.ballot.trim())
      throw new AppError('CHALLENGE_REQUIRED', { message: t.problems.useFullPage });
    if (contest.votePrice === 0 && this.sendsCodes)
      return askFirst ? this.proveOrHold(press) : this.orderCode(press);
    throw new AppError('CHALLENGE_REQUIRED', {
      message: `${t.problems.person} ${this.otherWay(nominee.code)}`,
    });
  }

  /** Ask for a code; where the number cannot be proven the vote is taken all the same, and held where a rule asks for a proof. */
  private async proveOrHold(press: Press): Promise<LightAnswer> {
    const { fields } = press;
    try {
      // Where no SMS is sent the phone can still dial.
      return await this.orderCode(
        this.sendsCodes ? press : { ...press, fields: { ...fields, prove: 'ussd' } },
      );
    } catch (error) {
      if (!(error instanceof AppError && cannotProveSoon(error))) throw error;
      return this.cast(press, press.request.cookies.proofs, [], false);
    }
  }

  private get sendsCodes(): boolean {
    return this.env.SMS_API_KEY !== SWITCHED_OFF;
  }

  /** How a voter votes whom this page cannot help. */
  private otherWay(code: string): string {
    const service = this.env.USSD_CODE.replace(/#$/, '');
    return this.env.USSD_SECRET ? t.problems.dial(`${service}*${code}#`) : t.problems.useFullPage;
  }

  /** Send a code, or show the form for the one that was sent already; or the number that the phone dials. */
  private async orderCode(press: Press, problem?: Problem): Promise<LightAnswer> {
    const { ballot, request, key } = press;
    const channel = this.channelOf(press.fields);
    if (channel === 'sms' && !this.sendsCodes) {
      const way = this.otherWay(ballot.nominee.code);
      throw new AppError('PHONE_NOT_VERIFIED', { message: `${t.problems.noCodes} ${way}` });
    }
    const phone = normalisePhone(press.fields.phone);
    if (!phone)
      throw AppError.validation([{ field: 'voterPhone', message: ERROR_MESSAGES.VALIDATION_FAILED }]);
    for (let nr = Number(press.fields.nr); ; nr++) {
      const fields = { ...press.fields, nr: String(nr) };
      try {
        const id = this.ballots.tokens.verificationId(key, phone, nr, channel);
        const input = { contestId: ballot.contest.id, phone, channel };
        const { ussd } = await this.verification.request(input, request.address, { id, isPersonCheck: true });
        const how = { key, isCode: true, dial: ussd, ...(problem && { problem }) };
        return this.ballots.shown(ballot, fields, request.cookies, how);
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'CODE_EXPIRED' || nr >= MOST_CODES) throw error;
      }
    }
  }

  /** Another code by SMS; a form that has ordered as many as it may goes on as a new one. */
  private async orderAnother(press: Press): Promise<LightAnswer> {
    const nr = Number(press.fields.nr) + 1;
    const fields: VoteFields = { ...press.fields, prove: 'sms', nr: String(nr) };
    if (nr <= MOST_CODES) return this.orderCode({ ...press, fields });
    return this.orderCode({ ...press, key: randomUUID(), fields: { ...fields, nr: '0' } });
  }

  private channelOf({ prove }: VoteFields): 'sms' | 'ussd' {
    return prove === 'ussd' && this.ballots.canDial ? 'ussd' : 'sms';
  }

  /** Ask whether the phone has dialled: then the vote is cast, else the page is shown again. */
  private async checkDialled(press: Press): Promise<LightAnswer> {
    const { fields, key, request } = press;
    const phone = normalisePhone(fields.phone);
    if (!phone) return this.cast(press, request.cookies.proofs, []);
    try {
      const found = await this.verification.check(
        this.ballots.tokens.verificationId(key, phone, Number(fields.nr), 'ussd'),
      );
      if ('waiting' in found) return await this.orderCode(press, saying(t.proof.notDialled));
      return await this.castProven(press, found);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'CODE_EXPIRED') throw error;
      return this.orderCode(press, saying(t.proof.newNumber));
    }
  }

  private async castProven(press: Press, { voterToken, expiresAt }: VoterToken): Promise<LightAnswer> {
    const { ballot, request } = press;
    const kept = { earlier: request.cookies.proofs, token: voterToken, contestId: ballot.contest.id };
    const cookie = proofCookie(kept, new Date(expiresAt), this.clock.now(), this.ballots.isSecure);
    return this.cast(press, voterToken, [cookie]);
  }

  private async confirm(press: Press): Promise<LightAnswer> {
    const { fields, key, request } = press;
    const phone = normalisePhone(fields.phone);
    if (!phone) return this.cast(press, request.cookies.proofs, []);
    try {
      const given = validate<{ code: string }>(confirmVerificationRules, {
        code: request.form['code'] ?? '',
      });
      if (!given.ok) throw AppError.validation(given.errors);
      const id = this.ballots.tokens.verificationId(key, phone, Number(fields.nr), 'sms');
      return await this.castProven(press, await this.verification.confirm(id, given.value.code));
    } catch (error) {
      return this.refused(press, error, true);
    }
  }

  /** The page for the code or for dialling again, as it was: what was sent to the number may still arrive. */
  private async refusedAtProof(press: Press, error: unknown): Promise<LightAnswer> {
    const answer = this.refused(press, error);
    const again = await this.orderCode(press, problemOf(toAppError(error))).catch(() => answer);
    return { ...again, status: answer.status, retryAfter: answer.retryAfter };
  }

  /** The form again, with the reason and everything that was typed. */
  private refused(press: Press, error: unknown, isCode = false): LightAnswer {
    const refusal = toAppError(error);
    const { code } = refusal;
    // What should not happen is logged, and told on a page without internals.
    if (code === 'INTERNAL') throw error;
    // The key belongs to a vote that was cast: what is sent now is another one.
    const isUsed = code === 'IDEMPOTENCY_KEY_REUSED' || code === 'VOTE_EXPIRED';
    const problem: Problem = problemOf(refusal);
    const answer = this.ballots.shown(press.ballot, press.fields, press.request.cookies, {
      key: isUsed ? undefined : press.key,
      problem,
      status: ERROR_STATUS[code],
      isCode,
    });
    return { ...answer, retryAfter: refusal.retryAfter };
  }
}

const saying = (message: string): Problem => ({ message, errors: [] });
