import type pg from 'pg';
import { newReference, type Secrets } from '@abato/platform';
import { v7 } from 'uuid';
import type { DemoContest } from './contests.data.js';
import { Random } from './random.js';

/** What the demo data are written with. */
export interface Demo {
  client: pg.Client;
  secrets: Secrets;
  now: Date;
  dataDir: string;
}

/** What of a contest is in the database already, and when its votes were cast. */
interface Stage {
  id: string;
  contestants: readonly { contestant_id: string; category_id: string }[];
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
  { client, secrets }: Demo,
  { slug, casts, pricePesewas }: DemoContest,
  { id: contestId, contestants, from, until }: Stage,
): Promise<void> {
  if (!casts) return;
  const isPaid = pricePesewas > 0;
  const random = new Random(`${slug} votes`);
  const popularity = contestants.map(() => 0.25 + random.next() ** 2 * 2);
  const total = popularity.reduce((sum, weight) => sum + weight, 0);
  const choose = () => {
    let rest = random.next() * total;
    return contestants[popularity.findIndex((weight) => (rest -= weight) < 0)] ?? contestants[0];
  };
  const digest = (kind: 'phone' | 'email', value: string): string =>
    `\\x${secrets.voterDigest(contestId, kind, value).toString('hex')}`;
  const votes = Array.from({ length: casts }, () => {
    const name = `${random.pick(FIRST)} ${random.pick(LAST)}`;
    const phone = `+233${random.pick(PREFIXES)}0${String(random.whole(0, 999_999)).padStart(6, '0')}`;
    const email =
      random.next() < 0.4
        ? `${name.toLowerCase().replace(' ', '.')}${random.whole(1, 99)}@example.com`
        : null;
    const count = isPaid ? random.pick([1, 1, 2, 3, 5, 5, 10, 20, 50]) : random.whole(1, 4);
    // Interest grows towards the present, as it does before a final.
    const at = new Date(from.getTime() + (until.getTime() - from.getTime()) * Math.sqrt(random.next()));
    const fate = isPaid ? random.next() : 0;
    const channel = isPaid ? (random.next() < 0.8 ? 'mobile_money' : 'card') : 'web';
    return {
      id: idAt(at),
      ...choose(),
      votes: count,
      status: fate < 0.9 ? 'COMPLETED' : fate < 0.95 ? 'PENDING' : 'FAILED',
      name,
      email,
      phone,
      at,
      channel,
      payment_id: idAt(at),
      reference: newReference(),
      phone_digest: digest('phone', phone),
      email_digest: email && digest('email', email),
    };
  });
  await client.query(
    `CREATE TEMPORARY TABLE demo_votes ON COMMIT DROP AS
     SELECT *, sha256(id::text::bytea) AS digest
     FROM jsonb_to_recordset($1) AS v (id uuid, category_id uuid, contestant_id uuid, votes int, status text, name text, email text,
       phone text, at timestamptz, channel text, payment_id uuid, reference text, phone_digest bytea, email_digest bytea)`,
    [JSON.stringify(votes)],
  );
  const parameters = [contestId, pricePesewas];
  await client.query(
    `INSERT INTO votes (id, contest_id, category_id, contestant_id, vote_count, price_pesewas, amount_pesewas, status, source,
       voter_name, voter_email, voter_phone, idempotency_key, request_digest, created_at, counted_at)
     SELECT id, $1, category_id, contestant_id, votes, $2::bigint, votes * $2::bigint, status, 'WEB', name, email, phone, id,
       digest, at, CASE WHEN status = 'COMPLETED' THEN at END
     FROM demo_votes`,
    parameters,
  );
  if (isPaid) {
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
  const method = isPaid ? 'PAYSTACK' : 'FREE';
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
