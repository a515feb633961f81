import { createHash } from 'node:crypto';
import {
  AMENDMENT_REASON,
  type Bundle,
  bundlesText,
  type ContestStatus,
  type KeptSettings,
  type NewestAmendment,
  PROMPT_SECONDS,
  type ResultChange,
  type SealedValue,
  settingRows,
} from '@abato/contracts';
import { sqlFile } from '@abato/database';
import { type Canonical, canonicalJson } from '@abato/platform';

const READ_UNSEALED_ROSTER = sqlFile(import.meta.url, './read-unsealed-roster.sql');
const FIND_UNSEALED_NOMINEES = sqlFile(import.meta.url, './find-unsealed-nominees.sql');

/** A category with a price of its own. */
interface PricedCategory {
  id: string;
  price: number;
  bundles: Bundle[];
}

/** What sealed fields are made of. */
interface SealedFacts extends KeptSettings {
  endedAt: Date | null;
  electors: number;
  /** Confirmed corrections of the final result; null: none. */
  resultCorrections: { version: number; changes: ResultChange[] }[] | null;
  /** null: none. */
  categoryPrices: PricedCategory[] | null;
  /** What a paid contest was sealed with when it was paid before; null: never. */
  keptOfPaid: Readonly<Record<string, SealedValue>> | null;
  /** What a contest that has ended was sealed with: later releases do not change the rules of what is over. null: it has not ended. */
  keptLateMinutes: number | null;
}

/** undefined: no rule of this contest; the document does not name it, and contests without it keep their hash. */
type Sealed = SealedValue | undefined;

/** A setting as the document has it. A paid contest that was sealed with a rule of free votes keeps it, and its hash. */
function sealedSetting(row: (typeof settingRows)[number], contest: SealedFacts): Sealed {
  const { verification, votePricePesewas: price } = contest;
  if (row.holdsIn === 'free' && price > 0) return contest.keptOfPaid?.[row.sealedAs] ?? null;
  if (row.holdsIn === 'open' && (price > 0 || verification !== 'OPEN')) return undefined;
  if (row.holdsIn === 'electorate' && verification !== 'ELECTORATE') return undefined;
  const value = row.seal(contest[row.property]);
  return value === row.unsealed ? undefined : value;
}

/**
 * The rules of a contest that are sealed when it becomes active, and whose every later change is an amendment in its public log (ADR 125): its
 * settings, and these. Running contests get an amendment that names a further rule.
 */
const OTHER_RULES: Readonly<Record<string, (contest: SealedFacts) => Sealed>> = {
  // A contest that is ended by hand closes before its end date. One that ends by itself has the same two times.
  endedEarlyAt: ({ endedAt, endDate }) => (endedAt && endedAt < endDate ? endedAt.toISOString() : null),
  // Categories with a price of their own, by id: `<id>=200,10:1600`, separated by semicolons.
  categoryPrices: ({ categoryPrices }) =>
    categoryPrices
      ?.map(({ id, price, bundles }) => [`${id}=${price}`, bundlesText(bundles)].filter(Boolean).join(','))
      .join(';'),
  // Electors that are added later are seen by all: each addition is an amendment.
  electors: ({ electors, verification }) => (verification === 'ELECTORATE' ? electors : undefined),
  // Of a final result, by contestant (ADR 61): `2: <id> -12, <id> +3 "New name"; 3: …`, where 2 is the version of the result that it made.
  resultCorrections: ({ resultCorrections }) =>
    resultCorrections
      ?.map(({ version, changes }) => `${version}: ${changes.map(changeText).join(', ')}`)
      .join('; '),
  // Of the platform, the same for every contest: minutes after the end in which a payment begun before it still counts, and seconds in which a
  // prompt sent to a phone before it does (ADR 61).
  latePaymentMinutes: ({ keptLateMinutes }) => keptLateMinutes ?? 0,
  promptSeconds: ({ keptLateMinutes }) => (keptLateMinutes ? undefined : PROMPT_SECONDS),
};

function changeText({ contestantId, votes, name }: ResultChange): string {
  const signed = votes && (votes > 0 ? `+${votes}` : `${votes}`);
  return [contestantId, signed, name && JSON.stringify(name)].filter(Boolean).join(' ');
}

/** Runs a statement and gives its rows. */
type Ask = <R extends object>(text: string, values: unknown[]) => Promise<R[]>;

type FoundRules = SealedFacts & { status: ContestStatus; sealed: Buffer | null; reason: string | null };

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const SETTINGS = settingRows.map(
  ({ property, column }) => `c.${column ?? snakeCase(property)} AS "${property}"`,
);

