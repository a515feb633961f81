import { Inject, Injectable } from '@nestjs/common';
import { ContestDirectory } from '@abato/contests';
import {
  type CastProof,
  castProofRules,
  type CastVoteRequest,
  type CastVoteResult,
  castVoteRules,
  isAssignedPhone,
  isUuid,
  VALID_PHONE,
  validate,
} from '@abato/contracts';
import { AppError, type Clock, CLOCK, type Environment, ENVIRONMENT, Secrets } from '@abato/platform';
import { VoterNetwork } from '../limits/voter-network.js';
import { PersonChecks } from '../person-check/person-checks.js';
import { VoterTokens } from '../verification/voter-tokens.js';
import { type CastInput, castRow, type CastRow, explained, refusalOf } from './cast-row.js';
import { NotWritten, VoteWriter } from './vote-writer.js';

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
  /** Where the vote was cast; by default on the web. */
  source?: CastInput['source'];
}

const RULES = { ...castVoteRules, ...castProofRules };

/** Takes votes: checks them, hands them to the writer, and answers only after the commit. */
@Injectable()
export class VoteIntake {
  private readonly network: VoterNetwork;
  private readonly tokens: VoterTokens;

  constructor(
    @Inject(ENVIRONMENT) env: Environment,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly secrets: Secrets,
    private readonly directory: ContestDirectory,
    private readonly checks: PersonChecks,
    private readonly writer: VoteWriter,
  ) {
    this.network = new VoterNetwork(secrets, env.production);
    this.tokens = new VoterTokens(secrets.verificationKey);
  }

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
  async cast(
    body: unknown,
    { key, address, voterToken, amount, source = 'WEB' }: CastContext,
  ): Promise<CastVoteResult> {
    if (key !== undefined && !isUuid(key)) throw new AppError('IDEMPOTENCY_KEY_INVALID');
    const checked = validate<CastVoteRequest & CastProof>(RULES, body);
    if (!checked.ok) throw AppError.validation(checked.errors);
    const { deviceId, challenge, ...vote } = checked.value;
    const contest = this.directory.peek(vote.contestId) ?? (await this.directory.find(vote.contestId));
    const input = { vote, proof: { deviceId, challenge }, key, address, source };
    const row = castRow(input, contest, this.secrets, this.network);
    const judged = refusalOf(contest, row, this.clock.now()) ?? otherAmount(row, amount);
    const refusal = judged && (await explained(judged, row, this.directory));
    // A repeated request gets its first answer even after the contest has closed.
    if (refusal) return resultOrThrow((await this.writer.earlierResult(row)) ?? refusal);
    if (row.guard && !isAssignedPhone(row.guard.phone)) throw unassigned();
    if (contest?.facts.verification === 'PHONE') this.assertVerified(row, voterToken);
    const limited = row.guard ?? row.unpaid;
    if (challenge && limited) {
      limited.proven = await this.checks.proves(challenge, row.contestId, row.key);
    }
    const outcome = this.writer.write(row);
    if (!outcome) throw this.overloaded();
    const result = await outcome;
    if (result instanceof NotWritten) throw await this.newerRefusal(row, result.at);
    return resultOrThrow(result);
  }

  /** Free votes only. A USSD session comes with a number that the network vouches for. */
  private assertVerified({ guard, source }: CastRow, voterToken: string | undefined): void {
    if (!guard || source !== 'WEB') return;
    if (!this.tokens.proves(voterToken, guard.phoneDigest, this.clock.now()))
      throw new AppError('PHONE_NOT_VERIFIED');
  }

  /** Why the database refused what the cached contest allowed. */
  private async newerRefusal(row: CastRow, at: Date): Promise<AppError> {
    this.directory.drop(row.contestId);
    const judged = refusalOf(await this.directory.find(row.contestId), row, at);
    return (judged && (await explained(judged, row, this.directory))) ?? new AppError('CONTEST_CHANGED');
  }
}

function otherAmount({ price, votes }: CastRow, told: number | undefined): AppError | null {
  return told === undefined || told === price * votes ? null : new AppError('CONTEST_CHANGED');
}

/** A free vote of a number that belongs to no phone; payments prove themselves. */
function unassigned(): AppError {
  return AppError.validation([{ field: 'voterPhone', message: VALID_PHONE }]);
}

function resultOrThrow(result: CastVoteResult | AppError): CastVoteResult {
  if (result instanceof AppError) throw result;
  return result;
}
