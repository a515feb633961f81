import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { assertNoSecretBallots, Contest } from '@abato/contests';
import { cedisFromPesewas, maskEmail, maskPhone } from '@abato/contracts';
import { CSV_BYTE_ORDER_MARK, csvLine, slugOf } from '@abato/platform';
import { type CountedNow, joinCountedNow } from './counted-now.js';
import { shownAmount } from './payment-money.js';
import { outwardStatus, type PaymentState } from '../rules/payment-state.js';

/** Rows read at once: memory stays the same for a thousand votes and for ten million. */
const PAGE = 2_000;
const LOWEST_ID = '00000000-0000-0000-0000-000000000000';

export const VOTE_COLUMNS =
  'Vote,Cast at (UTC),Category,Contestant,Votes,Amount (GHS),Status,Source,Name,E-mail,Phone,Votes counted now,Returned (GHS)'.split(
    ',',
  );
export const PAYMENT_COLUMNS =
  'Reference,Begun at (UTC),Paid at (UTC),Amount (GHS),Fees (GHS),Method,Channel,Status,State,Contestant,Votes,Name,Phone,Reason,Votes counted now,Returned (GHS)'.split(
    ',',
  );

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
  returned_pesewas: number;
  id: string;
  reference: string;
  created_at: Date;
  paid_at: Date | null;
  amount_pesewas: number;
  fees_pesewas: number | null;
  method: string;
  channel: string | null;
  state: PaymentState;
  contestant: string | null;
  vote_count: number | null;
  voter_name: string | null;
  phone_number: string | null;
  reason: string | null;
}

/** Votes and payments of a contest as CSV, oldest first, read and sent page by page. Voters are masked. */
@Injectable()
export class ExportsRepository {
  constructor(private readonly source: DataSource) {}

  /**
   * A file name that no other contest, kind or day has: title, end of the id, kind and day. The end, because ids begin with their time.
   * @param day YYYY-MM-DD
   */
  async fileName(contestId: string, kind: string, day: string): Promise<string> {
    const contest = await this.source.getRepository(Contest).findOneBy({ id: contestId });
    const slug = slugOf(contest?.title ?? '') || 'contest';
    return `${slug}-${contestId.slice(-8)}-${kind}-${day}.csv`;
  }

  /**
   * Votes for archived contestants are left out, as in every list and sum that readers see (ADR 75).
   * @throws AppError BALLOTS_ARE_SECRET for an election
   */
  async votes(contestId: string): Promise<AsyncGenerator<string>> {
    await assertNoSecretBallots(this.source, contestId);
    return this.voteLines(contestId);
  }

  private async *voteLines(contestId: string): AsyncGenerator<string> {
    yield CSV_BYTE_ORDER_MARK + csvLine(VOTE_COLUMNS);
    const pages = this.pages<VoteExportRow>(
      `SELECT v.id, v.created_at, k.name AS category, p.name AS contestant, v.vote_count, coalesce(now.counted_money, v.amount_pesewas) AS amount_pesewas, v.status, v.source,
         v.voter_name, v.voter_email, v.voter_phone, now.counted_votes, now.returned_money
       FROM votes v ${joinCountedNow('v.id')} JOIN visible_contestants s ON s.id = v.contestant_id
         JOIN categories k ON k.id = v.category_id JOIN contestants p ON p.id = v.contestant_id
       WHERE v.contest_id = $1 AND v.id > $2 ORDER BY v.id LIMIT $3`,
      contestId,
    );
    for await (const rows of pages) {
      yield rows
        .map((row) =>
          csvLine([
            row.id,
            row.created_at.toISOString(),
            row.category,
            row.contestant,
            row.vote_count,
            cedisFromPesewas(row.amount_pesewas),
            row.status,
            row.source,
            row.voter_name,
            row.voter_email && maskEmail(row.voter_email),
            row.voter_phone && maskPhone(row.voter_phone),
            row.counted_votes,
            cedisFromPesewas(row.returned_money),
          ]),
        )
        .join('');
    }
  }

  async *payments(contestId: string): AsyncGenerator<string> {
    yield CSV_BYTE_ORDER_MARK + csvLine(PAYMENT_COLUMNS);
    const pages = this.pages<PaymentExportRow>(
      `SELECT y.id, y.reference, y.created_at, y.paid_at, ${shownAmount('y')} AS amount_pesewas, y.fees_pesewas, y.method, y.channel, y.state,
         p.name AS contestant, v.vote_count, v.voter_name, y.phone_number, y.reason, m.returned AS returned_pesewas,
         CASE WHEN y.state IN ('COMPLETED', 'DISPUTED') THEN now.counted_votes ELSE 0 END AS counted_votes
       FROM payments y JOIN payment_money m ON m.payment_id = y.id ${joinCountedNow('y.vote_id')} LEFT JOIN votes v ON v.id = y.vote_id LEFT JOIN contestants p ON p.id = v.contestant_id
       WHERE y.contest_id = $1 AND y.id > $2 ORDER BY y.id LIMIT $3`,
      contestId,
    );
    for await (const rows of pages) {
      yield rows
        .map((row) =>
          csvLine([
            row.reference,
            row.created_at.toISOString(),
            row.paid_at?.toISOString() ?? null,
            cedisFromPesewas(row.amount_pesewas),
            row.fees_pesewas === null ? null : cedisFromPesewas(row.fees_pesewas),
            row.method,
            row.channel,
            outwardStatus(row.state),
            row.state,
            row.contestant,
            row.vote_count,
            row.voter_name,
            row.phone_number && maskPhone(row.phone_number),
            row.reason,
            row.counted_votes,
            cedisFromPesewas(row.returned_pesewas),
          ]),
        )
        .join('');
    }
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
