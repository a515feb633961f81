import { createHash, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type CachedContest, ContestDirectory, voteRefusal } from '@abato/contests';
import {
  CODE_AGAIN_MS,
  CODE_TRIES,
  CODE_VALID_MS,
  isMobilePhone,
  normalisePhone,
  type RequestedVerification,
  type RequestVerificationInput,
  type VoterToken,
} from '@abato/contracts';
import { Queues, WakeUps } from '@abato/jobs';
import { verificationCode } from '@abato/messages';
import {
  AppError,
  type Clock,
  CLOCK,
  type Environment,
  ENVIRONMENT,
  newId,
  Secrets,
  senderNetwork,
} from '@abato/platform';
import { checkNumber, CODES_PER_NETWORK, orderingNetwork, spend } from './code-budgets.js';
import { VoterTokens } from './voter-tokens.js';

/** Digests of networks are made as if there were one contest. */
const ALL_CONTESTS = 'verification';

interface VerificationRow {
  contest_id: string;
  phone: string;
  tries: number;
  created_at: Date;
  expires_at: Date;
  is_try: boolean;
}

/**
 * Proves phone numbers by codes sent as SMS (ADR 118). Nothing here depends on whether a number has voted or was verified before, so an answer
 * tells nothing about a number but when codes were ordered for it in the last hour.
 */
@Injectable()
export class PhoneVerificationService {
  private readonly tokens: VoterTokens;
  private readonly wakeUps: WakeUps;

  constructor(
    private readonly source: DataSource,
    private readonly directory: ContestDirectory,
    private readonly secrets: Secrets,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ENVIRONMENT) private readonly env: Environment,
    queues: Queues,
  ) {
    this.tokens = new VoterTokens(secrets.verificationKey);
    this.wakeUps = new WakeUps(() => {
      // Lost: the worker's periodic check sends the code.
      queues.poke('sms', 'send-codes', {}, 'codes').catch(() => undefined);
    });
  }

  /**
   * Order a code for a number.
   * @throws AppError CONTEST_NOT_FOUND, CONFLICT where no number is verified, why the contest takes no votes, PHONE_NOT_MOBILE, RATE_LIMITED
   */
  async request(input: RequestVerificationInput, address: string): Promise<RequestedVerification> {
    await this.verifying(input.contestId);
    const phone = normalisePhone(input.phone) as string;
    if (!isMobilePhone(phone)) {
      const message = 'Codes can only be sent to mobile numbers of Ghana.';
      throw new AppError('PHONE_NOT_MOBILE', { message, errors: [{ field: 'phone', message }] });
    }
    const now = this.clock.now();
    const id = newId();
    const expiresAt = new Date(now.getTime() + CODE_VALID_MS);
    const network = senderNetwork(address, this.env);
    await this.source.transaction(async (manager) => {
      await checkNumber(manager, phone, now);
      // After the number, and in this order everywhere: a network's or contest's row is locked until the end.
      await spend(manager, 'CONTEST', input.contestId, this.env.SMS_CODES_PER_CONTEST, now);
      if (network !== null) {
        const digest = this.secrets.voterDigest(ALL_CONTESTS, 'address', orderingNetwork(address));
        await spend(manager, 'NETWORK', digest.toString('base64url'), CODES_PER_NETWORK, now);
      }
      await manager.query(
        `INSERT INTO phone_verifications (id, contest_id, phone, created_at, expires_at, next_attempt_at)
         VALUES ($1, $2, $3, $4, $5, $4)`,
        [id, input.contestId, phone, now, expiresAt],
      );
    });
    this.wakeUps.wake('codes');
    return { id, expiresAt: expiresAt.toISOString() };
  }

  /**
   * Try a code. The right one may be sent again while it is valid: an answer can get lost.
   * @throws AppError CODE_EXPIRED also for an id that was never given, RATE_LIMITED after five tries, CODE_WRONG
   */
  async confirm(id: string, code: string): Promise<VoterToken> {
    const now = this.clock.now();
    const row = await this.take(id, now);
    if (!row || row.expires_at <= now) throw new AppError('CODE_EXPIRED');
    if (!row.is_try) {
      const againMs = row.created_at.getTime() + CODE_AGAIN_MS - now.getTime();
      throw new AppError('RATE_LIMITED', {
        message: 'Too many wrong codes. Please request a new one.',
        retryAfter: Math.max(1, Math.ceil(againMs / 1000)),
      });
    }
    if (!isSame(code, verificationCode(this.secrets.verificationKey, id)))
      throw wrong(CODE_TRIES - row.tries);
    const contest = await this.verifying(row.contest_id);
    await this.source.query(
      'UPDATE phone_verifications SET verified_at = $2 WHERE id = $1 AND verified_at IS NULL',
      [id, now],
    );
    const { endDate } = contest.facts;
    const digest = this.secrets.voterDigest(row.contest_id, 'phone', row.phone);
    return { voterToken: this.tokens.issue(digest, endDate), expiresAt: endDate.toISOString() };
  }

  /** Take one try, before the code is looked at: many at once are counted too. @returns null for an unknown id */
  private async take(id: string, now: Date): Promise<VerificationRow | null> {
    const rows: VerificationRow[] = await this.source.query(
      `WITH tried AS (
         UPDATE phone_verifications SET tries = tries + 1 WHERE id = $1 AND tries < $2 AND expires_at > $3
         RETURNING id, tries
       )
       SELECT v.contest_id, v.phone, coalesce(t.tries, v.tries) AS tries, v.created_at, v.expires_at, t.id IS NOT NULL AS is_try
       FROM phone_verifications v LEFT JOIN tried t ON t.id = v.id WHERE v.id = $1`,
      [id, CODE_TRIES, now],
    );
    return rows[0] ?? null;
  }

  /** A contest that takes votes now and counts only those of verified numbers. */
  private async verifying(contestId: string): Promise<CachedContest> {
    const contest = await this.directory.find(contestId);
    if (!contest || contest.facts.status === 'DRAFT') throw new AppError('CONTEST_NOT_FOUND');
    const { facts, hostIsActive } = contest;
    if (facts.verification !== 'PHONE' || facts.votePricePesewas > 0) {
      throw new AppError('CONFLICT', { message: 'This contest does not ask for verified phone numbers.' });
    }
    const refusal = voteRefusal({ ...facts, hostIsActive }, this.clock.now());
    if (refusal) throw new AppError(refusal);
    return contest;
  }
}

/** Takes the same time wherever the first wrong digit is. */
function isSame(given: string, expected: string): boolean {
  const [one, other] = [given, expected].map((text) => createHash('sha256').update(text).digest());
  return timingSafeEqual(one as Buffer, other as Buffer);
}

function wrong(left: number): AppError {
  const rest = left === 0 ? 'Please request a new one.' : `${left} ${left === 1 ? 'try' : 'tries'} left.`;
  const message = `This code is not right. ${rest}`;
  return new AppError('CODE_WRONG', { message, errors: [{ field: 'code', message }] });
}
