import { createHash } from 'node:crypto';
import {
  AMENDMENT_REASON,
  type Bundle,
  type ContestStatus,
  PROMPT_SECONDS,
  type ResultChange,
  type VoteWindow,
} from '@abato/contracts';
import { canonicalJson } from '@abato/platform';

type Value = string | number | boolean | null;

/** A category with a price of its own. */
interface PricedCategory {
  id: string;
  price: number;
  bundles: Bundle[];
}

/** What sealed fields are made of: columns of `contests`, as the driver reads them. */
interface RuleColumns {
  start_date: Date;
  end_date: Date;
  ended_at: Date | null;
  vote_price_pesewas: number;
  free_votes_per_hour: number;
  free_votes_per_device: number;
  challenge: string;
  address_proof: boolean;
  verification: string;
  allow_ballot_change: boolean;
  electors: number;
  show_results: boolean;
  retention_months: number;
  bundles: Bundle[];
  vote_windows: VoteWindow[];
  /** Confirmed corrections of the final result; null: none. */
  result_corrections: { version: number; changes: ResultChange[] }[] | null;
  /** null: none. */
  category_prices: PricedCategory[] | null;
  /** What a paid contest was sealed with when it was paid before; null: never. */
  kept_of_paid: Readonly<Record<string, Value>> | null;
  /** What a contest that has ended was sealed with: later releases do not change the rules of what is over. null: it has not ended. */
  kept_late_minutes: number | null;
}

interface SealedField {
  /** In the sealed document. Never renamed: the old name is in logs. */
  name: string;
  columns: readonly (keyof RuleColumns)[];
  /** undefined: no rule of this contest; the document does not name it, and contests without it keep their hash. */
  valueOf: (contest: RuleColumns) => Value | undefined;
}

type PlainColumn = Exclude<
  keyof RuleColumns,
  'bundles' | 'vote_windows' | 'category_prices' | 'result_corrections' | 'kept_late_minutes' | 'kept_of_paid'
>;

/** A column that is sealed as it is. */
function column(name: string, from: PlainColumn): SealedField {
  return {
    name,
    columns: [from],
    valueOf: ({ [from]: value }) => (value instanceof Date ? value.toISOString() : value),
  };
}

/** A rule of free votes: null where votes are paid for, but a contest that was sealed with a value keeps it, and its hash. */
function ofFreeVotes(field: SealedField): SealedField {
  return {
    ...field,
    columns: [...field.columns, 'vote_price_pesewas', 'kept_of_paid'],
    valueOf: (contest) =>
      contest.vote_price_pesewas > 0 ? (contest.kept_of_paid?.[field.name] ?? null) : field.valueOf(contest),
  };
}

