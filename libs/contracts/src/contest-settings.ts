import type { InputOf } from './field-rule.js';
import { CHALLENGE_MODES } from './held-vote.js';
import { MAX_VOTE_PRICE_PESEWAS } from './money.js';
import {
  type Bundle,
  bundleExamples,
  type BundleInput,
  bundlesField,
  type VoteWindow,
  windowExamples,
  windowsField,
} from './pricing.js';
import { dateField } from './shared-rules.js';
import * as s from './schema.js';
import { bundles, kept, money, plain, type Setting, time, windows } from './setting-kinds.js';
import { VERIFICATION_LEVELS } from './verification.js';
import { MAX_VOTES_PER_CAST } from './vote.js';

const FIXED_LEVEL =
  'Whether phone numbers must be verified can only be changed while the contest is a draft: every vote of a contest counts by the same rule.';

/**
 * The settings of a contest, a row each. Services, answers, sealed rules, audit log, the API's document and the organiser's form loop over this
 * table: a further setting is a row here, a column in the entity and by a migration, its texts (`texts/en/contest-settings.ts` of the web
 * client) and a test.
 */
export const contestSettings = {
  startDate: kept(time, dateField('Start date'), {
    example: s.EXAMPLE_TIME,
    shownTo: 'list',
    changes: 'until-end',
    sealedAs: 'startDate',
    form: 'own',
  }),
  endDate: kept(time, dateField('End date'), {
    example: '2026-12-31T23:59:59.000Z',
    shownTo: 'list',
    changes: 'until-end',
    sealedAs: 'endDate',
    form: 'own',
  }),
  votePrice: kept(
    money,
    {
      type: 'number',
      typeMessage: 'Vote price must be 0 or greater',
      min: [0, 'Vote price must be 0 or greater'],
      max: [MAX_VOTE_PRICE_PESEWAS / 100, 'Vote price must be at most GHS 10,000'],
      decimals: [2, 'Vote price can have at most two decimals'],
    },
    {
      example: 1,
      initial: 0,
      property: 'votePricePesewas',
      shownTo: 'list',
      changes: 'until-end',
      sealedAs: 'votePricePesewas',
      form: 'own',
    },
  ),
  /** More votes for less, where a category has no price of its own. */
  bundles: kept(bundles, bundlesField, {
    example: [bundleExamples] as BundleInput[],
    initial: [] as Bundle[],
    shownTo: 'page',
    changes: 'until-end',
    needsReason: true,
    sealedAs: 'bundles',
    unsealed: '',
    form: 'own',
  }),
  /** When a paid vote counts several times. They belong to the evening of the contest: a duplicate has none. */
  windows: kept(windows, windowsField, {
    example: [windowExamples] as VoteWindow[],
    initial: [] as VoteWindow[],
    column: 'vote_windows',
    shownTo: 'page',
    changes: 'until-end',
    needsReason: true,
    sealedAs: 'voteWindows',
    unsealed: '',
    isNotCopied: true,
    form: 'own',
  }),
  /** Free votes one phone has per hour. */
  freeVotesPerHour: plain(
    { type: 'integer', min: [1], max: [MAX_VOTES_PER_CAST] },
    {
      example: 10,
      initial: 10,
      shownTo: 'page',
      changes: 'until-end',
      sealedAs: 'freeVotesPerHour',
      holdsIn: 'free',
      form: 'limits',
    },
  ),
  /** Free votes one device has per hour, whatever phones it names, and never less than the phone's limit: three phones' worth, because families share one. */
  freeVotesPerDevice: plain(
    { type: 'integer', min: [1], max: [MAX_VOTES_PER_CAST] },
    {
      example: 30,
      initial: 30,
      shownTo: 'organiser',
      changes: 'until-end',
      sealedAs: 'freeVotesPerDevice',
      holdsIn: 'free',
      form: 'limits',
    },
  ),
  challenge: plain(
    { type: 'string', label: 'Person check', oneOf: CHALLENGE_MODES },
    {
      example: 'AUTO',
      initial: 'AUTO',
      shownTo: 'organiser',
      changes: 'until-end',
      sealedAs: 'personCheck',
      holdsIn: 'free',
      form: 'limits',
    },
  ),
  /**
   * Whether numbers must be proven once one network address has given many votes (ADR 42). Contests from before the rule have it off without a
   * choice of their organiser: a duplicate begins with it.
   */
  addressProof: plain(
    { type: 'boolean', label: 'Proof of numbers behind one address' },
    {
      example: true,
      initial: true,
      shownTo: 'organiser',
      changes: 'until-end',
      sealedAs: 'addressProof',
      unsealed: false,
      holdsIn: 'open',
      isNotCopied: true,
      form: 'limits',
    },
  ),
  /** When a free vote counts. */
  verification: plain(
    { type: 'string', label: 'Verification', oneOf: VERIFICATION_LEVELS },
    {
      example: 'OPEN',
      initial: 'OPEN',
      shownTo: 'page',
      changes: 'draft',
      refusal: FIXED_LEVEL,
      sealedAs: 'verification',
      holdsIn: 'free',
      form: 'own',
    },
  ),
  /** Whether electors may change their vote until the end. */
  allowBallotChange: plain(
    { type: 'boolean', label: 'Changes of a vote' },
    {
      example: false,
      initial: false,
      shownTo: 'page',
      changes: 'draft',
      refusal: FIXED_LEVEL,
      sealedAs: 'allowBallotChange',
      holdsIn: 'electorate',
      form: 'own',
    },
  ),
  /** Months after the end for which voters' personal data are kept: card payments can be disputed for about four. */
  retentionMonths: plain(
    {
      type: 'integer',
      label: 'Months',
      min: [1, 'Voters’ details are kept for at least 1 month'],
      max: [120, 'Voters’ details are kept for at most 120 months'],
    },
    {
      example: 6,
      initial: 6,
      shownTo: 'page',
      changes: 'always',
      needsReason: true,
      sealedAs: 'retentionMonths',
      form: 'more',
    },
  ),
  showResults: plain(
    { type: 'boolean' },
    { example: true, initial: true, shownTo: 'list', changes: 'always', sealedAs: 'showResults' },
  ),
};

