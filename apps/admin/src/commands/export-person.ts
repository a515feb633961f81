import { writeFileSync } from 'node:fs';
import { newId } from '@abato/platform';
import { recordAudit } from '../audit.js';
import type { Command } from '../command.js';
import type { Operator } from '../operator.js';
import { type Person, PERSON_OPTIONS, personFrom } from '../person.js';

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

async function gather(operator: Operator, { phone, email }: Person) {
  // Personal columns have no index, on purpose: nothing but this may search them, as long as it takes.
  const rows = (text: string): Promise<Record<string, unknown>[]> =>
    operator.database.snapshot(async (sql) => (await sql.query(text, [phone, email])).rows);
  const votes = await rows(
    `SELECT v.id, c.title AS contest, CASE WHEN ballots_are_secret(c) THEN NULL ELSE p.name END AS contestant, v.vote_count, v.amount_pesewas, v.status, v.source, v.voter_name,
       v.voter_email, v.voter_phone, encode(v.device_digest, 'hex') AS device, encode(v.network_digest, 'hex') AS network, v.token_minutes, h.reason AS held_for, h.decision AS held_decision,
       h.appealed_at, v.created_at, v.counted_at
     FROM votes v LEFT JOIN contests c ON c.id = v.contest_id LEFT JOIN contestants p ON p.id = v.contestant_id
       LEFT JOIN held_votes h ON h.vote_id = v.id
     WHERE v.voter_phone = $1 OR lower(v.voter_email) = $2 ORDER BY v.id`,
  );
  const payments = await rows(
    `SELECT y.reference, y.state, y.amount_pesewas, y.currency, y.method, y.channel, y.network, y.phone_number, y.created_at, y.paid_at
     FROM payments y JOIN votes v ON v.id = y.vote_id
     WHERE y.phone_number = $1 OR v.voter_phone = $1 OR lower(v.voter_email) = $2 ORDER BY y.id`,
  );
  const accounts = await rows(
    `SELECT id, first_name, last_name, email, phone, role, approval_status, created_at FROM users
     WHERE deleted_at IS NULL AND (phone = $1 OR lower(email) = $2)`,
  );
  const hosts = await rows(
    `SELECT name, email, phone, description, created_at FROM hosts WHERE phone = $1 OR lower(email) = $2`,
  );
  const settlementAccounts = await rows(
    `SELECT h.name AS host, a.type, a.bank_name, a.account_name, a.last_digits, a.requested_at, a.decision, a.effective_at
     FROM settlement_accounts a JOIN hosts h ON h.id = a.host_id LEFT JOIN users u ON u.id = h.user_id
     WHERE h.phone = $1 OR lower(h.email) = $2 OR u.phone = $1 OR lower(u.email) = $2 ORDER BY a.id`,
  );
  const mails = await rows(
    `SELECT subject, body, created_at, sent_at FROM mail_outbox WHERE $1::text IS DISTINCT FROM '' AND lower(recipient) = $2`,
  );
  const cash = await rows(
    `SELECT c.title AS contest, e.votes * e.multiplier AS votes, coalesce(e.amount_pesewas, e.votes * e.price_pesewas) AS amount_pesewas, e.voter_name, e.voter_email, e.voter_phone,
       e.entered_at
     FROM cash_entries e LEFT JOIN contests c ON c.id = e.contest_id
     WHERE e.voter_phone = $1 OR lower(e.voter_email) = $2 ORDER BY e.id`,
  );
  const verifications = await rows(
    `SELECT c.title AS contest, v.channel, v.phone, v.created_at, v.sent_at, v.verified_at
     FROM phone_verifications v LEFT JOIN contests c ON c.id = v.contest_id
     WHERE v.phone = $1 AND $2::text IS DISTINCT FROM '' ORDER BY v.id`,
  );
  const ussd = await rows(
    `SELECT u.vote_id, u.network, u.status, u.created_at, u.sent_at
     FROM ussd_charges u JOIN votes v ON v.id = u.vote_id
     WHERE v.voter_phone = $1 OR lower(v.voter_email) = $2 ORDER BY u.vote_id`,
  );
  return { votes, payments, accounts, hosts, settlementAccounts, mails, cash, verifications, ussd };
}
