import { readAudit } from '@abato/accounts';
import { auditFilters, type AuditFilters, type AuditEntryView, pageAt, validate } from '@abato/contracts';
import { type Command, type Given, Refusal } from '../command.js';

const MOST_ROWS = 1_000;

/** Read the audit log. */
export const audit: Command = {
  name: 'audit',
  summary: 'Print entries of the audit log, newest first, one line each',
  options: {
    from: { type: 'string', value: 'YYYY-MM-DD', meaning: 'first day, in UTC' },
    to: { type: 'string', value: 'YYYY-MM-DD', meaning: 'last day, itself included' },
    action: {
      type: 'string',
      value: 'action',
      meaning: 'such as contest.change, or contest for all about contests',
    },
    actor: { type: 'string', value: 'id', meaning: 'the user who did it' },
    subject: { type: 'string', value: 'id', meaning: 'the contest, user, vote or payment that it is about' },
    limit: { type: 'string', value: 'number', meaning: `most entries; 100 by default, at most ${MOST_ROWS}` },
  },
  details: `
Reads only. A line holds number, time in UTC, action, actor (or "operator", or the periodic check), subject and detail as JSON. The log names
no voter.`,
  settings: ['DATABASE_URL'],
  async run(given, operator) {
    const filters = filtersOf(given);
    const limit = limitOf(given);
    const query = async <Row>(sql: string, parameters: unknown[]): Promise<Row[]> =>
      (await operator.database.query(sql, parameters)).rows as Row[];
    const { items, total } = await readAudit(query, null, filters, pageAt(1, limit));
    for (const entry of items) operator.print(lineOf(entry));
    operator.say(`${items.length} of ${total} entries`);
    return 0;
  },
};

function filtersOf({ options }: Given): AuditFilters {
  const given = Object.fromEntries(Object.keys(auditFilters).map((name) => [name, options[name]]));
  const checked = validate<AuditFilters>(auditFilters, given);
  if (!checked.ok)
    throw new Refusal(checked.errors.map(({ field, message }) => `--${field}: ${message}`).join('\n'));
  return checked.value;
}

function limitOf({ options }: Given): number {
  const limit = Number(options['limit'] ?? 100);
  if (!Number.isInteger(limit) || limit < 1 || limit > MOST_ROWS) {
    throw new Refusal(`--limit must be a whole number from 1 to ${MOST_ROWS}`);
  }
  return limit;
}

function lineOf({ id, at, action, actor, subjectType, subjectId, contest, detail }: AuditEntryView): string {
  const process = typeof detail['by'] === 'string' ? detail['by'] : 'system';
  const by = actor ? `${actor.name} (${actor.id})` : process;
  const of = contest && contest.id !== subjectId ? ` of contest ${contest.id}` : '';
  return `${id}  ${at}  ${action}  by ${by}  ${subjectType} ${subjectId}${of}  ${JSON.stringify(detail)}`;
}