type Table = typeof contestSettings;
export type SettingName = keyof Table;
/** Settings that the organiser's form has. */
export type SettingFormName = NamesWith<{ form: string }>;
type NamesWith<T> = { [N in SettingName]: Table[N] extends T ? N : never }[SettingName];
type PropertyOf<N extends SettingName> = Table[N] extends { property: infer P extends string } ? P : N;
type ShownOf<N extends SettingName> =
  | ReturnType<Table[N]['show']>
  | (Table[N] extends { holdsIn: 'free' } ? null : never);

/** Who reads an answer. */
type Audience = 'list' | 'page' | 'organiser';
const AUDIENCES: readonly Audience[] = ['list', 'page', 'organiser'];
type ShownName<A extends Audience> = NamesWith<{
  shownTo: A extends 'list' ? 'list' : A extends 'page' ? 'list' | 'page' : Audience;
}>;

/** The settings as the entity has them. */
export type KeptSettings = { [N in SettingName as PropertyOf<N>]: ReturnType<Table[N]['keep']> };
export type SettingsInput = InputOf<{ [N in SettingName]: Table[N]['rule'] }>;
export type ShownSettings<A extends Audience> = { [N in ShownName<A>]: ShownOf<N> };

/** The table for loops, with the name of each property of the entity. */
export const settingRows: readonly (Setting & { name: SettingName; property: keyof KeptSettings })[] =
  /* @__PURE__ */ rowsOf(contestSettings);

function rowsOf(table: Table): typeof settingRows {
  const entries = Object.entries(table) as [SettingName, Setting][];
  return entries.map(([name, row]) => {
    return { ...row, name, property: (row.property ?? name) as keyof KeptSettings };
  });
}

/** The settings that the organiser's form has. */
export const formSettings = /* @__PURE__ */ settingRows.filter((row) => row.form) as readonly (Setting & {
  name: SettingFormName;
})[];

export const rulesOfSettings = /* @__PURE__ */ ofForm((row) => row.rule) as {
  [N in SettingFormName]: Table[N]['rule'];
};

/** What answers say of the form's settings. */
/* @__NO_SIDE_EFFECTS__ */
export function settingViews<A extends Audience>(
  audience: A,
): { [N in ShownName<A> & SettingFormName]: s.Schema<ShownOf<N>> } {
  const shown = ofForm((row) => (row.holdsIn === 'free' ? s.nullable(row.view) : row.view), audience);
  return shown as { [N in ShownName<A> & SettingFormName]: s.Schema<ShownOf<N>> };
}

export const settingExamples = /* @__PURE__ */ Object.fromEntries(
  settingRows.map(({ name, example }) => [name, example]),
) as { [N in SettingName]: Table[N]['example'] };

/* @__NO_SIDE_EFFECTS__ */
function ofForm<T>(of: (row: Setting) => T, audience: Audience = 'organiser'): Record<string, T> {
  const rows = settingRows.filter((row) => row.form && isShown(row, audience));
  return Object.fromEntries(rows.map((row) => [row.name, of(row)]));
}

function isShown(row: Setting, audience: Audience): boolean {
  return AUDIENCES.indexOf(row.shownTo) <= AUDIENCES.indexOf(audience);
}

/** Settings as they are kept. @param current those of a contest that is changed; of a new one, what is not said has its initial value */
export function keptSettings(input: Partial<SettingsInput>, current?: KeptSettings): KeptSettings {
  const keep = ({ name, property, initial, keep }: (typeof settingRows)[number]): unknown => {
    if (input[name] !== undefined) return keep(input[name]);
    return current ? current[property] : initial;
  };
  return Object.fromEntries(settingRows.map((row) => [row.property, keep(row)])) as KeptSettings;
}

/** Settings as readers see them. */
export function shownSettings<A extends Audience>(contest: KeptSettings, audience: A): ShownSettings<A> {
  const isPaid = contest.votePricePesewas > 0;
  const rows = settingRows.filter((row) => isShown(row, audience));
  return Object.fromEntries(
    rows.map(({ name, property, holdsIn, show }) => [
      name,
      isPaid && holdsIn === 'free' ? null : show(contest[property]),
    ]),
  ) as ShownSettings<A>;
}

/** The settings with which a duplicate begins. */
export function copiedSettings(contest: KeptSettings): KeptSettings {
  const initial = settingRows.filter((row) => row.isNotCopied).map((row) => [row.property, row.initial]);
  return { ...keptSettings({}, contest), ...Object.fromEntries(initial) } as KeptSettings;
}
