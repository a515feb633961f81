import { createHash, randomInt } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { type EntityManager, MoreThan, Not, IsNull } from 'typeorm';
import { ContestDirectory } from '@abato/contests';
import { CODE_TRIES, CODE_VALID_MS, DIAL_NUMBER_LENGTH } from '@abato/contracts';
import { sqlFile, Transactions } from '@abato/database';
import { LivePublisher } from '@abato/live';
import { type Clock, CLOCK } from '@abato/platform';
import { PhoneVerification } from './phone-verification.entity.js';

const CONFIRM = sqlFile(import.meta.url, './confirm-dialled.sql');
const NUMBERS = 10 ** DIAL_NUMBER_LENGTH;
/** Numbers of a phone that a new one differs from. Bounded: strangers may ask for any number of them. */
const MOST_AVOIDED = 20;

/** The name by which processes tell each other of a verification: its id gives a token and stays a secret of its browser. */
export function verificationRoom(id: string): string {
  return createHash('sha256').update(`verification|${id.toLowerCase()}`).digest('base64url').slice(0, 22);
}

/**
 * A number for a phone to dial that is not one of those it was given and that are valid or ended a short while ago: a page may still show
 * those, and dialling one must not confirm another page. The phone must be locked.
 */
export async function newDialNumber(
  manager: EntityManager,
  phone: string,
  now: Date,
  random: (numbers: number) => number = randomInt,
): Promise<string> {
  const shown = await manager.find(PhoneVerification, {
    where: { phone, dialNumber: Not(IsNull()), expiresAt: MoreThan(new Date(now.getTime() - CODE_VALID_MS)) },
    order: { expiresAt: 'DESC' },
    take: MOST_AVOIDED,
  });
  const given = new Set(shown.map(({ dialNumber }) => dialNumber));
  for (;;) {
    const number = String(random(NUMBERS)).padStart(DIAL_NUMBER_LENGTH, '0');
    if (!given.has(number)) return number;
  }
}

/** Verifications that a phone confirms by dialling (ADR 117). The network vouches for the phone's number. */
@Injectable()
export class DialledVerifications {
  constructor(
    private readonly db: Transactions,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly directory: ContestDirectory,
    private readonly live: LivePublisher,
  ) {}

  /**
   * Confirm what a phone has dialled. The same again answers the same. A wrong number takes one try of every verification that waits for
   * this phone.
   * @param phone E.164, as the network says
   * @param session the USSD session's key, a UUID
   * @returns the contest's title, or null for a number that is wrong, expired, of another phone or out of tries: all the same
   */
  async confirm(phone: string, dialled: string, session: string): Promise<string | null> {
    const { rows } = await this.db.query<{ id: string; contest_id: string }>(CONFIRM, [
      phone,
      dialled,
      this.clock.now(),
      session,
      CODE_TRIES,
    ]);
    const [row] = rows;
    if (!row) return null;
    await this.live.publish('verification', { room: verificationRoom(row.id) });
    return this.titleOf(row.contest_id);
  }

  /** What a session has confirmed before its state was lost. @returns the contest's title, or null */
  async confirmedBy(phone: string, session: string): Promise<string | null> {
    const { rows } = await this.db.query<{ contest_id: string }>(
      'SELECT contest_id FROM phone_verifications WHERE phone = $1 AND dialled_by = $2',
      [phone, session],
    );
    return rows[0] ? this.titleOf(rows[0].contest_id) : null;
  }

  private async titleOf(contestId: string): Promise<string> {
    return (await this.directory.find(contestId))?.facts.title ?? '';
  }
}
