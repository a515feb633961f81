import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { type CachedContest, ContestDirectory } from '@abato/contests';
import {
  type CastVoteResult,
  isAssignedPhone,
  MAX_BALLOT_CHANGES,
  plainBallotCode,
  refusalTexts,
} from '@abato/contracts';
import { HOT_POOL, sqlFile, type SqlRunner, Transactions } from '@abato/database';
import { AppError, type Clock, CLOCK, Secrets } from '@abato/platform';
import { commit, refusalOf, resultOf, resultOrThrow, voteRow } from '../intake/cast-row.js';
import { explained, newerRefusal } from '../intake/explained-refusals.js';
import { type VoteRow, writeVotes } from '../intake/fast/write-votes.js';
import { takeBackVote } from '../intake/take-back-vote.js';
import { VoteWriter } from '../intake/vote-writer.js';
import { VoterTokens } from '../verification/voter-tokens.js';
import { BallotGuesses } from './ballot-guesses.js';

const CLAIM = sqlFile(import.meta.url, './sql/claim-ballot.sql');
/** Ballots that wait for a connection: as for other votes, a longer queue would only delay refusals. */
const MAX_UNDER_WAY = 500;

/** A request to vote in a contest with an electorate, checked field by field. */
export interface BallotRequest {
  vote: Parameters<typeof voteRow>[0]['vote'];
  ballotCode: string | undefined;
  challenge: string | undefined;
  key: string | undefined;
  /** null when a gateway's mobile network vouches for the number. */
  address: string | null;
  voterToken: string | undefined;
  source: VoteRow['source'];
}

interface Elector {
  kind: 'PHONE' | 'CODE';
  digest: Buffer;
}

/** Ends the transaction without a trace. */
class NothingWritten extends Error {
  constructor(readonly reason: 'vote' | 'elector' | 'used') {
    super(reason);
  }
}

/** Whether votes of a contest are ballots: one per category for each listed voter. Paid votes are proven by their payment. */
export function takesBallots({ facts, isRehearsal }: CachedContest): boolean {
  return facts.verification === 'ELECTORATE' && facts.votePricePesewas === 0 && !isRehearsal;
}

/** Takes the votes of listed voters (ADR 134). Limits and rules about patterns do not apply: the electorate is the limit. */
@Injectable()
export class BallotBox {
  private readonly hot: Transactions;
  private readonly tokens: VoterTokens;
  private underWay = 0;

  constructor(
    @Inject(HOT_POOL) pool: pg.Pool,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly secrets: Secrets,
    private readonly directory: ContestDirectory,
    private readonly guesses: BallotGuesses,
    private readonly writer: VoteWriter,
  ) {
    this.hot = new Transactions(pool);
    this.tokens = new VoterTokens(secrets.verificationKey);
  }

  /**
   * @throws AppError why the contest takes no such vote; PHONE_NOT_VERIFIED without a proof, NOT_ON_ELECTORATE, BALLOT_USED; CHALLENGE_REQUIRED
   *   where ballot codes are guessed. Nothing is written then
   */
  async cast(request: BallotRequest, contest: CachedContest): Promise<CastVoteResult> {
    if (this.underWay >= MAX_UNDER_WAY) throw this.writer.overloaded();
    this.underWay++;
    try {
      return await this.take(request, contest);
    } finally {
      this.underWay--;
    }
  }

  private async take(request: BallotRequest, contest: CachedContest): Promise<CastVoteResult> {
    const { vote, key, source } = request;
    const { code, row } = this.read(request, contest);
    const judged = refusalOf(contest, row, this.clock.now());
    const refusal = judged && (await explained(judged, row, this.directory));
    const earlier = key === undefined ? null : await this.writer.earlierResult(row);
    if (earlier) return resultOrThrow(earlier);
    if (refusal) throw refusal;
    if (vote.voteCount !== 1) {
      throw AppError.validation([{ field: 'voteCount', message: refusalTexts.ballot.oneVote }]);
    }
    if (code && vote.voterPhone) {
      throw AppError.validation([{ field: 'ballotCode', message: refusalTexts.ballot.oneProof }]);
    }
    if (code) return this.castByCode(row, code, request, contest);
    const phone = this.provenPhone(row, source, request.voterToken);
    return this.outcomeOf(row, phone, contest, async () => unlisted(row));
  }

