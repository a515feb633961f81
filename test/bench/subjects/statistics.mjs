import { inTurns, judged } from '../lib/report.mjs';
import { makeContest, makeOwner } from '../load/data.mjs';
import { postJson } from '../load/post.mjs';

const SIZES = [10_000, 1_000_000, 5_000_000];

/** Statistics of a contest and its public detail must not take longer because more votes were cast. */
export async function statisticsSubject(installation, { turns, say }) {
  const { db } = installation;
  const owner = await makeOwner(db, 'bench');
  await db.query(`UPDATE users SET role = 'COMPANY_ADMIN', approval_status = 'APPROVED' WHERE id = $1`, [
    owner.userId,
  ]);
  const api = await installation.api();
  const token = await signIn(installation, api, owner);
  const contest = await makeContest(db, owner, { contestants: 100 });
  const times = {};
  let votes = 0;
  for (const size of SIZES) {
    await loadVotes(db, contest, size - votes);
    votes = size;
    await db.query('ANALYZE');
    say(`${size.toLocaleString('en-US')} votes are in`);
    const get =
      (path, headers = {}) =>
      () =>
        timed(api, path, headers);
    const found = await inTurns(
      {
        statistics: get('/api/statistics', { authorization: `Bearer ${token}` }),
        stats: get(`/api/votes/contest/${contest.id}/stats`, { authorization: `Bearer ${token}` }),
        list: get(`/api/votes/contest/${contest.id}?pageSize=100`, { authorization: `Bearer ${token}` }),
        detail: get(`/api/contests/${contest.id}/public`),
      },
      turns,
      () => undefined,
    );
    for (const [name, { median }] of Object.entries(found)) {
      (times[name] ??= []).push(median);
      say(`${name}: ${median.toFixed(2)} ms`);
    }
  }
  return Object.entries(times).map(([name, [small, , large]]) =>
    judged(`${name} at 5 M votes ÷ at 10 k`, 'ms', large, '≤ 1.2', { limit: small, ratio: large / small }),
  );
}

/** Median time of 100 requests, one after the other. */
async function timed(api, path, headers) {
  const url = `http://127.0.0.1:${api.port}${path}`;
  const times = [];
  for (let i = 0; i < 120; i++) {
    const began = performance.now();
    const answer = await fetch(url, { headers });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    if (i >= 20) times.push(performance.now() - began);
  }
  return times.sort((a, b) => a - b)[times.length >> 1];
}

async function signIn(installation, api, owner) {
  const { default: argon2 } = await import('argon2');
  const password = 'Benchmark-2026';
  const hash = await argon2.hash(password, { type: argon2.argon2id, memoryCost: 1024, timeCost: 2 });
  const { rows } = await installation.db.query(
    'UPDATE users SET password_hash = $2 WHERE id = $1 RETURNING email',
    [owner.userId, hash],
  );
  const url = `http://127.0.0.1:${api.port}/api/auth/login`;
  const { ok, body } = await postJson(url, { email: rows[0].email, password });
  if (!ok) throw new Error(`no login: ${JSON.stringify(body)}`);
  return body.data.token;
}

/** Votes as the cast path and the drain leave them: rows, ledger, and tallies that agree. */
async function loadVotes(db, contest, count) {
  const people = contest.people.map((person) => person.id);
  const categories = contest.people.map((person) => person.categoryId);
  for (let done = 0; done < count; done += 250_000) {
    const rows = Math.min(250_000, count - done);
    await db.query(
      `WITH made AS (
         SELECT (lpad(to_hex((extract(epoch FROM now()) * 1000)::bigint), 12, '0') || '7' || lpad(to_hex(n % 4096), 3, '0')
           || '8' || lpad(to_hex(n % 4095), 3, '0') || substr(md5(n::text || clock_timestamp()), 1, 12))::uuid AS id,
           1 + n % array_length($2::uuid[], 1) AS who, '+23324' || lpad((n % 10000000)::text, 7, '0') AS phone
         FROM generate_series($4::int + 1, $4::int + $5::int) n
       ), written AS (
         INSERT INTO votes (id, contest_id, category_id, contestant_id, vote_count, price_pesewas, amount_pesewas, status, source,
           voter_name, voter_phone, idempotency_key, request_digest, created_at, counted_at)
         SELECT id, $1, ($3::uuid[])[who], ($2::uuid[])[who], 1, 0, 0, 'COMPLETED', 'WEB', 'Ama Mensah', phone, id, '\\x00', now(), now()
         FROM made RETURNING id, category_id, contestant_id
       ), ledger AS (
         INSERT INTO vote_ledger (vote_id, kind, contest_id, category_id, contestant_id, votes, amount_pesewas, method, channel, recorded_at)
         SELECT id, 'COUNT', $1, category_id, contestant_id, 1, 0, 'FREE', 'web', now() FROM written
       ), tallied AS (
         INSERT INTO contestant_tallies AS t (contestant_id, contest_id, category_id, votes, transactions, amount_pesewas, version)
         SELECT contestant_id, $1, category_id, count(*), count(*), 0, 1 FROM written GROUP BY contestant_id, category_id
         ON CONFLICT (contestant_id) DO UPDATE SET votes = t.votes + EXCLUDED.votes, transactions = t.transactions + EXCLUDED.transactions
       ), hour AS (
         INSERT INTO contest_hours AS h (contest_id, hour, method, channel, votes, transactions, amount_pesewas)
         SELECT $1, date_trunc('hour', now()), 'FREE', 'web', count(*), count(*), 0 FROM written
         ON CONFLICT (contest_id, hour, method, channel) DO UPDATE SET votes = h.votes + EXCLUDED.votes, transactions = h.transactions + EXCLUDED.transactions
       )
       INSERT INTO contest_tallies AS c (contest_id, votes, transactions, unique_phones, version, updated_at)
       SELECT $1, count(*), count(*), count(*), 1, now() FROM written
       ON CONFLICT (contest_id) DO UPDATE SET votes = c.votes + EXCLUDED.votes, transactions = c.transactions + EXCLUDED.transactions,
         unique_phones = c.unique_phones + EXCLUDED.unique_phones, version = c.version + 1`,
      [contest.id, people, categories, done, rows],
    );
  }
}
