import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import {
  lightTexts as t,
  type ListQuery,
  type Problem,
  type PublicContestantView,
  type PublicContestView,
  type Total,
  VOTE_FIELDS,
  type VoteFields,
} from '@abato/contracts';
import {
  AppError,
  type Clock,
  CLOCK,
  type Environment,
  ENVIRONMENT,
  receiptCodeOf,
  Secrets,
} from '@abato/platform';
import { CastVotesRepository, PublicContestsService, ProofOffers } from '@abato/voting';
import { pages } from '../web/server-pages.js';
import { deviceCookie, type LightCookies } from './cookies.js';
import { FormTokens } from './form-token.js';
import { type LightAnswer, page } from './light-answer.js';

/** A nominee of a contest, as an address names them. */
export interface Ballot {
  contest: PublicContestView;
  nominee: PublicContestantView;
}

/** What a form begins with. */
export const EMPTY_FIELDS: VoteFields = {
  votes: '1',
  phone: '',
  ballot: '',
  prove: 'sms',
  name: '',
  email: '',
  pay: 'momo',
  network: '',
  nr: '0',
};

/** How a form is shown again. */
interface Shown {
  key?: string | undefined;
  problem?: Problem;
  status?: number;
  /** Its number is asked for the code that was sent to it. */
  isCode?: boolean;
  /** What its phone dials. */
  dial?: string | undefined;
  /** What a wallet is asked for once it is confirmed. */
  total?: Total;
}

/** The pages that are read: lists, forms, results. */
@Injectable()
export class LightBallots {
  readonly tokens: FormTokens;
  readonly isSecure: boolean;
  /** Whether a number can be proven by dialling. */
  readonly canDial: boolean;

  constructor(
    @Inject(ENVIRONMENT) env: Environment,
    @Inject(CLOCK) private readonly clock: Clock,
    secrets: Secrets,
    private readonly contests: PublicContestsService,
    private readonly votes: CastVotesRepository,
    private readonly offers: ProofOffers,
  ) {
    this.tokens = new FormTokens(secrets.verificationKey);
    this.canDial = env.USSD_SECRET !== '';
    this.isSecure = env.PUBLIC_URL.startsWith('https:');
  }

  /** @throws AppError CONTEST_NOT_FOUND */
  async list(contestId: string, query: ListQuery): Promise<LightAnswer> {
    const html = pages.light.list({ contest: await this.contest(contestId), query });
    return { ...page(200, html), isPublic: true };
  }

  /** @throws AppError CONTEST_NOT_FOUND, CONTESTANT_NOT_FOUND */
  async form(contestId: string, code: string, cookies: LightCookies, address: string): Promise<LightAnswer> {
    const ballot = await this.ballot(contestId, code);
    return this.shown(ballot, EMPTY_FIELDS, await this.withToken(ballot, cookies, address));
  }

  /** The page cannot run a person check: where a token costs one, the browser goes without. */
  private async withToken(
    { contest }: Ballot,
    cookies: LightCookies,
    address: string,
  ): Promise<LightCookies> {
    if (contest.votePrice > 0 || contest.verification !== 'OPEN') return cookies;
    const device = cookies.device ?? randomUUID();
    const kept = cookies.browserToken ?? undefined;
    if (this.offers.serves({ deviceId: device, browserToken: kept }, address)) return cookies;
    const browserToken = await this.offers.freeBrowserToken(device, address);
    return { ...cookies, device, browserToken: browserToken ?? cookies.browserToken, isNew: true };
  }

  /** @throws AppError CONTEST_NOT_FOUND, VOTE_NOT_FOUND */
  async result(contestId: string, voteId: string): Promise<LightAnswer> {
    const contest = await this.contest(contestId);
    const vote = await this.votes.find(contest.id, voteId);
    if (!vote) throw new AppError('VOTE_NOT_FOUND');
    const nominee = nomineesOf(contest).find(({ id }) => id === vote.contestantId) ?? null;
    const { votes, amount, status, undone, held, decisions } = vote;
    // The receipt of a paid vote comes with its payment.
    const receiptCode = amount === 0 ? receiptCodeOf(voteId) : null;
    const shown = { votes, amount: amount / 100, status, undone, reason: held?.reason ?? null };
    const result = { ...shown, decisions, nominee, receiptCode };
    return page(200, pages.light.result({ contest, result }));
  }

  /** @throws AppError CONTEST_NOT_FOUND for a draft too */
  async contest(contestId: string): Promise<PublicContestView> {
    return this.contests.view(contestId);
  }

  async ballot(contestId: string, code: string): Promise<Ballot> {
    const contest = await this.contest(contestId);
    const nominee = nomineesOf(contest).find((one) => one.code === code);
    if (!nominee) throw new AppError('CONTESTANT_NOT_FOUND', { message: t.missing.nominee });
    return { contest, nominee };
  }

  /**
   * A form with what was typed, the one for the code or for dialling, or the one that asks for the payment.
   * @param key of the form that is shown again; without it the form gets a new one
   */
  shown(
    { contest, nominee }: Ballot,
    fields: VoteFields,
    cookies: LightCookies,
    again: Shown = {},
  ): LightAnswer {
    const device = cookies.device ?? randomUUID();
    const proof = this.tokens.issue(contest.id, device, this.clock.now(), again.key);
    const { problem = null, dial = null, total } = again;
    const now = this.clock.now().getTime();
    const shown = { now, contest, nominee, fields, proof, problem, dial, canDial: this.canDial };
    const { light } = pages;
    const draw = dial ? light.dial : again.isCode ? light.code : light.vote;
    const html = total ? light.total({ ...shown, total }) : draw(shown);
    const isKept = cookies.device && !cookies.isNew;
    const kept = isKept ? [] : [deviceCookie(device, cookies.browserToken, this.isSecure)];
    return page(again.status ?? 200, html, kept);
  }
}

function nomineesOf({ categories }: PublicContestView): PublicContestantView[] {
  return categories.flatMap(({ contestants }) => contestants);
}

/** What was typed; longer than any field of ours is no field of ours. */
export function fieldsOf(form: Readonly<Record<string, string>>): VoteFields {
  const fields = Object.fromEntries(
    VOTE_FIELDS.map((name) => [name, (form[name] ?? EMPTY_FIELDS[name]).slice(0, 500)]),
  ) as Record<keyof VoteFields, string>;
  return { ...fields, nr: /^\d$/.test(fields.nr) ? fields.nr : '0' };
}
