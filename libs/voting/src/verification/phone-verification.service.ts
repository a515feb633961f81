import { createHash, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { IsNull, Repository } from 'typeorm';
import { type CachedContest, ContestDirectory, voteRefusal } from '@abato/contests';
import {
  CODE_AGAIN_MS,
  CODE_TRIES,
  CODE_VALID_MS,
  codeMissing,
  DIALLED_TOKEN_MS,
  isMobilePhone,
  normalisePhone,
  refusalTexts as t,
  type RequestedVerification,
  type RequestVerificationInput,
  type VoterToken,
  type WaitingVerification,
} from '@abato/contracts';
import { Transactions } from '@abato/database';
import { Queues, WakeUps } from '@abato/jobs';
import { verificationCode } from '@abato/messages';
import {
  AppError,
  type Clock,
  CLOCK,
  type Environment,
  ENVIRONMENT,
  newId,
  senderNetwork,
  SWITCHED_OFF,
} from '@abato/platform';
import {
  checkNumber,
  CODES_PER_NETWORK,
  codesPerDay,
  lockNumber,
  makeRoom,
  orderingNetwork,
  spend,
} from './code-budgets.js';
import type { VoterProofs } from '../intake/voter-proofs.js';
import { ProofOffers } from '../person-check/proof-offers.js';
import { newDialNumber } from './dialled-verifications.js';
import { PhoneVerification } from './phone-verification.entity.js';

/** Digests of networks are made as if there were one contest. What costs nothing has counts of its own. */
const BY_CHANNEL = { sms: 'verification', ussd: 'verification by dialling' } as const;

/**
 * How a code is ordered.
 * @property id of the request, made of the number; the same one again orders nothing while its code is valid
 * @property isPersonCheck the code takes the place of a person check, which contests without verified numbers ask for too
 */
export interface CodeOrder {
  id?: string;
  isPersonCheck?: boolean;
}

interface VerificationRow extends Pick<
  PhoneVerification,
  'contestId' | 'phone' | 'channel' | 'tries' | 'createdAt' | 'expiresAt'
> {
  isTry: boolean;
}

/**
 * Proves phone numbers by codes sent as SMS (ADR 117) or by dialling (ADR 117). Nothing here depends on whether a number has voted or was verified before, so an answer
 * tells nothing about a number but when codes were ordered for it in the last hour.
 */
@Injectable()
export class PhoneVerificationService {
  private readonly wakeUps: WakeUps;
  private readonly proofs: VoterProofs;

  constructor(
    private readonly transactions: Transactions,
    private readonly directory: ContestDirectory,
    private readonly offers: ProofOffers,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ENVIRONMENT) private readonly env: Environment,
    queues: Queues,
  ) {
    this.proofs = offers.proofs;
    this.wakeUps = new WakeUps(() => {
      // Lost: the worker's periodic check sends the code.
      queues.enqueue('sms', 'send-codes', {}, 'codes').catch(() => undefined);
    });
  }

  private get verifications(): Repository<PhoneVerification> {
    return this.transactions.manager.getRepository(PhoneVerification);
  }

  /**
   * Order a code for a number, or a number for the phone to dial. The second costs nothing and uses up no codes.
   * @throws AppError CONTEST_NOT_FOUND, CONFLICT where no number is verified, none can be dialled or no SMS be sent, why the contest takes no votes,
   *   PHONE_NOT_MOBILE, RATE_LIMITED, CODE_EXPIRED for an id whose code is not valid any more
   */
  async request(
    input: RequestVerificationInput,
    address: string,
    { id: given, isPersonCheck = false }: CodeOrder = {},
  ): Promise<RequestedVerification> {
    const contest = await this.verifying(input.contestId, isPersonCheck);
    const { facts } = contest;
    const phone = normalisePhone(input.phone) as string;
    if (!isMobilePhone(phone)) {
      const message = t.code.notMobile;
      throw new AppError('PHONE_NOT_MOBILE', { message, errors: [{ field: 'phone', message }] });
    }
    const { channel } = input;
    if (channel === 'ussd') this.assertDialled();
    else await this.assertSent(contest, address, isPersonCheck);
    const now = this.clock.now();
    const id = given ?? newId();
    let ussd: string | undefined;
    const expiresAt = new Date(now.getTime() + CODE_VALID_MS);
    const network =
      senderNetwork(address, this.env) === null
        ? null
        : this.proofs.secrets.voterDigest(BY_CHANNEL[channel], 'address', orderingNetwork(address));
    const ordered = this.transactions.run(async ({ manager }) => {
      await lockNumber(manager, phone);
      if (channel === 'sms') await checkNumber(manager, phone, now);
      // After the number, and in this order everywhere: a network's or contest's row is locked until the end.
      if (channel === 'sms') {
        await spend(manager, 'CONTEST', input.contestId, codesPerDay(this.env, facts.verification), now);
      }
      if (network) await spend(manager, 'NETWORK', network.toString('base64url'), CODES_PER_NETWORK, now);
      if (channel === 'ussd') await makeRoom(manager, phone, network, now);
      const number = channel === 'ussd' ? await newDialNumber(manager, phone, now) : null;
      if (number !== null) ussd = this.dialled(number);
      await manager.insert(PhoneVerification, {
        id,
        contestId: input.contestId,
        phone,
        channel,
        createdAt: now,
        expiresAt,
        ...(channel === 'sms' ? { nextAttemptAt: now } : { dialNumber: number, network }),
      });
    });
    try {
      await ordered;
    } catch (error) {
      // The same request, beside this one or before it, has ordered the code.
      const earlier = given && (await this.earlier(given, now));
      if (!earlier) throw error;
      return earlier;
    }
    if (channel === 'sms') this.wakeUps.wake('codes');
    return { id, expiresAt: expiresAt.toISOString(), ...(ussd !== undefined && { ussd }) };
  }

  private dialled(number: string): string {
    return `${this.env.USSD_CODE.replace(/#$/, '')}*7*${number}#`;
  }

  /**
   * What was ordered under this id; null for nothing.
   * @throws AppError CODE_EXPIRED when its code is not valid any more: an id is used once
   */
  private async earlier(id: string, now: Date): Promise<RequestedVerification | null> {
    const begun = await this.verifications.findOneBy({ id });
    if (!begun) return null;
    if (begun.expiresAt <= now) throw new AppError('CODE_EXPIRED');
    const ussd = begun.dialNumber && this.dialled(begun.dialNumber);
    return { id, expiresAt: begun.expiresAt.toISOString(), ...(ussd && { ussd }) };
  }

  /**
   * Try a code. The right one may be sent again while it is valid: an answer can get lost.
   * @throws AppError CODE_EXPIRED also for an id that was never given, RATE_LIMITED after five tries, CODE_WRONG
   */
  async confirm(id: string, code: string): Promise<VoterToken> {
    const now = this.clock.now();
    const row = await this.take(id, now);
    if (row?.channel === 'ussd') throw new AppError('CONFLICT', { message: t.code.byDialling });
    if (!row || row.expiresAt <= now) throw new AppError('CODE_EXPIRED');
    if (!row.isTry) {
      const againMs = row.createdAt.getTime() + CODE_AGAIN_MS - now.getTime();
      throw new AppError('RATE_LIMITED', {
        message: t.code.tooManyTries,
        retryAfter: Math.max(1, Math.ceil(againMs / 1000)),
      });
    }
    if (!isSame(code, verificationCode(this.proofs.secrets.verificationKey, id)))
      throw wrong(CODE_TRIES - row.tries);
    const token = await this.tokenFor(row);
    await this.verifications.update({ id, verifiedAt: IsNull() }, { verifiedAt: now });
    return token;
  }

  /**
   * Ask whether the phone has dialled. Only the browser that began the verification knows its id.
   * @throws AppError CODE_EXPIRED also for an id that was never given, VALIDATION_FAILED where a code was sent
   */
  async check(id: string): Promise<VoterToken | WaitingVerification> {
    const begun = await this.verifications.findOneBy({ id });
    if (begun?.channel === 'sms')
      throw new AppError('VALIDATION_FAILED', { errors: [{ field: 'code', message: codeMissing }] });
    const now = this.clock.now().getTime();
    if (!begun || !isAlive(begun, now)) throw new AppError('CODE_EXPIRED');
    if (!begun.verifiedAt) return { waiting: true, expiresAt: begun.expiresAt.toISOString() };
    return this.tokenFor(begun);
  }

  private async tokenFor({
    contestId,
    phone,
  }: Pick<PhoneVerification, 'contestId' | 'phone'>): Promise<VoterToken> {
    // Why a number is proven was decided when that was begun.
    const { endDate } = (await this.verifying(contestId, true)).facts;
    const digest = this.proofs.secrets.voterDigest(contestId, 'phone', phone);
    return { voterToken: this.proofs.tokens.issue(digest, endDate), expiresAt: endDate.toISOString() };
  }

  private assertDialled(): void {
    if (!this.env.USSD_SECRET) throw new AppError('CONFLICT', { message: t.code.noDialling });
  }

  /** A code costs money: in an open contest one is sent only where a vote needs it. Dialling costs nothing. */
  private async assertSent(contest: CachedContest, address: string, isPersonCheck: boolean): Promise<void> {
    if (this.env.SMS_API_KEY === SWITCHED_OFF) throw new AppError('CONFLICT', { message: t.code.notSent });
    const isOpen = contest.facts.verification === 'OPEN' && !isPersonCheck;
    if (isOpen && !(await this.offers.asksForNumbers(contest, address)))
      throw new AppError('CONFLICT', { message: t.code.notAsked });
  }

  /** Take one try, before the code is looked at: many at once are counted too. @returns null for an unknown id */
  private async take(id: string, now: Date): Promise<VerificationRow | null> {
    const rows: VerificationRow[] = await this.verifications.query(
      `WITH tried AS (
         UPDATE phone_verifications SET tries = tries + 1
         WHERE id = $1 AND tries < $2 AND expires_at > $3 AND channel = 'sms'
         RETURNING id, tries
       )
       SELECT v.contest_id AS "contestId", v.phone, v.channel, coalesce(t.tries, v.tries) AS tries, v.created_at AS "createdAt",
         v.expires_at AS "expiresAt", t.id IS NOT NULL AS "isTry"
       FROM phone_verifications v LEFT JOIN tried t ON t.id = v.id WHERE v.id = $1`,
      [id, CODE_TRIES, now],
    );
    return rows[0] ?? null;
  }

  /**
   * A free contest that takes votes now and counts only those of verified numbers, or asks for proofs of numbers behind a busy address.
   * @param isPersonCheck whether other free contests are taken too
   */
  private async verifying(contestId: string, isPersonCheck: boolean): Promise<CachedContest> {
    const contest = await this.directory.find(contestId);
    if (!contest || contest.facts.status === 'DRAFT') throw new AppError('CONTEST_NOT_FOUND');
    const { facts, hostIsActive } = contest;
    const asks = facts.verification !== 'OPEN' || facts.addressProof || isPersonCheck;
    if (!asks || facts.votePricePesewas > 0) {
      throw new AppError('CONFLICT', { message: t.code.notAsked });
    }
    const refusal = voteRefusal(facts, hostIsActive, this.clock.now());
    if (refusal) throw new AppError(refusal);
    return contest;
  }
}

/** Waiting while it is valid, and for a while longer once the phone has dialled in time: browsers sleep meanwhile. */
function isAlive({ createdAt, expiresAt, verifiedAt }: PhoneVerification, now: number): boolean {
  return now < (verifiedAt ? createdAt.getTime() + DIALLED_TOKEN_MS : expiresAt.getTime());
}

/** Takes the same time wherever the first wrong digit is. */
function isSame(given: string, expected: string): boolean {
  const [one, other] = [given, expected].map((text) => createHash('sha256').update(text).digest());
  return timingSafeEqual(one as Buffer, other as Buffer);
}

function wrong(left: number): AppError {
  const message = left === 0 ? t.code.wrongLast : t.code.wrong(left);
  return new AppError('CODE_WRONG', { message, errors: [{ field: 'code', message }] });
}
