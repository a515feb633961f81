import { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { assertNoSecretBallots, Contest, ContestsRepository } from '@abato/contests';
import { cedisFromPesewas, maskEmail, maskPhone } from '@abato/contracts';
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
import { PAYMENT_STATES, statesOf } from '@abato/payments';
import { joinCountedNow } from '@abato/voting';
import type { Actor } from '@abato/accounts';
import { PaymentRecordsRepository } from './payment-records.repository.js';

/** Rows read at once: memory stays the same for a thousand votes and for ten million. */
const PAGE = 2_000;
const LOWEST_ID = '00000000-0000-0000-0000-000000000000';

/** The columns of each file, and the SQL of their values. Amounts are in pesewas until they are written (`cellOf`). */
const COLUMNS = {
  votes: {
    Vote: 'v.id',
    'Cast at (UTC)': 'v.created_at',
    Category: 'k.name',
    Contestant: 'p.name',
    Votes: 'v.vote_count',
    'Amount (GHS)': 'f.paid',
    Status: 'v.status',
    Source: 'v.source',
    Name: 'v.voter_name',
    'E-mail': 'v.voter_email',
    Phone: 'v.voter_phone',
    'Votes counted now': 'now.counted_votes',
    'Returned (GHS)': 'now.returned_money',
    'Net (GHS)': 'f.paid - now.returned_money',
    'Not paid (GHS)': 'f.amount - f.paid',
  },
  payments: {
    Reference: 'y.reference',
    'Begun at (UTC)': 'y.created_at',
    'Paid at (UTC)': 'y.paid_at',
    'Amount (GHS)': 'm.taken',
    'Fees (GHS)': 'y.fees_pesewas',
    Method: 'y.method',
    Channel: 'y.channel',
    Status: '$4::jsonb ->> y.state',
    State: 'y.state',
    Contestant: 'p.name',
    Votes: 'v.vote_count',
    Name: 'v.voter_name',
    Phone: 'y.phone_number',
    Reason: 'y.reason',
    'Votes counted now': `CASE WHEN y.state IN ('COMPLETED', 'DISPUTED') THEN now.counted_votes ELSE 0 END`,
    'Returned (GHS)': 'm.returned',
    'Net (GHS)': 'm.taken - m.returned - CASE WHEN f.is_paid THEN coalesce(y.fees_pesewas, 0) ELSE 0 END',
    'Not paid (GHS)': 'CASE WHEN f.is_paid THEN 0 ELSE y.amount_pesewas END',
  },
};
/**
 * Rows after an id, oldest first. Input: $1 contest, $2 id, $3 most rows; of payments also $4 the outward status by state, $5 states of what is
 * not paid. Votes for archived contestants are left out, as in every list and sum that readers see (ADR 20).
 */
const ROWS = {
  votes: `FROM votes v ${joinCountedNow('v.id')} JOIN visible_contestants s ON s.id = v.contestant_id
      JOIN categories k ON k.id = v.category_id JOIN contestants p ON p.id = v.contestant_id
      CROSS JOIN LATERAL (SELECT coalesce(now.counted_money, v.amount_pesewas) AS amount) a
      CROSS JOIN LATERAL (SELECT a.amount, CASE v.status WHEN 'COMPLETED' THEN a.amount ELSE 0 END AS paid) f
    WHERE v.contest_id = $1 AND v.id > $2 ORDER BY v.id LIMIT $3`,
  payments: `FROM payments y JOIN payment_money m ON m.payment_id = y.id ${joinCountedNow('y.vote_id')}
      LEFT JOIN votes v ON v.id = y.vote_id LEFT JOIN contestants p ON p.id = v.contestant_id
      CROSS JOIN LATERAL (SELECT y.state <> ALL($5::text[]) AS is_paid) f
    WHERE y.contest_id = $1 AND y.id > $2 ORDER BY y.id LIMIT $3`,
};
const OUTWARD = JSON.stringify(
  Object.fromEntries(Object.entries(PAYMENT_STATES).map(([state, { outward }]) => [state, outward])),
);
const INPUTS = { votes: [], payments: [OUTWARD, statesOf('open', 'soft-failed')] };
/** A spreadsheet file is made in memory; the CSV file has no bound. */
const MOST_XLSX_ROWS = 20_000;

type ExportKind = keyof typeof COLUMNS;
type ExportFormat = 'csv' | 'xlsx';

/** Votes and payments of a contest as files for spreadsheets, oldest first. Voters are masked. */
@Injectable()
export class ExportsRepository {
  static readonly COLUMNS = { votes: Object.keys(COLUMNS.votes), payments: Object.keys(COLUMNS.payments) };

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
        ? Readable.from(csvOf(ExportsRepository.COLUMNS[kind], this.pages(contestId, kind)))
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
    for await (const rows of this.pages(contestId, kind)) {
      all.push(...rows);
      if (all.length > MOST_XLSX_ROWS)
        throw new AppError(
          'CONFLICT',
          `An Excel file holds at most ${MOST_XLSX_ROWS.toLocaleString('en-US')} rows. Please download the CSV file.`,
        );
    }
    return xlsxOf(ExportsRepository.COLUMNS[kind], all);
  }

  /** Keyset pages by id: neither a cursor held open nor rows skipped. */
  private async *pages(contestId: string, kind: ExportKind): AsyncGenerator<Cell[][]> {
    const columns = Object.entries(COLUMNS[kind]);
    const selected = columns.map(([name, value]) => `${value} AS "${name}"`).join(', ');
    const sql = `SELECT ${kind === 'votes' ? 'v' : 'y'}.id, ${selected} ${ROWS[kind]}`;
    for (let after = LOWEST_ID; ;) {
      const rows: Record<string, Cell>[] = await this.source.query(sql, [
        contestId,
        after,
        PAGE,
        ...INPUTS[kind],
      ]);
      if (rows.length) yield rows.map((row) => columns.map(([name]) => cellOf(name, row[name] ?? null)));
      if (rows.length < PAGE) return;
      after = String(rows.at(-1)?.['id']);
    }
  }
}

async function* csvOf(columns: readonly string[], pages: AsyncGenerator<Cell[][]>): AsyncGenerator<string> {
  yield CSV_BYTE_ORDER_MARK + csvLine(columns);
  for await (const rows of pages) yield rows.map(csvLine).join('');
}

/** As a file has a value: amounts in cedis, voters masked. */
function cellOf(column: string, value: Cell): Cell {
  if (typeof value === 'number' && column.endsWith('(GHS)')) return cedisFromPesewas(value);
  if (typeof value !== 'string') return value;
  if (column === 'E-mail') return maskEmail(value);
  return column === 'Phone' ? shownPhone(value) : value;
}

/** Masked, and without the plus that spreadsheets take for the beginning of a formula. */
const shownPhone = (e164: string): string => maskPhone(e164).replace('+233 ', '0');
