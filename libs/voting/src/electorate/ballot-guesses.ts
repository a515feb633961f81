import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { HOT_POOL } from '@abato/database';
import {
  AppError,
  type Clock,
  CLOCK,
  type Environment,
  ENVIRONMENT,
  Secrets,
  senderNetwork,
} from '@abato/platform';
import { PersonChecks } from '../person-check/person-checks.js';
import { orderingNetwork } from '../verification/code-budgets.js';

/**
 * Wrong codes of one network in an hour; from then on each try from it needs a solved person check. It is not refused: carriers put
 * thousands of voters behind one address.
 */
export const WRONG_CODES_PER_NETWORK = 100;
/** The same for all networks of one contest together. */
export const WRONG_CODES_PER_CONTEST = 1_000;
/** Tries of one solved check: the first answer may be lost. */
const TRIES_PER_CHECK = 5;
const HOUR_MS = 3_600_000;
const WHOLE_CONTEST = Buffer.alloc(0);

/** What a try to vote with a ballot code comes with. */
export interface BallotTry {
  contestId: string;
  /** null for a gateway's request. */
  address: string | null;
  /** The idempotency key, which a person check is for. */
  key: string;
  challenge: string | undefined;
}

/**
 * Limits the guessing of ballot codes: 40 random bits, and a person check for each try once a network had 100 wrong ones in an hour or a
 * contest 1,000 (ADR 134). Wrong codes close neither a contest nor a network: that would let anyone end the election of a campus.
 */
@Injectable()
export class BallotGuesses {
  constructor(
    @Inject(HOT_POOL) private readonly pool: pg.Pool,
    @Inject(ENVIRONMENT) private readonly env: Environment,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly secrets: Secrets,
    private readonly checks: PersonChecks,
  ) {}

  /**
   * @returns whether the try comes with a person check
   * @throws AppError CHALLENGE_REQUIRED where codes are guessed, IDEMPOTENCY_KEY_REUSED when the check's tries are used up
   */
  async assertMayTry(tried: BallotTry): Promise<boolean> {
    const network = this.networkOf(tried);
    const since = this.hour();
    const { rows } = await this.pool.query<{ network: Buffer; wrong: number }>(
      'SELECT network, wrong FROM ballot_guesses WHERE contest_id = $1 AND since = $2 AND network = ANY($3)',
      [tried.contestId, since, network ? [WHOLE_CONTEST, network] : [WHOLE_CONTEST]],
    );
    const wrongOf = (of: Buffer): number => rows.find((row) => row.network.equals(of))?.wrong ?? 0;
    const isGuessing = network !== null && wrongOf(network) >= WRONG_CODES_PER_NETWORK;
    if (!isGuessing && wrongOf(WHOLE_CONTEST) < WRONG_CODES_PER_CONTEST) return false;
    const { challenge, contestId, key } = tried;
    if (!challenge || !(await this.checks.proves(challenge, contestId, key)))
      throw new AppError('CHALLENGE_REQUIRED');
    // A wrong code uses up no idempotency key, so the check's tries are counted here.
    const check = this.secrets.voterDigest(contestId, 'ballot', `check ${key}`);
    if (!(await this.spend(contestId, check, TRIES_PER_CHECK))) throw new AppError('IDEMPOTENCY_KEY_REUSED');
    return true;
  }

  /**
   * Count a wrong code. The answer that it is wrong may be given afterwards only.
   * @param isChecked what `assertMayTry` returned for the try
   * @throws AppError CHALLENGE_REQUIRED when the network has had its wrong codes meanwhile
   */
  async noteWrong(tried: BallotTry, isChecked: boolean): Promise<void> {
    const network = this.networkOf(tried);
    const isCounted = !network || (await this.spend(tried.contestId, network, WRONG_CODES_PER_NETWORK));
    if (!isCounted && !isChecked) throw new AppError('CHALLENGE_REQUIRED');
    await this.spend(tried.contestId, WHOLE_CONTEST, WRONG_CODES_PER_CONTEST);
    await this.pool.query('DELETE FROM ballot_guesses WHERE contest_id = $1 AND since < $2', [
      tried.contestId,
      this.hour(),
    ]);
  }

  /** @returns false when the most were counted before, also by requests at the same time */
  private async spend(contestId: string, network: Buffer, most: number): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      `INSERT INTO ballot_guesses AS g (contest_id, network, since, wrong) VALUES ($1, $2, $3, 1)
       ON CONFLICT (contest_id, network, since) DO UPDATE SET wrong = g.wrong + 1 WHERE g.wrong < $4`,
      [contestId, network, this.hour(), most],
    );
    return rowCount === 1;
  }

  /** null where addresses do not count. */
  private networkOf({ address, contestId }: BallotTry): Buffer | null {
    if (address === null || senderNetwork(address, this.env) === null) return null;
    return this.secrets.voterDigest(contestId, 'address', orderingNetwork(address));
  }

  /** Hours of UTC. */
  private hour(): Date {
    return new Date(Math.floor(this.clock.now().getTime() / HOUR_MS) * HOUR_MS);
  }
}
