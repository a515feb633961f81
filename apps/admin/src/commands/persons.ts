import { writeFileSync } from 'node:fs';
import { GHANA_PHONE_PATTERN, normalisePhone } from '@abato/contracts';
import type { SqlRunner } from '@abato/database';
import { newId, type Secrets } from '@abato/platform';
import { eraseSalts } from '@abato/transparency';
import { recordAudit } from '../audit.js';
import { type Command, type Given, Refusal } from '../command.js';
import type { Operator } from '../operator.js';

/** Whom a command is about: one of the two, or both. */
interface Person {
  /** E.164. */
  phone: string | null;
  /** Lower case. */
  email: string | null;
}

const PERSON_OPTIONS = {
  phone: { type: 'string', value: 'number', meaning: 'their phone number, in any Ghanaian spelling' },
  email: { type: 'string', value: 'address', meaning: 'their e-mail address' },
} as const;

/** @throws Refusal when neither is given or the phone number is none */
function personFrom(given: Given): Person {
  const typed = given.options['phone'];
  const phone = typeof typed === 'string' ? typed.replace(/\s+/g, '') : null;
  const address = given.options['email'];
  const email = typeof address === 'string' && address.trim() ? address.trim().toLowerCase() : null;
  if (!phone && !email) throw new Refusal('--phone or --email is needed; see --help');
  if (phone && !GHANA_PHONE_PATTERN.test(phone)) throw new Refusal(`${phone} is not a Ghanaian phone number`);
  return { phone: phone && normalisePhone(phone), email };
}

/** The answer to "what do you hold about me?" */
export const exportPerson: Command = {
  name: 'export-person',
  summary: 'Write everything that is held about a person, as JSON',
  options: {
    ...PERSON_OPTIONS,
    output: {
      type: 'string',
      value: 'file',
      meaning: 'write into this new file (mode 600), not to the screen',
    },
  },
  details: `
Votes, payments, cash that waits for confirmation, the account, its hosts and their settlement accounts, mails, verifications of the last
hours, and USSD prompts. Make sure first that who asks is who they say. That it was exported is written to
the audit log, without the person's data. For whom a ballot of an election was is left out: the voter's own receipt says it. Reads whole tables: minutes on a large installation, and no harm.`,
  settings: ['DATABASE_URL'],
  async run(given, operator) {
    const person = personFrom(given);
    const held = await gather(operator, person);
    const text = JSON.stringify({ person, at: operator.now, ...held }, null, 2);
    const id = newId();
    await recordAudit(operator.database, operator.now, 'person.export', 'person', id, {
      votes: held.votes.length,
      payments: held.payments.length,
    });
    const file = given.options['output'];
    if (typeof file === 'string') {
      writeFileSync(file, `${text}\n`, { mode: 0o600, flag: 'wx' });
      operator.say(`written to ${file}; export ${id}`);
    } else {
      operator.print(text);
    }
    return 0;
  },
};

/** Statements for a phone number ($1) and an address ($2). Personal columns have no index, on purpose: nothing but this may search them, as long as it takes. */
const HELD = {
  votes: `SELECT v.id, c.title AS contest, CASE WHEN ballots_are_secret(c) THEN NULL ELSE p.name END AS contestant, v.vote_count, v.amount_pesewas, v.status, v.source, v.voter_name,
       v.voter_email, v.voter_phone, encode(v.device_digest, 'hex') AS device, encode(v.network_digest, 'hex') AS network, v.token_minutes, h.reason AS held_for, h.decision AS held_decision,
       h.appealed_at, v.created_at, v.counted_at
     FROM votes v LEFT JOIN contests c ON c.id = v.contest_id LEFT JOIN contestants p ON p.id = v.contestant_id
       LEFT JOIN held_votes h ON h.vote_id = v.id
     WHERE v.voter_phone = $1 OR lower(v.voter_email) = $2 ORDER BY v.id`,
  payments: `SELECT y.reference, y.state, y.amount_pesewas, y.currency, y.method, y.channel, y.network, y.phone_number, y.created_at, y.paid_at
     FROM payments y JOIN votes v ON v.id = y.vote_id
     WHERE y.phone_number = $1 OR v.voter_phone = $1 OR lower(v.voter_email) = $2 ORDER BY y.id`,
  accounts: `SELECT id, first_name, last_name, email, phone, role, approval_status, created_at FROM users
     WHERE deleted_at IS NULL AND (phone = $1 OR lower(email) = $2)`,
  hosts: `SELECT name, email, phone, description, created_at FROM hosts WHERE phone = $1 OR lower(email) = $2`,
  settlementAccounts: `SELECT h.name AS host, a.type, a.bank_name, a.account_name, a.last_digits, a.requested_at, a.decision, a.effective_at
     FROM settlement_accounts a JOIN hosts h ON h.id = a.host_id LEFT JOIN users u ON u.id = h.user_id
     WHERE h.phone = $1 OR lower(h.email) = $2 OR u.phone = $1 OR lower(u.email) = $2 ORDER BY a.id`,
  mails: `SELECT subject, body, created_at, sent_at FROM mail_outbox WHERE $1::text IS DISTINCT FROM '' AND lower(recipient) = $2`,
  cash: `SELECT c.title AS contest, e.votes * e.multiplier AS votes, coalesce(e.amount_pesewas, e.votes * e.price_pesewas) AS amount_pesewas, e.voter_name, e.voter_email, e.voter_phone,
       e.entered_at
     FROM cash_entries e LEFT JOIN contests c ON c.id = e.contest_id
     WHERE e.voter_phone = $1 OR lower(e.voter_email) = $2 ORDER BY e.id`,
  verifications: `SELECT c.title AS contest, v.channel, v.phone, v.created_at, v.sent_at, v.verified_at
     FROM phone_verifications v LEFT JOIN contests c ON c.id = v.contest_id
     WHERE v.phone = $1 AND $2::text IS DISTINCT FROM '' ORDER BY v.id`,
  ussd: `SELECT u.vote_id, u.network, u.status, u.created_at, u.sent_at
     FROM ussd_charges u JOIN votes v ON v.id = u.vote_id
     WHERE v.voter_phone = $1 OR lower(v.voter_email) = $2 ORDER BY u.vote_id`,
};
type Held = Record<keyof typeof HELD, Record<string, unknown>[]>;

/** Everything at one moment. */
function gather({ database }: Operator, { phone, email }: Person): Promise<Held> {
  return database.snapshot(async (sql) => {
    const held: Partial<Held> = {};
    for (const [name, statement] of Object.entries(HELD))
      held[name as keyof Held] = (await sql.query(statement, [phone, email])).rows;
    return held as Held;
  });
}

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
