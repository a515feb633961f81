import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import {
  isUuid,
  MOST_FOUND,
  normalisePhone,
  type Page,
  type PaymentFilters,
  type PaymentView,
  type VoteFilters,
  type VoteRecordView,
} from '@abato/contracts';
import { sqlFile } from '@abato/database';
import { idsWithCode } from '@abato/platform';
import { VoteRecordsRepository } from '@abato/voting';
import { PaymentRecordsRepository } from './payment-records.repository.js';
import { storedCodeOf } from './receipt-codes.js';

const FIND = sqlFile(import.meta.url, './find-in-books.sql');
/** A shorter word would mean too many names. */
const SHORTEST_WORD = 2;

/** Searches the votes and payments of one contest. Whether the asker may see the contest is checked before. */
@Injectable()
export class BooksService {
  constructor(
    /** The pool of lists: casts do not wait for a search. */
    private readonly source: DataSource,
    private readonly votesOf: VoteRecordsRepository,
    private readonly paymentsOf: PaymentRecordsRepository,
  ) {}

  async searchVotes(
    contestId: string,
    search: string,
    filters: VoteFilters,
    page: Page,
  ): Promise<{ items: VoteRecordView[]; total: number }> {
    return this.votesOf.list(contestId, filters, page, await this.find(contestId, search));
  }

  /** All attempts to pay for the votes that were found. */
  async searchPayments(
    contestId: string,
    search: string,
    filters: PaymentFilters,
    page: Page,
  ): Promise<{ items: PaymentView[]; total: number }> {
    return this.paymentsOf.list(contestId, filters, page, await this.find(contestId, search));
  }

  private async find(contestId: string, search: string): Promise<string[]> {
    const free = idsWithCode(search);
    const rows: { id: string }[] = await this.source.query(FIND, [
      contestId,
      normalisePhone(search),
      search.toUpperCase(),
      storedCodeOf(search),
      isUuid(search) ? search : null,
      free?.from ?? null,
      free?.to ?? null,
      free?.tail ?? null,
      namesQuery(contestId, search),
      MOST_FOUND,
    ]);
    return rows.map(({ id }) => id);
  }
}

/** Every word begins a word of the name, and the vote is one of this contest. @returns null for a text without a word */
function namesQuery(contestId: string, search: string): string | null {
  const words = search.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  if (!words.some((word) => word.length >= SHORTEST_WORD)) return null;
  return [`'${contestId}'`, ...words.map((word) => `'${word.toLowerCase()}':*`)].join(' & ');
}