  /** The row of the vote, whose digest names the elector: the same key with another code is another request. */
  private read(
    { vote, ballotCode, key, source }: BallotRequest,
    contest: CachedContest,
  ): { code: Elector | null; row: VoteRow } {
    const digest =
      ballotCode === undefined
        ? null
        : this.secrets.voterDigest(vote.contestId, 'ballot', plainBallotCode(ballotCode));
    const after = digest ? { after: digest.toString('hex') } : {};
    // A name beside a ballot is not even stored.
    const { voterName: _name, voterEmail: _email, ...unnamed } = vote;
    const row = voteRow({ vote: unnamed, key, contest, source }, this.secrets, after);
    if (!contest.isRehearsal) commit(row);
    // Unique voters of the contest: a voter with a code need not name a phone.
    return digest
      ? { code: { kind: 'CODE', digest }, row: { ...row, phoneDigest: digest } }
      : { code: null, row };
  }

  private async castByCode(
    row: VoteRow,
    code: Elector,
    { address, challenge }: BallotRequest,
    contest: CachedContest,
  ): Promise<CastVoteResult> {
    const tried = { contestId: row.contestId, address, key: row.key, challenge };
    const isChecked = await this.guesses.assertMayTry(tried);
    return this.outcomeOf(row, code, contest, async () => {
      await this.guesses.noteWrong(tried, isChecked);
      const message = refusalTexts.ballot.unknownCode;
      return new AppError('NOT_ON_ELECTORATE', { message, errors: [{ field: 'ballotCode', message }] });
    });
  }

  /** Asked before the list is: what the list says about a number is told to its owner only. */
  private provenPhone(row: VoteRow, source: VoteRow['source'], token: string | undefined): Elector {
    const { phone, phoneDigest } = row;
    const isProven =
      phone !== null &&
      phoneDigest !== null &&
      isAssignedPhone(phone) &&
      (source === 'USSD' || this.tokens.proves(token, phoneDigest, this.clock.now()));
    if (!isProven) {
      throw new AppError('PHONE_NOT_VERIFIED', {
        message: refusalTexts.ballot.unproven,
      });
    }
    return { kind: 'PHONE', digest: phoneDigest };
  }

  private async outcomeOf(
    row: VoteRow,
    elector: Elector,
    contest: CachedContest,
    unknown: () => Promise<AppError>,
  ): Promise<CastVoteResult> {
    const now = this.clock.now();
    const changes = contest.facts.allowBallotChange ? MAX_BALLOT_CHANGES : 0;
    try {
      await this.hot.run(({ sql }) => write(sql, row, elector, changes, now));
    } catch (error) {
      if (!(error instanceof NothingWritten)) throw error;
      // The same request at the same time may have been the faster one.
      const earlier = await this.writer.earlierResult(row);
      if (earlier) return resultOrThrow(earlier);
      if (error.reason === 'elector') throw await unknown();
      if (error.reason === 'used') throw used(changes);
      throw await newerRefusal(row, this.directory, now);
    }
    this.writer.announce(row.contestId);
    return resultOf(row, now);
  }
}

async function write(
  sql: SqlRunner,
  row: VoteRow,
  elector: Elector,
  changes: number,
  now: Date,
): Promise<void> {
  // Before ballots and nominees, as those who delete nominees do: in another order the two would wait for each other.
  await sql.query('SELECT FROM contests WHERE id = $1 FOR SHARE', [row.contestId]);
  const { rows } = await sql.query<{ listed: boolean; claimed: boolean; replaced: string | null }>(CLAIM, [
    row.contestId,
    row.categoryId,
    elector.digest,
    elector.kind,
    row.id,
    now,
    changes,
  ]);
  const claim = rows[0];
  if (!claim?.listed) throw new NothingWritten('elector');
  if (!claim.claimed) throw new NothingWritten('used');
  if (claim.replaced) {
    await sql.query(
      `SELECT FROM votes v JOIN contestants p ON p.id = v.contestant_id WHERE v.id = $1 FOR UPDATE OF v FOR KEY SHARE OF p`,
      [claim.replaced],
    );
    await takeBackVote(sql, { voteId: claim.replaced, paymentId: null }, now);
  }
  const written = await writeVotes(sql, [row], now);
  if (!written.has(row.id)) throw new NothingWritten('vote');
}

function unlisted(row: VoteRow): AppError {
  const message = refusalTexts.ballot.notListed;
  return new AppError('NOT_ON_ELECTORATE', {
    message,
    ...(row.source !== 'USSD' && { errors: [{ field: 'voterPhone', message }] }),
  });
}

function used(changes: number): AppError {
  return changes === 0
    ? new AppError('BALLOT_USED')
    : new AppError('BALLOT_USED', {
        message: refusalTexts.ballot.changed(changes),
      });
}