async function read(ask: Ask, contestId: string): Promise<FoundRules | undefined> {
  const rows = await ask<FoundRules>(
    `SELECT c.status, c.ended_at AS "endedAt", c.electors, ${SETTINGS.join(', ')},
       (SELECT jsonb_agg(jsonb_build_object('version', r.version, 'changes', r.changes) ORDER BY r.version)
         FROM result_corrections r WHERE r.contest_id = c.id AND r.version IS NOT NULL) AS "resultCorrections",
       (SELECT jsonb_agg(jsonb_build_object('id', k.id, 'price', k.vote_price_pesewas, 'bundles', k.bundles) ORDER BY k.id)
         FROM categories k WHERE k.contest_id = c.id AND k.vote_price_pesewas IS NOT NULL
           AND k.archived_at IS NULL) AS "categoryPrices",
       CASE WHEN c.vote_price_pesewas > 0 THEN (SELECT k.document::json FROM contest_rules k
         WHERE k.contest_id = c.id AND (k.document::json ->> 'votePricePesewas')::integer > 0
         ORDER BY k.id DESC LIMIT 1) END AS "keptOfPaid",
       CASE WHEN c.status = 'ENDED' THEN s.late_minutes END AS "keptLateMinutes",
       s.hash AS sealed, s.reason
     FROM contests c LEFT JOIN LATERAL (
       SELECT r.hash, r.document::json ->> '${AMENDMENT_REASON}' AS reason,
         (r.document::json ->> 'latePaymentMinutes')::integer AS late_minutes
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
export function documentOf(contest: SealedFacts, reason?: string | null): { document: string; hash: Buffer } {
  const settings = settingRows.map((row) => [row.sealedAs, sealedSetting(row, contest)]);
  const others = Object.entries(OTHER_RULES).map(([name, valueOf]) => [name, valueOf(contest)]);
  const document = canonicalJson({
    ...(Object.fromEntries([...settings, ...others]) as Record<string, Sealed>),
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
async function sealRules(ask: Ask, contestId: string, at: Date, reason?: string): Promise<void> {
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

/**
 * Seal who stands behind the ids of a contest: names of its categories, names, codes and categories of its nominees. Nothing is written for a draft,
 * nor when the newest roster says the same. For the transaction that changes them and holds the contest's lock.
 * @param at from when on they are in force
 * @param also nominees that are in it although they were taken off the list
 */
async function sealRoster(
  ask: Ask,
  contestId: string,
  at: Date,
  also: readonly string[] = [],
): Promise<void> {
  const [unsealed] = await ask<{ roster: Canonical }>(READ_UNSEALED_ROSTER, [contestId, also]);
  if (!unsealed) return;
  await ask('INSERT INTO contest_rosters (contest_id, in_force_at, document) VALUES ($1, $2, $3)', [
    contestId,
    at,
    canonicalJson(unsealed.roster),
  ]);
}

/**
 * Seal what no roster says: of a contest that is older than rosters, or changed by SQL or by a process of the release before.
 * @param voted nominees of votes that are to be logged. One that was taken off the list and stands in no roster gets one of its own before the present one.
 */
export async function sealDriftedRoster(
  ask: Ask,
  contestId: string,
  at: Date,
  voted: readonly string[],
): Promise<void> {
  const missing = () => ask<{ id: string }>(FIND_UNSEALED_NOMINEES, [contestId, voted]);
  const drifted = () => ask(READ_UNSEALED_ROSTER, [contestId, []]);
  if (!(await missing()).length && !(await drifted()).length) return;
  // A change that is under way ends first, and seals what it changed.
  await ask('SELECT FROM contests WHERE id = $1 FOR NO KEY UPDATE', [contestId]);
  const late = (await missing()).map(({ id }) => id);
  if (late.length) await sealRoster(ask, contestId, at, late);
  await sealRoster(ask, contestId, at);
}

/** What runs statements and gives their rows: TypeORM, inside or outside of a transaction. */
interface Statements {
  query<T>(text: string, values: unknown[]): Promise<T>;
}

/**
 * Seal what the public is told of a contest as it is now: its rules (ADR 125) and who is on its list. Every transaction that may change one of the two ends with it, while
 * it holds the contest's lock. A draft, and what is sealed already, is left as it is.
 * @param at from when on it is in force
 * @param reason why the rules are amended
 */
export async function sealContest(
  sql: Statements,
  contestId: string,
  at: Date,
  reason?: string,
): Promise<void> {
  const ask = <R extends object>(text: string, values: unknown[]) => sql.query<R[]>(text, values);
  await sealRules(ask, contestId, at, reason);
  await sealRoster(ask, contestId, at);
}

/** How often the rules of a contest were amended, and the newest time and reason; null when they never were. */
export async function newestAmendment(
  source: Statements,
  contestId: string,
): Promise<NewestAmendment | null> {
  const [row]: { at: Date; reason: string | null; versions: number; corrections: number }[] =
    await source.query(
      `SELECT r.in_force_at AS at, r.document::json ->> 'amendmentReason' AS reason,
       (SELECT count(*) FROM contest_rules o WHERE o.contest_id = $1) AS versions,
       (SELECT count(*) FROM result_corrections k WHERE k.contest_id = $1 AND k.decision = 'CONFIRMED') AS corrections
     FROM contest_rules r WHERE r.contest_id = $1 ORDER BY r.id DESC LIMIT 1`,
      [contestId],
    );
  if (!row || row.versions < 2) return null;
  return {
    count: row.versions - 1,
    at: row.at.toISOString(),
    reason: row.reason,
    corrections: row.corrections,
  };
}
