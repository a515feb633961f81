import { sqlFile, type SqlRunner, type Transactions } from '@abato/database';
import type { Secrets } from '@abato/platform';

const TO_LOOK_AT = sqlFile(import.meta.url, './sql/votes-to-look-at.sql');
const KEEP = sqlFile(import.meta.url, './sql/keep-counting-voters.sql');
/** Voters of one transaction: a bound on its memory; each reads the contest's votes once. */
const VOTERS_AT_ONCE = 20_000;
const LOWEST_ID = '00000000-0000-0000-0000-000000000000';

/** An archived contestant, one vote that was taken back, or the votes of a quarantine. */
interface Gone {
  contest_id: string;
  contestant_id: string | null;
  vote_id: string | null;
  quarantine_id: string | null;
}

interface Voter {
  id: string;
  phone: string | null;
  email: string | null;
}

/**
 * Unique voters are those with a vote that counts for readers: after an archived contestant or a reversal, voters without another such
 * vote are taken out. Repeating it changes nothing. Voters whose personal data was erased stay counted: no one knows their votes.
 * @param contestId null for every contest
 * @returns contests whose figures were looked at
 */
export async function uncountVoters(
  db: Transactions,
  secrets: Pick<Secrets, 'voterDigest'>,
  contestId: string | null,
  now: Date,
): Promise<Set<string>> {
  const { rows } = await db.query<Gone>(TO_LOOK_AT, [contestId]);
  for (const gone of rows) await uncount(db, secrets, gone, now);
  return new Set(rows.map((gone) => gone.contest_id));
}

async function uncount(
  db: Transactions,
  secrets: Pick<Secrets, 'voterDigest'>,
  gone: Gone,
  now: Date,
): Promise<void> {
  for (let after = LOWEST_ID; ;) {
    const { rows } = await db.query<Voter>(
      `SELECT id, voter_phone AS phone, voter_email AS email FROM votes
       WHERE contest_id = $2 AND id > $3 AND CASE
         WHEN $5::uuid IS NOT NULL THEN id IN (SELECT vote_id FROM quarantined_votes WHERE quarantine_id = $5)
         WHEN $4::uuid IS NOT NULL THEN id = $4
         ELSE contestant_id = $1 AND status = 'COMPLETED' END
       ORDER BY id LIMIT ${VOTERS_AT_ONCE}`,
      [gone.contestant_id, gone.contest_id, after, gone.vote_id, gone.quarantine_id],
    );
    const last = rows.length < VOTERS_AT_ONCE;
    await db.run(async ({ sql }) => {
      await takeOut(sql, secrets, gone.contest_id, rows, now);
      if (last) await mark(sql, gone, now);
    });
    if (last) return;
    after = rows.at(-1)?.id ?? after;
  }
}

async function takeOut(
  sql: SqlRunner,
  secrets: Pick<Secrets, 'voterDigest'>,
  contestId: string,
  voters: readonly Voter[],
  now: Date,
): Promise<void> {
  const remove = async (kind: 'phone' | 'email'): Promise<{ digests: Buffer[]; values: string[] }> => {
    const known = new Map<string, string>();
    for (const { [kind]: value } of voters)
      if (value !== null) known.set(secrets.voterDigest(contestId, kind, value).toString('hex'), value);
    if (!known.size) return { digests: [], values: [] };
    const { rows } = await sql.query<{ digest: Buffer }>(
      'DELETE FROM contest_voters WHERE contest_id = $1 AND kind = $2 AND digest = ANY($3) RETURNING digest',
      [contestId, kind, [...known.keys()].map((digest) => Buffer.from(digest, 'hex'))],
    );
    const digests = rows.map(({ digest }) => digest);
    return { digests, values: digests.map((digest) => known.get(digest.toString('hex')) ?? '') };
  };
  const removed = { phone: await remove('phone'), email: await remove('email') };
  const { phone, email } = removed;
  if (!phone.digests.length && !email.digests.length) return;
  const kept = await sql.query<{ kind: 'phone' | 'email' }>(KEEP, [
    contestId,
    phone.digests,
    phone.values,
    email.digests,
    email.values,
  ]);
  const gone = (kind: 'phone' | 'email'): number =>
    removed[kind].digests.length - kept.rows.filter((row) => row.kind === kind).length;
  await sql.query(
    `UPDATE contest_tallies SET unique_phones = unique_phones - $2, unique_emails = unique_emails - $3, updated_at = $4
     WHERE contest_id = $1`,
    [contestId, gone('phone'), gone('email'), now],
  );
}

async function mark(sql: SqlRunner, gone: Gone, now: Date): Promise<void> {
  const [statement, id] = gone.quarantine_id
    ? ['UPDATE quarantines SET voters_checked_at = $2 WHERE id = $1', gone.quarantine_id]
    : gone.vote_id
      ? [
          'INSERT INTO uncounted_votes (vote_id, voters_checked_at) VALUES ($1, $2) ON CONFLICT DO NOTHING',
          gone.vote_id,
        ]
      : [
          'UPDATE uncounted_contestants SET voters_checked_at = $2 WHERE contestant_id = $1',
          gone.contestant_id,
        ];
  await sql.query(statement, [id, now]);
}
