import { Injectable } from '@nestjs/common';
import { ThrottlingService } from '@abato/accounts';
import { type FoundVote, isUuid, normalisePhone, type FindVoteInput } from '@abato/contracts';
import { asView, Transactions } from '@abato/database';
import { AppError, idsWithCode, networkOf, receiptCodeOf, storedCodeOf } from '@abato/platform';
import { CastVotesRepository, afterRefundOf, type CountedNow, joinCountedNow } from '@abato/voting';

/** FoundVote with its amount in pesewas, and what is decided by. */
interface Row extends CountedNow {
  vote: object;
  id: string;
  contestId: string;
  free: boolean;
  code: string | null;
}

/** Lets a voter see the own vote again, on any device. A visitor who knows only one of the two learns nothing. */
@Injectable()
export class FindVoteService {
  constructor(
    private readonly db: Transactions,
    private readonly attempts: ThrottlingService,
    private readonly casts: CastVotesRepository,
  ) {}

  /** @throws AppError RATE_LIMITED; VOTE_NOT_FOUND, the same for a wrong phone and for a wrong reference */
  async find(input: FindVoteInput, address: string): Promise<FoundVote> {
    return this.told(await this.named(input, address));
  }

  /**
   * Ask the organiser to look again at a held or rejected vote. What may not be asked for, or was before, stays as it is.
   * @throws AppError as `find`
   */
  async appeal(input: FindVoteInput, address: string): Promise<FoundVote> {
    const row = await this.named(input, address);
    await this.casts.appeal(row.id);
    return this.told(await this.lookUp(input));
  }

  private async named(input: FindVoteInput, address: string): Promise<Row> {
    const { phone, reference } = asStored(input);
    return this.attempts.guard(
      'findVote',
      // A phone's tries are counted per network: its owner is not locked out by another person who knows the number.
      [`phone ${phone} from ${networkOf(address)}`, `reference ${storedCodeOf(reference)}`],
      address,
      () => this.lookUp(input),
    );
  }

  private async told(row: Row): Promise<FoundVote> {
    return {
      ...asView<FoundVote>(row.vote),
      receiptCode: row.code ?? (row.free ? receiptCodeOf(row.id) : null),
      ...afterRefundOf(row),
      ...(row.free && (await this.fateOf(row))),
    };
  }

  /** What was decided about a free vote, and why it does not count. */
  private async fateOf({ contestId, id }: Row): Promise<Pick<FoundVote, 'held' | 'undone' | 'decisions'>> {
    const cast = await this.casts.find(contestId, id);
    if (!cast) return {};
    const { held, undone, decisions } = cast;
    return {
      ...(held && { held: { ...held, appealedAt: held.appealedAt?.toISOString() ?? null } }),
      ...(undone && { undone }),
      decisions,
    };
  }

  private async lookUp(input: FindVoteInput): Promise<Row> {
    const { phone, reference } = asStored(input);
    const free = idsWithCode(reference);
    const { rows } = await this.db.query<Row>(
      `WITH named AS (
         SELECT vote_id, reference FROM payments WHERE reference = $2
         UNION ALL SELECT vote_id, NULL FROM receipts WHERE code = $3
         UNION ALL SELECT $4::uuid, NULL WHERE $4::uuid IS NOT NULL
         UNION ALL SELECT id, NULL FROM votes
           WHERE id >= $5::uuid AND id < $6::uuid AND price_pesewas = 0 AND right(id::text, 5) = $7)
       SELECT v.id, v.contest_id AS "contestId", v.price_pesewas = 0 AS free, r.code, now.counted_votes, now.returned_money,
         json_build_object('id', v.id, 'reference', coalesce(n.reference, paid.reference), 'status', v.status, 'voteCount', v.vote_count,
           'amountPesewas', coalesce(now.counted_money, v.amount_pesewas), 'createdAt', v.created_at, 'contestId', v.contest_id,
           'contest', json_build_object('title', coalesce(c.title, '')), 'category', json_build_object('name', coalesce(k.name, '')),
           'contestant', json_build_object('name', coalesce(p.name, ''))) AS vote
       FROM named n
       JOIN votes v ON v.id = n.vote_id
       ${joinCountedNow('v.id')}
       LEFT JOIN LATERAL (SELECT reference FROM payments WHERE vote_id = v.id
         ORDER BY state IN ('COMPLETED', 'DISPUTED') DESC, settled_at DESC NULLS LAST, id DESC LIMIT 1) paid ON true
       LEFT JOIN receipts r ON r.vote_id = v.id
       LEFT JOIN contests c ON c.id = v.contest_id
       LEFT JOIN categories k ON k.id = v.category_id
       LEFT JOIN contestants p ON p.id = v.contestant_id
       WHERE v.voter_phone = $1 OR EXISTS (SELECT FROM payments own WHERE own.vote_id = v.id AND own.phone_number = $1)
       LIMIT 1`,
      [
        phone,
        // References are written in capitals.
        reference.toUpperCase(),
        storedCodeOf(reference),
        isUuid(reference) ? reference : null,
        free?.from ?? null,
        free?.to ?? null,
        free?.tail ?? null,
      ],
    );
    if (!rows[0]) throw new AppError('VOTE_NOT_FOUND');
    return rows[0];
  }
}

const asStored = ({ phone, reference }: FindVoteInput): FindVoteInput => ({
  phone: normalisePhone(phone) as string,
  reference: reference.trim(),
});
