import { Inject, Injectable } from '@nestjs/common';
import { ContestDirectory } from '@abato/contests';
import {
  type CastProof,
  castBallotFields,
  castProofRules,
  type CastVoteRequest,
  type CastVoteResult,
  castVoteRules,
  isAssignedPhone,
  isUuid,
  VALID_PHONE,
  validate,
} from '@abato/contracts';
import { AppError, type Clock, CLOCK, Secrets } from '@abato/platform';
import { BallotBox, takesBallots } from '../electorate/ballot-box.js';
import type { FreeVote } from '../limits/free-vote.js';
import { type CastInput, castRow, type CastRow, refusalOf, resultOrThrow } from './cast-row.js';
import { explained, newerRefusal } from './explained-refusals.js';
import { NotWritten, VoteWriter } from './vote-writer.js';
import { VoterProofs } from './voter-proofs.js';

/** What a request carries besides the vote. */
interface CastContext {
  /** The `Idempotency-Key` header. */
  key: string | undefined;
  /** The network address that the request comes from; null when a gateway sends it, whose mobile network vouches for the number. */
  address: string | null;
  /** The `X-Voter-Token` header. */
  voterToken?: string | undefined;
  /** Pesewas that the voter was told and has confirmed; a vote that costs another amount now is refused. */
  amount?: number;
  /** Votes that the voter was told would count; a vote that counts less when it is written is refused. */
  counting?: number | undefined;
  /** Where the vote was cast; by default on the web. */
  source?: CastInput['source'];
  /** A proof of the phone number takes the place of the person check also where every vote needs one: the page that sent this cannot run one (ADR 51). */
  provenPhoneIsPerson?: boolean;
  /** The page that sent this can ask for such a proof: CHALLENGE_REQUIRED comes before a vote is held as one of an unknown browser. */
  askFirst?: boolean;
}

const RULES = { ...castVoteRules, ...castProofRules };
/** A ballot code proves its voter without a phone number. */
const BALLOT_RULES = { ...castBallotFields, ...castProofRules };

/** Takes votes: checks them, hands them to the writer, and answers only after the commit. */
@Injectable()
export class VoteIntake {
  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly secrets: Secrets,
    private readonly directory: ContestDirectory,
    private readonly proofs: VoterProofs,
    private readonly writer: VoteWriter,
    private readonly ballots: BallotBox,
  ) {}

  /** More votes wait than can be written soon. Asked before a request is read, so that a refusal costs little. */
  get isFull(): boolean {
    return this.writer.isFull;
  }

  /** The refusal of a full queue; logged at most once a second. */
  overloaded(): AppError {
    return this.writer.overloaded();
  }

  /**
   * @param body the request's JSON; validated here by the compiled rules, not by the reflection pipe
   * @throws AppError with the reason; nothing is written then
   */
  async cast(body: unknown, context: CastContext): Promise<CastVoteResult> {
    const { key, address, voterToken, amount, counting, source = 'WEB' } = context;
    if (key !== undefined && !isUuid(key)) throw new AppError('IDEMPOTENCY_KEY_INVALID');
    const checked = validate<CastVoteRequest & CastProof>(hasBallotCode(body) ? BALLOT_RULES : RULES, body);
    if (!checked.ok) throw AppError.validation(checked.errors);
    // Not `...vote`: an object of the rest is slow, and a row takes only what it names.
    const vote = checked.value;
    const { deviceId, browserToken, challenge, ballotCode, acceptHold } = vote;
    const contest = this.directory.peek(vote.contestId) ?? (await this.directory.find(vote.contestId));
    if (contest && takesBallots(contest)) {
      return this.ballots.cast({ vote, ballotCode, challenge, key, address, voterToken, source }, contest);
    }
    if (!vote.voterPhone) throw phoneMissing();
    const browser = this.proofs.browserOf({ deviceId, browserToken }, address);
    const { provenPhoneIsPerson = false, askFirst = false } = context;
    const crowdThen = acceptHold || !this.proofs.numbersCanBeProven ? 'hold' : 'ask';
    const input = { vote, proof: { deviceId }, key, address, browser, source, askFirst, crowdThen } as const;
    const row = castRow(input, contest, this.secrets, this.proofs.network);
    row.least = counting;
    const judged = refusalOf(contest, row, this.clock.now()) ?? otherAmount(row, amount);
    const refusal = judged && (await explained(judged, row, this.directory));
    // A repeated request gets its first answer even after the contest has closed.
    if (refusal) return resultOrThrow((await this.writer.earlierResult(row)) ?? refusal);
    if (row.guard && !isAssignedPhone(row.guard.phone)) throw unassigned();
    if (contest?.facts.verification === 'PHONE') this.assertVerified(row, voterToken);
    const limited = row.guard ?? row.unpaid;
    if (challenge && limited) {
      const strength = this.proofs.strengthOf(address, contest);
      limited.proven ||= await this.proofs.checks.proves(challenge, row.contestId, row.key, strength);
    }
    const isOpen = contest?.facts.verification === 'OPEN';
    if (row.guard && (isOpen || provenPhoneIsPerson) && this.isProven(row.guard, voterToken))
      trustNumber(row.guard, provenPhoneIsPerson || row.guard.challenge === 'AUTO');
    const outcome = this.writer.write(row);
    if (!outcome) throw this.overloaded();
    const result = await outcome;
    if (result instanceof NotWritten) throw await newerRefusal(row, this.directory, result.at);
    return resultOrThrow(result);
  }

  /** What was cast with this `Idempotency-Key`, as far as it is still true; null for nothing. */
  async castBy(key: string): Promise<CastVoteResult | null> {
    return this.writer.resultBy(key);
  }

  /** Free votes only. A USSD session comes with a number that the network vouches for. */
  private assertVerified({ guard, source }: CastRow, voterToken: string | undefined): void {
    if (!guard || source === 'USSD') return;
    if (!this.isProven(guard, voterToken)) throw new AppError('PHONE_NOT_VERIFIED');
  }

  private isProven({ phoneDigest }: FreeVote, voterToken: string | undefined): boolean {
    return this.proofs.tokens.proves(voterToken, phoneDigest, this.clock.now());
  }
}

/**
 * Rules about networks and browsers are for numbers that are not proven.
 * @param isPerson the proof takes the place of a person check
 */
function trustNumber(guard: FreeVote, isPerson: boolean): void {
  guard.proven ||= isPerson;
  guard.isProvenNumber = true;
  guard.isOutside = false;
  guard.unknown = null;
  guard.crowd = null;
  guard.surge = null;
}

function hasBallotCode(body: unknown): boolean {
  return typeof body === 'object' && body !== null && Boolean((body as CastProof).ballotCode);
}

function phoneMissing(): AppError {
  return AppError.validation([{ field: 'voterPhone', message: castVoteRules.voterPhone.required }]);
}

function otherAmount(row: CastRow, told: number | undefined): AppError | null {
  return told === undefined || told === row.amount ? null : new AppError('CONTEST_CHANGED');
}

/** A free vote of a number that belongs to no phone; payments prove themselves. */
function unassigned(): AppError {
  return AppError.validation([{ field: 'voterPhone', message: VALID_PHONE }]);
}
