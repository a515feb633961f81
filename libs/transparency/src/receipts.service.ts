import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { ThrottlingService } from '@abato/accounts';
import { normalisePhone, type Receipt, type ReceiptState } from '@abato/contracts';
import { sqlFile } from '@abato/database';
import { AppError, idsWithCode, networkOf, receiptCodeOf, storedCodeOf } from '@abato/platform';
import { voteCommitment } from './entry.js';
import { hashOfKey } from './hidden-entry.js';
import { ReceiptSigner } from './receipt-statement.js';
import { PublishedLog } from './published-log.service.js';

const FIND_RECEIPT = sqlFile(import.meta.url, './sql/find-receipt.sql');

type Entry = NonNullable<Receipt['entry']>;
interface Logged {
  index: number;
  entry: Entry;
}

interface Row {
  id: string;
  contest_id: string;
  status: string;
  voter_phone: string | null;
  created_at: Date;
  /** Null before the log or the cast made it, and once the voter is erased. */
  salt: Buffer | null;
  commitment: Buffer | null;
  is_erased: boolean;
  /** Null when the vote was not counted. */
  counted_at: Date | null;
  ends_at: Date;
  taken_back: Receipt['takenBack'];
  entries: Logged[];
  decisions: Receipt['decisions'];
  /** Keys that were revealed. */
  reveals: Logged[];
  roster: Receipt['roster'];
}

/** Where a receipt code's vote is in the public log (ADR 124). */
@Injectable()
export class Receipts {
  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly published: PublishedLog,
    private readonly attempts: ThrottlingService,
    private readonly signer: ReceiptSigner,
  ) {}

  /**
   * The salt, which opens the entry's commitment, is given to those who can open it: of a commitment to a number with that number, of one to the code to
   * those who have the code.
   * @param phone as the voter typed it
   * @throws AppError VOTE_NOT_FOUND for an unknown code, and for a wrong number; RATE_LIMITED
   */
  async find(code: string, phone: string | undefined, address: string): Promise<Receipt> {
    const row = await this.attempts.guard('receipt', [], address, () => this.lookUp(code));
    const proven = phone === undefined ? undefined : await this.saltFor(row, code, phone, address);
    const { log, state } = await this.stateOf(row);
    const [counted, ...later] = log;
    const salt = counted?.entry.ballot ? row.salt?.toString('base64') : proven;
    const checkpoint = counted ? await this.published.checkpoint(row.contest_id) : null;
    const { contest_id: contestId, counted_at: countedAt, ends_at: end } = row;
    const shown = idsWithCode(code) ? receiptCodeOf(row.id) : storedCodeOf(code);
    return {
      code: shown,
      contestId,
      state,
      castAt: row.created_at.toISOString(),
      index: counted?.index ?? null,
      entry: counted?.entry ?? null,
      later,
      decisions: row.decisions,
      reveals: revealsOf(log, row.reveals),
      roster: counted ? row.roster : [],
      checkpoint: checkpoint?.note ?? null,
      key: checkpoint?.verifierKey ?? null,
      statement:
        countedAt &&
        this.signer.sign({
          contestId,
          code: shown,
          countedAt,
          end,
          commitment: commitmentOf(row, shown),
        }),
      takenBack: row.taken_back,
      erased: row.is_erased,
      ...(counted && salt && { salt }),
    };
  }

  private async lookUp(code: string): Promise<Row> {
    const free = idsWithCode(code);
    const rows: Row[] = await this.source.query(FIND_RECEIPT, [
      storedCodeOf(code),
      free?.from ?? null,
      free?.to ?? null,
      free?.tail ?? null,
    ]);
    if (!rows[0]) throw new AppError('VOTE_NOT_FOUND');
    return rows[0];
  }

  /** Tries of numbers are tries to find a vote: the same limits, counted together with those. */
  private async saltFor(row: Row, code: string, phone: string, address: string): Promise<string | undefined> {
    const number = normalisePhone(phone) ?? phone;
    return this.attempts.guard(
      'findVote',
      [`phone ${number} from ${networkOf(address)}`, `reference ${storedCodeOf(code)}`],
      address,
      () => {
        if (row.voter_phone === null || row.voter_phone !== number) throw new AppError('VOTE_NOT_FOUND');
        return Promise.resolve(row.salt?.toString('base64'));
      },
    );
  }

  /** Entries are told only of a log that is public: their places tell how many votes were cast. */
  private async stateOf(row: Row): Promise<{ state: ReceiptState; log: Logged[] }> {
    if (!row.counted_at) return { state: row.status === 'PENDING' ? 'HELD' : 'NOT_COUNTED', log: [] };
    const visibility = await this.published.visibility(row.contest_id);
    if (visibility === 'none') return { state: 'HIDDEN', log: [] };
    if (visibility === 'hidden') return { state: 'HIDDEN', log: row.entries };
    return { state: row.entries.length ? 'LOGGED' : 'WAITING', log: row.entries };
  }
}

const textOf = (value: Entry[string] | undefined): string | null =>
  typeof value === 'string' ? value : null;

/** Base64. The entry decides; before it is written what is known of it, null where the log makes it. */
function commitmentOf({ entries, commitment, salt, voter_phone: phone }: Row, code: string): string | null {
  const { voter, ballot } = entries[0]?.entry ?? {};
  const known = commitment ?? (salt && voteCommitment(salt, phone, code));
  return textOf(voter ?? ballot) ?? known?.toString('base64') ?? null;
}

/** The keys that open the hidden ones among a vote's entries. */
function revealsOf(entries: readonly Logged[], reveals: readonly Logged[]): Logged[] {
  const named = new Set(entries.map(({ entry }) => entry.hiddenBy));
  return reveals.filter(({ entry }) => named.has(hashOfKey(Buffer.from(textOf(entry.key) ?? '', 'base64'))));
}
