import { createHash } from 'node:crypto';
import type pg from 'pg';
import { newReference, Secrets } from '@abato/platform';
import type { DemoContest } from './contests.data.js';
import { Random } from './random.js';
import { v7 } from 'uuid';

export interface DemoContestant {
  id: string;
  categoryId: string;
}

interface Period {
  contestId: string;
  contestants: readonly DemoContestant[];
  from: Date;
  until: Date;
}

const FIRST = 'Kofi Ama Yaa Kwesi Esi Abdul Dela Naa Kojo Adjoa Yussif Elikem'.split(' ');
const LAST = 'Mensah Owusu Agyeman Tetteh Adomako Iddrisu Quartey Asante Ameyaw Dzokoto'.split(' ');
const PREFIXES = ['24', '54', '55', '59', '20', '50', '26', '27'];

/** As if made then: lists show the newest by id. */
const idAt = (at: Date): string => v7({ msecs: at.getTime() });

/**
 * Votes that stand in the ledger: vote, ledger row, payment and outbox row each, so that the worker tallies them like real votes, and a
 * recount of the ledger gives the same numbers.
 */
export async function seedVotes(
  client: pg.Client,
  contest: DemoContest,
  period: Period,
  encryptionKey: string,
): Promise<void> {
  if (!contest.casts || contest.status === 'DRAFT') return;
  const random = new Random(`${contest.slug} votes`);
  const secrets = new Secrets(encryptionKey);
  const popularity = period.contestants.map(() => 0.25 + random.next() ** 2 * 2);
  const total = popularity.reduce((sum, weight) => sum + weight, 0);
  const choose = (): DemoContestant => {
    let rest = random.next() * total;
    const index = popularity.findIndex((weight) => (rest -= weight) < 0);
    return period.contestants[Math.max(0, index)] as DemoContestant;
  };
  const span = period.until.getTime() - period.from.getTime();
  const votes = Array.from({ length: contest.casts }, () => {
    const person = `${random.pick(FIRST)} ${random.pick(LAST)}`;
    const phone = `+233${random.pick(PREFIXES)}0${String(random.whole(0, 999_999)).padStart(6, '0')}`;
    const email =
      random.next() < 0.4
        ? `${person.toLowerCase().replace(' ', '.')}${random.whole(1, 99)}@example.com`
        : null;
    const paid = contest.pricePesewas > 0;
    const count = paid ? random.pick([1, 1, 2, 3, 5, 5, 10, 20, 50]) : random.whole(1, 4);
    // Interest grows towards the present, as it does before a final.
    const at = new Date(period.from.getTime() + span * Math.sqrt(random.next()));
    const fate = paid ? random.next() : 0;
    const status = fate < 0.9 ? 'COMPLETED' : fate < 0.95 ? 'PENDING' : 'FAILED';
    const channel = paid ? (random.next() < 0.8 ? 'mobile_money' : 'card') : 'web';
    const { id: contestantId, categoryId } = choose();
    return { id: idAt(at), contestantId, categoryId, person, phone, email, count, at, status, channel };
  });
  const column = <K extends keyof (typeof votes)[number]>(key: K) => votes.map((vote) => vote[key]);
  const digest = (kind: 'phone' | 'email', value: string | null) =>
    value === null ? null : secrets.voterDigest(period.contestId, kind, value);

  await client.query(
    `CREATE TEMPORARY TABLE demo_votes ON COMMIT DROP AS
     SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::int[], $5::text[], $6::text[], $7::text[], $8::text[],
       $9::bytea[], $10::timestamptz[], $11::text[], $12::uuid[], $13::text[], $14::bytea[], $15::bytea[])
       AS v (id, category_id, contestant_id, votes, status, name, email, phone, digest, at, channel, payment_id, reference,
         phone_digest, email_digest)`,
    [
      column('id'),
      column('categoryId'),
      column('contestantId'),
      column('count'),
      column('status'),
      column('person'),
      column('email'),
      column('phone'),
      votes.map((vote) => createHash('sha256').update(vote.id).digest()),
      column('at'),
      column('channel'),
      votes.map(({ at }) => idAt(at)),
      votes.map(() => newReference()),
      votes.map((vote) => digest('phone', vote.phone)),
      votes.map((vote) => digest('email', vote.email)),
    ],
  );
  const parameters = [period.contestId, contest.pricePesewas];
  await client.query(
    `INSERT INTO votes (id, contest_id, category_id, contestant_id, vote_count, price_pesewas, amount_pesewas, status, source,
       voter_name, voter_email, voter_phone, idempotency_key, request_digest, created_at, counted_at)
     SELECT id, $1, category_id, contestant_id, votes, $2::bigint, votes * $2::bigint, status, 'WEB', name, email, phone, id,
       digest, at, CASE WHEN status = 'COMPLETED' THEN at END
     FROM demo_votes`,
    parameters,
  );
  if (contest.pricePesewas > 0) {
    await client.query(
      `INSERT INTO payments (id, vote_id, contest_id, reference, method, channel, flow, state, amount_pesewas, phone_number,
         provider_status, fees_pesewas, paid_at, settled_at, created_at, updated_at)
       SELECT payment_id, id, $1, reference, 'PAYSTACK', channel, 'CHECKOUT',
         CASE status WHEN 'COMPLETED' THEN 'COMPLETED' WHEN 'FAILED' THEN 'FAILED' ELSE 'EXPIRED' END,
         votes * $2::bigint, phone, CASE status WHEN 'COMPLETED' THEN 'success' WHEN 'FAILED' THEN 'failed' ELSE 'abandoned' END,
         CASE WHEN status = 'COMPLETED' THEN round(votes * $2::bigint * 0.0195) END,
         CASE WHEN status = 'COMPLETED' THEN at END, CASE WHEN status = 'COMPLETED' THEN at END, at, at
       FROM demo_votes`,
      parameters,
    );
    // As settlement posts a payment without a fee of the platform (ADR 122).
    await client.query(
      `INSERT INTO journal (payment_id, step, host_id, contest_id, event, at, provider_clearing, organiser_payable, platform_fee,
         provider_fee, fee_recovered, refunds, disputes, manual_cash, cash_sales)
       SELECT p.id, 1, c.host_id, c.id, p.state, p.settled_at, amount_pesewas - fees_pesewas, fees_pesewas - amount_pesewas, 0,
         fees_pesewas, -fees_pesewas, 0, 0, 0, 0
       FROM demo_votes d JOIN payments p ON p.id = d.payment_id AND p.state = 'COMPLETED' JOIN contests c ON c.id = p.contest_id`,
    );
  }
  const method = contest.pricePesewas > 0 ? 'PAYSTACK' : 'FREE';
  await client.query(
    `INSERT INTO vote_ledger (vote_id, kind, contest_id, category_id, contestant_id, votes, amount_pesewas, payment_id, method,
       channel, recorded_at)
     SELECT id, 'COUNT', $1, category_id, contestant_id, votes, votes * $2::bigint,
       CASE WHEN $2::bigint > 0 THEN payment_id END, $3, channel, at
     FROM demo_votes WHERE status = 'COMPLETED'`,
    [...parameters, method],
  );
  await client.query(
    `INSERT INTO tally_outbox (contest_id, category_id, contestant_id, votes, transactions, amount_pesewas, hour, method,
       channel, phone_digests, email_digests, created_at)
     SELECT $1, category_id, contestant_id, sum(votes), count(*), sum(votes) * $2::bigint, date_trunc('hour', at, 'UTC'), $3,
       channel, array_agg(phone_digest), coalesce(array_agg(email_digest) FILTER (WHERE email_digest IS NOT NULL), '{}'), max(at)
     FROM demo_votes WHERE status = 'COMPLETED'
     GROUP BY category_id, contestant_id, date_trunc('hour', at, 'UTC'), channel`,
    [...parameters, method],
  );
  await client.query('DROP TABLE demo_votes');
}
