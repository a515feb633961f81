import { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { assertNoSecretBallots, Contest, ContestsRepository } from '@abato/contests';
import { cedisFromPesewas, maskEmail, maskPhone, type PaymentStateName } from '@abato/contracts';
import {
  AppError,
  type Cell,
  CSV_BYTE_ORDER_MARK,
  csvLine,
  slugOf,
  xlsxOf,
  type Clock,
  CLOCK,
} from '@abato/platform';
import { PAYMENT_STATES } from '@abato/payments';
import { type CountedNow, joinCountedNow } from '@abato/voting';
import type { Actor } from '@abato/accounts';
import { PaymentRecordsRepository } from './payment-records.repository.js';

/** Rows read at once: memory stays the same for a thousand votes and for ten million. */
const PAGE = 2_000;
const LOWEST_ID = '00000000-0000-0000-0000-000000000000';

const COLUMNS = {
  votes:
    'Vote,Cast at (UTC),Category,Contestant,Votes,Amount (GHS),Status,Source,Name,E-mail,Phone,Votes counted now,Returned (GHS),Net (GHS),Not paid (GHS)'.split(
      ',',
    ),
  payments:
    'Reference,Begun at (UTC),Paid at (UTC),Amount (GHS),Fees (GHS),Method,Channel,Status,State,Contestant,Votes,Name,Phone,Reason,Votes counted now,Returned (GHS),Net (GHS),Not paid (GHS)'.split(
      ',',
    ),
};
/** A spreadsheet file is made in memory; the CSV file has no bound. */
const MOST_XLSX_ROWS = 20_000;

interface VoteExportRow extends CountedNow {
  id: string;
  created_at: Date;
  category: string;
  contestant: string;
  vote_count: number;
  amount_pesewas: number;
  status: string;
  source: string;
  voter_name: string | null;
  voter_email: string | null;
  voter_phone: string | null;
}

interface PaymentExportRow {
  counted_votes: number | null;
  returned: number;
  taken: number;
  id: string;
  reference: string;
  created_at: Date;
  paid_at: Date | null;
  amount_pesewas: number;
  fees_pesewas: number | null;
  method: string;
  channel: string | null;
  state: PaymentStateName;
  contestant: string | null;
  vote_count: number | null;
  voter_name: string | null;
  phone_number: string | null;
  reason: string | null;
}

type ExportKind = keyof typeof COLUMNS;
type ExportFormat = 'csv' | 'xlsx';

/** Votes and payments of a contest as files for spreadsheets, oldest first. Voters are masked. */
@Injectable()
export class ExportsRepository {
  static readonly COLUMNS = COLUMNS;

  constructor(
    private readonly source: DataSource,
    private readonly contests: ContestsRepository,
    private readonly books: PaymentRecordsRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * A file of a contest, read and sent page by page as CSV.
   * @throws AppError CONTEST_NOT_FOUND; BALLOTS_ARE_SECRET for votes of an election; CONFLICT above 20,000 rows of XLSX
   */
  async file(
    actor: Actor,
    contestId: string,
    kind: ExportKind,
    format: ExportFormat,
  ): Promise<{ name: string; body: Readable | Buffer }> {
    if (kind === 'votes') {
      await this.contests.assertVisible(actor, contestId);
      await assertNoSecretBallots(this.source, contestId);
    } else await this.books.assertInBooks(actor, contestId);
    const body =
      format === 'csv'
        ? Readable.from(csvOf(COLUMNS[kind], this[kind](contestId)))
        : await this.xlsx(contestId, kind);
    return { name: await this.fileName(contestId, kind, format), body };
  }

  /**
   * A file name that no other contest, kind or day has: title, end of the id, kind and day. The end, because ids begin with their time.
   */
  private async fileName(contestId: string, kind: ExportKind, format: ExportFormat): Promise<string> {
    const day = this.clock.now().toISOString().slice(0, 10);
    const contest = await this.source.getRepository(Contest).findOneBy({ id: contestId });
    const slug = slugOf(contest?.title ?? '') || 'contest';
    return `${slug}-${contestId.slice(-8)}-${kind}-${day}.${format}`;
  }

  /** @throws AppError CONFLICT above 20,000 rows */
  private async xlsx(contestId: string, kind: ExportKind): Promise<Buffer> {
    const all: Cell[][] = [];
    for await (const rows of this[kind](contestId)) {
      all.push(...rows);
      if (all.length > MOST_XLSX_ROWS)
        throw new AppError(
          'CONFLICT',
          `An Excel file holds at most ${MOST_XLSX_ROWS.toLocaleString('en-US')} rows. Please download the CSV file.`,
        );
    }
    return xlsxOf(COLUMNS[kind], all);
  }

  /** Votes for archived contestants are left out, as in every list and sum that readers see (ADR 20). */
  private async *votes(contestId: string): AsyncGenerator<Cell[][]> {
    const pages = this.pages<VoteExportRow>(
      `SELECT v.id, v.created_at, k.name AS category, p.name AS contestant, v.vote_count,
         coalesce(now.counted_money, v.amount_pesewas) AS amount_pesewas, v.status, v.source,
         v.voter_name, v.voter_email, v.voter_phone, now.counted_votes, now.returned_money
       FROM votes v ${joinCountedNow('v.id')} JOIN visible_contestants s ON s.id = v.contestant_id
         JOIN categories k ON k.id = v.category_id JOIN contestants p ON p.id = v.contestant_id
       WHERE v.contest_id = $1 AND v.id > $2 ORDER BY v.id LIMIT $3`,
      contestId,
    );
    for await (const rows of pages)
      yield rows.map((row) => {
        const paid = row.status === 'COMPLETED' ? row.amount_pesewas : 0;
        return [
          row.id,
          row.created_at,
          row.category,
          row.contestant,
          row.vote_count,
          cedisFromPesewas(paid),
          row.status,
          row.source,
          row.voter_name,
          row.voter_email && maskEmail(row.voter_email),
          row.voter_phone && shownPhone(row.voter_phone),
          row.counted_votes,
          cedisFromPesewas(row.returned_money),
          cedisFromPesewas(paid - row.returned_money),
          cedisFromPesewas(row.amount_pesewas - paid),
        ];
      });
  }

  private async *payments(contestId: string): AsyncGenerator<Cell[][]> {
    const pages = this.pages<PaymentExportRow>(
      `SELECT y.id, y.reference, y.created_at, y.paid_at, y.amount_pesewas, m.taken, m.returned, y.fees_pesewas, y.method, y.channel,
         y.state, p.name AS contestant, v.vote_count, v.voter_name, y.phone_number, y.reason,
         CASE WHEN y.state IN ('COMPLETED', 'DISPUTED') THEN now.counted_votes ELSE 0 END AS counted_votes
       FROM payments y JOIN payment_money m ON m.payment_id = y.id ${joinCountedNow('y.vote_id')}
         LEFT JOIN votes v ON v.id = y.vote_id LEFT JOIN contestants p ON p.id = v.contestant_id
       WHERE y.contest_id = $1 AND y.id > $2 ORDER BY y.id LIMIT $3`,
      contestId,
    );
    for await (const rows of pages)
      yield rows.map((row) => {
        const isPaid = !['open', 'soft-failed'].includes(PAYMENT_STATES[row.state].kind);
        const fees = isPaid ? (row.fees_pesewas ?? 0) : 0;
        return [
          row.reference,
          row.created_at,
          row.paid_at,
          cedisFromPesewas(row.taken),
          row.fees_pesewas === null ? null : cedisFromPesewas(row.fees_pesewas),
          row.method,
          row.channel,
          PAYMENT_STATES[row.state].outward,
          row.state,
          row.contestant,
          row.vote_count,
          row.voter_name,
          row.phone_number && shownPhone(row.phone_number),
          row.reason,
          row.counted_votes,
          cedisFromPesewas(row.returned),
          cedisFromPesewas(row.taken - row.returned - fees),
          cedisFromPesewas(isPaid ? 0 : row.amount_pesewas),
        ];
      });
  }

  /** Keyset pages by id: neither a cursor held open nor rows skipped. */
  private async *pages<Row extends { id: string }>(sql: string, contestId: string): AsyncGenerator<Row[]> {
    for (let after = LOWEST_ID; ;) {
      const rows: Row[] = await this.source.query(sql, [contestId, after, PAGE]);
      if (rows.length) yield rows;
      if (rows.length < PAGE) return;
      after = rows.at(-1)?.id ?? after;
    }
  }
}

async function* csvOf(columns: readonly string[], pages: AsyncGenerator<Cell[][]>): AsyncGenerator<string> {
  yield CSV_BYTE_ORDER_MARK + csvLine(columns);
  for await (const rows of pages) yield rows.map(csvLine).join('');
}

/** Masked, and without the plus that spreadsheets take for the beginning of a formula. */
const shownPhone = (e164: string): string => maskPhone(e164).replace('+233 ', '0');
