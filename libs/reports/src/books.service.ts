import { Inject, Injectable } from '@nestjs/common';
import { type Actor, recordBy, ownerScope } from '@abato/accounts';
import { ContestsRepository } from '@abato/contests';
import {
  type BookEntry,
  isUuid,
  MOST_FOUND,
  MOST_LOOKED_AT,
  normalisePhone,
  type Page,
  type PaymentFilters,
  type PaymentView,
  type VoteFilters,
  type VoteRecordView,
} from '@abato/contracts';
import { asView, idsOfDay, sqlFile, Transactions } from '@abato/database';
import { type Clock, CLOCK, idsWithCode, storedCodeOf } from '@abato/platform';
import { VoteRecordsRepository } from '@abato/voting';
import { PaymentRecordsRepository } from './payment-records.repository.js';

const FIND = sqlFile(import.meta.url, './find-in-books.sql');
const FIND_BY_CODE = sqlFile(import.meta.url, './find-by-code.sql');
/** A shorter word would mean too many names. */
const SHORTEST_WORD = 2;
const DAY_MS = 86_400_000;
const ALL_TIME = { from: '00000000-0000-0000-0000-000000000000', to: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

const validEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim());

/** Searches the votes and payments of one contest, and finds votes by their codes in all that the actor may see. */
@Injectable()
export class BooksService {
  constructor(
    private readonly db: Transactions,
    private readonly contests: ContestsRepository,
    private readonly votesOf: VoteRecordsRepository,
    private readonly paymentsOf: PaymentRecordsRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * A search by a whole phone number or e-mail address asks what a person did: it is written to the audit log, without the number (ADR 74).
   * @param place the contest that is searched; null: all that the actor may see
   */
  private async recordSearch(
    actor: Actor,
    search: string,
    place: { in: string; contestId: string | null },
  ): Promise<void> {
    const by = normalisePhone(search) ? 'phone' : validEmail(search) ? 'email' : null;
    if (!by) return;
    await recordBy(
      this.db,
      actor,
      this.clock.now(),
      'person.search',
      [place.contestId ? 'contest' : 'user', place.contestId ?? actor.id],
      { in: place.in, by },
    );
  }

  /** @throws AppError CONTEST_NOT_FOUND, BALLOTS_ARE_SECRET */
  async searchVotes(
    actor: Actor,
    contestId: string,
    { search, ...filters }: VoteFilters & { search: string },
    page: Page,
  ): Promise<{ items: VoteRecordView[]; total: number }> {
    await this.contests.assertVisible(actor, contestId);
    await this.recordSearch(actor, search, { in: 'votes', contestId });
    const found = await this.find(contestId, search, filters.day);
    return this.votesOf.list(actor, contestId, filters, page, found);
  }

  /** All attempts to pay for the votes that were found. @throws AppError CONTEST_NOT_FOUND */
  async searchPayments(
    actor: Actor,
    contestId: string,
    { search, ...filters }: PaymentFilters & { search: string },
    page: Page,
  ): Promise<{ items: PaymentView[]; total: number }> {
    await this.paymentsOf.assertInBooks(actor, contestId);
    await this.recordSearch(actor, search, { in: 'payments', contestId });
    const { day } = filters;
    // A vote that was cast before midnight may have been paid after it.
    const votesFrom = day && new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10);
    const found = await this.find(contestId, search, day, votesFrom);
    return this.paymentsOf.list(actor, contestId, filters, page, found);
  }

  /** The votes that a reference or a receipt code names, in all contests that the actor may see; nearly always none or one. */
  async findByCode(actor: Actor, search: string): Promise<BookEntry[]> {
    await this.recordSearch(actor, search, { in: 'codes', contestId: null });
    const free = idsWithCode(search);
    const { rows } = await this.db.query(FIND_BY_CODE, [
      search.toUpperCase(),
      storedCodeOf(search),
      free?.from ?? null,
      free?.to ?? null,
      free?.tail ?? null,
      ownerScope(actor),
    ]);
    return asView<BookEntry[]>(rows);
  }

  /** @param day of the votes whose phones and names are looked at, or the last of these days */
  private async find(
    contestId: string,
    search: string,
    day?: string | null,
    firstDay = day,
  ): Promise<string[]> {
    const free = idsWithCode(search);
    const from = firstDay ? idsOfDay(firstDay).from : ALL_TIME.from;
    const to = day ? idsOfDay(day).to : ALL_TIME.to;
    const { rows } = await this.db.query<{ id: string }>(FIND, [
      contestId,
      normalisePhone(search),
      search.toUpperCase(),
      storedCodeOf(search),
      isUuid(search) ? search : null,
      free?.from ?? null,
      free?.to ?? null,
      free?.tail ?? null,
      namesQuery(search),
      MOST_FOUND,
      from,
      to,
      MOST_LOOKED_AT,
    ]);
    return rows.map(({ id }) => id);
  }
}

/** Every word begins a word of the name. @returns null for a text without a word */
function namesQuery(search: string): string | null {
  const words = search.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  if (!words.some((word) => word.length >= SHORTEST_WORD)) return null;
  return words.map((word) => `'${word.toLowerCase()}':*`).join(' & ');
}