/** A rule of contests with an electorate: the others are not amended by it. */
function ofElectorate(field: SealedField): SealedField {
  return {
    ...field,
    columns: [...field.columns, 'verification'],
    valueOf: (contest) => (contest.verification === 'ELECTORATE' ? field.valueOf(contest) : undefined),
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
  // Votes and pesewas: `10:800,25:1800` (ADR 132).
  {
    name: 'bundles',
    columns: ['bundles'],
    valueOf: ({ bundles }) => bundlesText(bundles) || undefined,
  },
  // `2026-12-05T20:00:00.000Z/2026-12-05T21:00:00.000Z*2`, separated by commas.
  {
    name: 'voteWindows',
    columns: ['vote_windows'],
    valueOf: ({ vote_windows: windows }) =>
      windows.map(({ from, until, multiplier }) => `${from}/${until}*${multiplier}`).join(',') || undefined,
  },
  // Categories with a price of their own, by id: `<id>=200,10:1600`, separated by semicolons.
  {
    name: 'categoryPrices',
    columns: ['category_prices'],
    valueOf: ({ category_prices: categories }) =>
      categories
        ?.map(({ id, price, bundles }) => [`${id}=${price}`, bundlesText(bundles)].filter(Boolean).join(','))
        .join(';'),
  },
  ofFreeVotes(column('freeVotesPerHour', 'free_votes_per_hour')),
  ofFreeVotes(column('freeVotesPerDevice', 'free_votes_per_device')),
  ofFreeVotes(column('personCheck', 'challenge')),
  // Of open contests that ask for it: a contest without it keeps its hash (ADR 177).
  {
    name: 'addressProof',
    columns: ['address_proof', 'verification', 'vote_price_pesewas'],
    valueOf: ({ address_proof: asks, verification, vote_price_pesewas: price }) =>
      (asks && verification === 'OPEN' && price === 0) || undefined,
  },
  ofFreeVotes(column('verification', 'verification')),
  ofElectorate(column('allowBallotChange', 'allow_ballot_change')),
  // Electors that are added later are seen by all: each addition is an amendment.
  ofElectorate(column('electors', 'electors')),
  column('showResults', 'show_results'),
  // Of a final result, by contestant (ADR 187): `2: <id> -12, <id> +3 "New name"; 3: …`, where 2 is the version of the result that it made.
  {
    name: 'resultCorrections',
    columns: ['result_corrections'],
    valueOf: ({ result_corrections: corrections }) =>
      corrections
        ?.map(({ version, changes }) => `${version}: ${changes.map(changeText).join(', ')}`)
        .join('; '),
  },
  column('retentionMonths', 'retention_months'),
  // Of the platform, the same for every contest: minutes after the end in which a payment begun before it still counts, and seconds in which a
  // prompt sent to a phone before it does (ADR 79).
  {
    name: 'latePaymentMinutes',
    columns: ['kept_late_minutes'],
    valueOf: ({ kept_late_minutes: kept }) => kept ?? 0,
  },
  {
    name: 'promptSeconds',
    columns: ['kept_late_minutes'],
    valueOf: ({ kept_late_minutes: kept }) => (kept ? undefined : PROMPT_SECONDS),
  },
];

function changeText({ contestantId, votes, name }: ResultChange): string {
  const signed = votes && (votes > 0 ? `+${votes}` : `${votes}`);
  return [contestantId, signed, name && JSON.stringify(name)].filter(Boolean).join(' ');
}

function bundlesText(bundles: readonly Bundle[]): string {
  return bundles.map(({ votes, pricePesewas }) => `${votes}:${pricePesewas}`).join(',');
}

/** Runs a statement and gives its rows. */
export type Ask = <R extends object>(text: string, values: unknown[]) => Promise<R[]>;

type FoundRules = RuleColumns & { status: ContestStatus; sealed: Buffer | null; reason: string | null };

/** Columns that are no columns of `contests`. */
const COMPUTED: Partial<Record<keyof RuleColumns, string>> = {
  result_corrections: `(SELECT jsonb_agg(jsonb_build_object('version', r.version, 'changes', r.changes) ORDER BY r.version)
    FROM result_corrections r WHERE r.contest_id = c.id AND r.version IS NOT NULL) AS result_corrections`,
  category_prices: `(SELECT jsonb_agg(jsonb_build_object('id', k.id, 'price', k.vote_price_pesewas, 'bundles', k.bundles) ORDER BY k.id)
    FROM categories k WHERE k.contest_id = c.id AND k.vote_price_pesewas IS NOT NULL AND k.archived_at IS NULL) AS category_prices`,
  kept_of_paid: `CASE WHEN c.vote_price_pesewas > 0 THEN (SELECT k.document::json FROM contest_rules k
    WHERE k.contest_id = c.id AND (k.document::json ->> 'votePricePesewas')::integer > 0 ORDER BY k.id DESC LIMIT 1) END AS kept_of_paid`,
  kept_late_minutes: `CASE WHEN c.status = 'ENDED' THEN s.late_minutes END AS kept_late_minutes`,
};
const COLUMNS = [...new Set(SEALED_FIELDS.flatMap((field) => field.columns))].map(
  (name) => COMPUTED[name] ?? `c.${name}`,
);

async function read(ask: Ask, contestId: string): Promise<FoundRules | undefined> {
  const rows = await ask<FoundRules>(
    `SELECT c.status, ${COLUMNS.join(', ')},
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
