import { type SqlRunner } from '@abato/database';
import { newId, type Secrets } from '@abato/platform';
import { eraseSalts } from '@abato/transparency';
import { recordAudit } from '../audit.js';
import { type Command, Refusal } from '../command.js';
import { type Person, PERSON_OPTIONS, personFrom } from '../person.js';

/** "Forget me": what names a voter goes, what was counted stays. */
export const erasePerson: Command = {
  name: 'erase-person',
  summary: "Erase a voter's personal data; counts and books stay",
  options: {
    ...PERSON_OPTIONS,
    yes: { type: 'boolean', meaning: 'really erase; without it the command only says what it would do' },
  },
  details: `
Overwrites name, e-mail, phone and device of the person's votes, the phone of their payments, the provider's messages about them, and mails to
them, sent or waiting, codes and networks of USSD sessions, the salts that tie their votes in the public log to them, and the number's
places on lists of voters. The ledger names no person and is not touched, so no count and no revenue changes. Unique voters stay counted by digests that
cannot be turned back without DATA_ENCRYPTION_KEY. An organiser's account is not erased here: a super admin deletes it on the users
screen. Cannot be undone; backups forget when they expire. Written to the audit log, without the person's data.`,
  settings: ['DATABASE_URL', 'DATA_ENCRYPTION_KEY'],
  async run(given, operator) {
    const person = personFrom(given);
    const really = given.options['yes'] === true;
    const done = await operator.database.run(async ({ sql }) => {
      await sql.query('SET LOCAL statement_timeout = 0');
      await refuseAccounts(sql, person);
      const counts = await erase(sql, person, operator.secrets, really);
      if (really) await recordAudit(sql, operator.now, 'person.erase', 'person', newId(), counts);
      return counts;
    });
    const list = Object.entries(done).map(([what, count]) => `${count} ${what}`);
    operator.print(`${really ? 'erased from' : 'would erase from'} ${list.join(', ')}`);
    if (!really) operator.print('nothing was changed; add --yes');
    return 0;
  },
};

async function refuseAccounts(sql: SqlRunner, { phone, email }: Person): Promise<void> {
  const { rows } = await sql.query<{ email: string }>(
    `SELECT email FROM users WHERE deleted_at IS NULL AND (phone = $1 OR lower(email) = $2) LIMIT 1`,
    [phone, email],
  );
  if (rows[0]) {
    throw new Refusal(
      `${rows[0].email} is an account: a super admin deletes it on the users screen; then repeat this`,
    );
  }
}

async function erase(sql: SqlRunner, { phone, email }: Person, secrets: Secrets, really: boolean) {
  const votes = await sql.query<{ id: string }>(
    `SELECT id FROM votes WHERE voter_phone = $1 OR lower(voter_email) = $2 ORDER BY id`,
    [phone, email],
  );
  const voteIds = votes.rows.map(({ id }) => id);
  const payments = await sql.query<{ id: string; reference: string }>(
    `SELECT id, reference FROM payments WHERE vote_id = ANY($1) OR phone_number = $2 ORDER BY id`,
    [voteIds, phone],
  );
  const references = payments.rows.map(({ reference }) => reference);
  const messages = await sql.query<{ id: number }>(
    `SELECT id FROM webhook_inbox WHERE reference = ANY($1) AND processed_at IS NOT NULL`,
    [references],
  );
  // Entries that wait for a second person name a voter; so does the digest of those that were decided.
  const cash = await sql.query<{ id: string }>(
    `SELECT id FROM cash_entries WHERE voter_phone = $1 OR lower(voter_email) = $2 OR id = ANY($3) ORDER BY id`,
    [phone, email, voteIds],
  );
  const mails = await sql.query<{ id: string }>(`SELECT id FROM mail_outbox WHERE lower(recipient) = $1`, [
    email,
  ]);
  const listings = await electorsOf(sql, phone, secrets);
  if (really) {
    await eraseSalts(sql, { voteIds });
    // Payments before votes: the order in which settlement locks them.
    await sql.query(`UPDATE payments SET phone_number = NULL WHERE id = ANY($1)`, [
      payments.rows.map(({ id }) => id),
    ]);
    await sql.query(
      // The request's digest too: a phone number can be found from it by trying all.
      `UPDATE votes SET voter_name = NULL, voter_email = NULL, voter_phone = NULL, device_digest = NULL, network_digest = NULL,
         token_minutes = NULL, request_digest = ''
       WHERE id = ANY($1)`,
      [voteIds],
    );
    await sql.query(
      `UPDATE cash_entries SET voter_name = NULL, voter_email = NULL, voter_phone = NULL, request_digest = '' WHERE id = ANY($1)`,
      [cash.rows.map(({ id }) => id)],
    );
    // The digest stays, so that a repeated message is still recognised.
    await sql.query(`UPDATE webhook_inbox SET body = '' WHERE id = ANY($1)`, [
      messages.rows.map(({ id }) => id),
    ]);
    await sql.query(`DELETE FROM mail_outbox WHERE id = ANY($1)`, [mails.rows.map(({ id }) => id)]);
    // The ballot keeps its digest until voters' data go: a number that is listed again has voted nevertheless.
    await sql.query(
      'DELETE FROM electors e USING unnest($1::uuid[], $2::bytea[]) AS t (contest_id, digest) WHERE e.contest_id = t.contest_id AND e.digest = t.digest',
      [listings.map(({ contestId }) => contestId), listings.map(({ digest }) => digest)],
    );
    // Codes of the last two hours; older ones are gone by themselves.
    await sql.query(`DELETE FROM phone_verifications WHERE phone = $1`, [phone]);
    // The network that a USSD session came from.
    await sql.query(`DELETE FROM ussd_charges WHERE vote_id = ANY($1)`, [voteIds]);
  }
  return {
    votes: voteIds.length,
    payments: payments.rows.length,
    messages: messages.rows.length,
    mails: mails.rows.length,
    listings: listings.length,
  };
}

/** Places of a number on lists of voters. Digests differ from contest to contest. */
async function electorsOf(
  sql: SqlRunner,
  phone: string | null,
  secrets: Secrets,
): Promise<{ contestId: string; digest: Buffer }[]> {
  if (phone === null) return [];
  const contests = await sql.query<{ contest_id: string }>(
    `SELECT DISTINCT contest_id FROM electors WHERE kind = 'PHONE'`,
  );
  const places = contests.rows.map(({ contest_id: contestId }) => ({
    contestId,
    digest: secrets.voterDigest(contestId, 'phone', phone),
  }));
  const { rows } = await sql.query<{ contest_id: string }>(
    `SELECT e.contest_id FROM electors e JOIN unnest($1::uuid[], $2::bytea[]) AS t (contest_id, digest)
       ON e.contest_id = t.contest_id AND e.digest = t.digest`,
    [places.map(({ contestId }) => contestId), places.map(({ digest }) => digest)],
  );
  const listed = new Set(rows.map((row) => row.contest_id));
  return places.filter(({ contestId }) => listed.has(contestId));
}
