import { createHash } from 'node:crypto';
import { AMENDMENT_REASON, type ContestStatus, LATE_PAYMENT_MINUTES } from '@abato/contracts';
import { canonicalJson } from '@abato/platform';

type Value = string | number | boolean | null;

/** What sealed fields are made of: columns of `contests`, as the driver reads them. */
interface RuleColumns {
  start_date: Date;
  end_date: Date;
  ended_at: Date | null;
  vote_price_pesewas: number;
  free_votes_per_hour: number;
  free_votes_per_device: number;
  challenge: string;
  verification: string;
  show_results: boolean;
  retention_months: number;
}

interface SealedField {
  /** In the sealed document. Never renamed: the old name is in logs. */
  name: string;
  columns: readonly (keyof RuleColumns)[];
  valueOf: (contest: RuleColumns) => Value;
}

/** A column that is sealed as it is. */
function column(name: string, from: keyof RuleColumns): SealedField {
  return {
    name,
    columns: [from],
    valueOf: ({ [from]: value }) => (value instanceof Date ? value.toISOString() : value),
  };
}

/**
 * The rules of a contest that are sealed when it becomes active, and whose every later change is an amendment in its public log (ADR 125).
 * A further rule is one more line here, and its column in `RuleColumns`: running contests then get an amendment that names it.
 */
export const SEALED_FIELDS: readonly SealedField[] = [
  column('startDate', 'start_date'),
  column('endDate', 'end_date'),
  {
    // A contest that is ended by hand closes before its end date. One that ends by itself has the same two times.
    name: 'endedEarlyAt',
    columns: ['ended_at', 'end_date'],
    valueOf: ({ ended_at: ended, end_date: end }) => (ended && ended < end ? ended.toISOString() : null),
  },
  column('votePricePesewas', 'vote_price_pesewas'),
  column('freeVotesPerHour', 'free_votes_per_hour'),
  column('freeVotesPerDevice', 'free_votes_per_device'),
  column('personCheck', 'challenge'),
  column('verification', 'verification'),
  column('showResults', 'show_results'),
  column('retentionMonths', 'retention_months'),
  // Of the platform, the same for every contest: minutes after the end in which a payment begun before it still counts.
  { name: 'latePaymentMinutes', columns: [], valueOf: () => LATE_PAYMENT_MINUTES },
];

/** Runs a statement and gives its rows. */
export type Ask = <R extends object>(text: string, values: unknown[]) => Promise<R[]>;

type FoundRules = RuleColumns & { status: ContestStatus; sealed: Buffer | null; reason: string | null };

const COLUMNS = [...new Set(SEALED_FIELDS.flatMap((field) => field.columns))].map((name) => `c.${name}`);

async function read(ask: Ask, contestId: string): Promise<FoundRules | undefined> {
  const rows = await ask<FoundRules>(
    `SELECT c.status, ${COLUMNS.join(', ')},
       s.hash AS sealed, s.reason
     FROM contests c LEFT JOIN LATERAL (
       SELECT r.hash, r.document::json ->> '${AMENDMENT_REASON}' AS reason
       FROM contest_rules r WHERE r.contest_id = c.id ORDER BY r.id DESC LIMIT 1) s ON true
     WHERE c.id = $1`,
    [contestId],
  );
  return rows[0];
}

/**
 * The rules in canonical form (RFC 8785), and their SHA-256.
 * @param reason why they were amended, sealed with them
 */
export function documentOf(contest: RuleColumns, reason?: string | null): { document: string; hash: Buffer } {
  const rules = SEALED_FIELDS.map((field) => [field.name, field.valueOf(contest)] as const);
  const document = canonicalJson({
    ...Object.fromEntries(rules),
    [AMENDMENT_REASON]: reason ?? undefined,
  });
  return { document, hash: createHash('sha256').update(document).digest() };
}

/** Whether the newest sealed rules, which keep the reason they were amended for, are those of now. */
function isSealed(contest: FoundRules): boolean {
  return Boolean(contest.sealed?.equals(documentOf(contest, contest.reason).hash));
}

/**
 * Seal a contest's rules as they are now, unless they are sealed already or the contest is a draft. For the transaction that changes the
 * contest and holds its lock.
 * @param at from when on the rules are in force
 * @param reason why they are amended; the first ones are no amendment and have none
 */
export async function sealRules(ask: Ask, contestId: string, at: Date, reason?: string): Promise<void> {
  const contest = await read(ask, contestId);
  if (!contest || contest.status === 'DRAFT' || isSealed(contest)) return;
  const { document, hash } = documentOf(contest, contest.sealed && reason);
  await ask('INSERT INTO contest_rules (contest_id, in_force_at, document, hash) VALUES ($1, $2, $3, $4)', [
    contestId,
    at,
    document,
    hash,
  ]);
}

/**
 * Seal rules that were changed without being sealed: by SQL, by a process of the previous release, or by a release with a further field.
 * Does nothing for a contest that was never sealed.
 */
export async function sealDriftedRules(ask: Ask, contestId: string, at: Date): Promise<void> {
  const contest = await read(ask, contestId);
  if (!contest?.sealed || isSealed(contest)) return;
  // A change that is under way ends first, and seals what it changed.
  await ask('SELECT FROM contests WHERE id = $1 FOR NO KEY UPDATE', [contestId]);
  await sealRules(ask, contestId, at);
}
