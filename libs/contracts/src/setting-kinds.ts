import type { FieldRule, ValueOf } from './field-rule.js';
import { cedisFromPesewas, pesewasFromCedis } from './money.js';
import {
  type Bundle,
  type BundleInput,
  bundlesFrom,
  bundlesShown,
  bundlesView,
  type VoteWindow,
  windowsFrom,
  windowsView,
} from './pricing.js';
import * as s from './schema.js';

export type SealedValue = string | number | boolean | null;

/** How the value of a setting is kept, shown to readers, and sealed. */
interface Kind<I, K> {
  keep(this: void, input: I): K;
  show(this: void, kept: K): I;
  seal(this: void, kept: K): SealedValue;
  view: s.Schema<I>;
}

interface Traits<I, K> {
  example: I;
  /** Of a new contest that does not say it. A setting without it must be given. */
  initial?: K;
  /** Name of the entity's property where it differs, and of the column where that is not the property's in snake case. */
  property?: string;
  column?: string;
  /** `list`: on every card and page of the contest; `page`: on its public page; `organiser`: to its owner and super admins. */
  shownTo: 'list' | 'page' | 'organiser';
  /** `until-end`: until voting has ended. */
  changes: 'draft' | 'until-end' | 'always';
  /** Said when a setting of a draft is changed later. */
  refusal?: string;
  /** Once votes were cast, a change needs a reason (ADR 125). */
  needsReason?: true;
  /** Name in the sealed document. Never renamed: the old name is in logs. */
  sealedAs: string;
  /** With this value the document does not name it, so that contests from before the setting keep their hash. */
  unsealed?: SealedValue;
  /**
   * `free`: null in answers and sealed rules of a paid contest. `open`, `electorate`: sealed only for free contests with open voting, and for
   * those with an electorate.
   */
  holdsIn?: 'free' | 'open' | 'electorate';
  /** A duplicate begins with the initial value instead. */
  isNotCopied?: true;
  /** Where the organiser's form has it: `limits` and `more` are drawn from the rule, `own` by code of its own. Absent: the form has it not. */
  form?: 'own' | 'limits' | 'more';
}

export type Setting<R = FieldRule, I = unknown, K = unknown> = Kind<I, K> & Traits<I, K> & { rule: R };

const same = <T>(value: T): T => value;

/* @__NO_SIDE_EFFECTS__ */
function viewOf(rule: FieldRule): s.Schema {
  if (rule.oneOf) return s.oneOf(rule.oneOf);
  return rule.type === 'boolean' ? s.flag : rule.type === 'integer' ? s.count : s.text;
}

/** A number, text or flag that is kept, shown and sealed as it is typed. */
/* @__NO_SIDE_EFFECTS__ */
export function plain<const R extends FieldRule, const T extends Traits<ValueOf<R>, ValueOf<R>>>(
  rule: R,
  traits: T,
): Kind<ValueOf<R>, ValueOf<R>> & { rule: R } & T {
  const kind = { keep: same, show: same, seal: same as (kept: ValueOf<R>) => SealedValue };
  return s.merged(s.merged(kind, { rule, view: viewOf(rule) as s.Schema<ValueOf<R>> }), traits);
}

/** A setting that is kept in another form than it is typed in. */
/* @__NO_SIDE_EFFECTS__ */
export function kept<I, K, const R extends FieldRule, const T extends Traits<I, K>>(
  kind: Kind<I, K>,
  rule: R,
  traits: T,
): Kind<I, K> & { rule: R } & T {
  return s.merged(s.merged(kind, { rule }), traits);
}

export const time: Kind<string, Date> = {
  keep: (iso) => new Date(iso),
  show: (date) => date.toISOString(),
  seal: (date) => date.toISOString(),
  view: s.dateTime,
};
/** Cedis, kept as pesewas. */
export const money: Kind<number, number> = {
  keep: (value) => pesewasFromCedis(value) ?? 0,
  show: cedisFromPesewas,
  seal: same,
  view: s.cedis,
};
export const bundles: Kind<BundleInput[], Bundle[]> = {
  keep: bundlesFrom,
  show: bundlesShown,
  seal: bundlesText,
  view: bundlesView,
};
/** Sealed as `2026-12-05T20:00:00.000Z/2026-12-05T21:00:00.000Z*2`, separated by commas. */
export const windows: Kind<VoteWindow[], VoteWindow[]> = {
  keep: windowsFrom,
  show: (list) => list.map(({ from, until, multiplier }) => ({ from, until, multiplier })),
  seal: (list) => list.map(({ from, until, multiplier }) => `${from}/${until}*${multiplier}`).join(','),
  view: windowsView,
};

/** Bundles of a contest or a category as sealed rules name them: votes and pesewas, `10:800,25:1800` (ADR 131). */
export function bundlesText(list: readonly Bundle[]): string {
  return list.map(({ votes, pricePesewas }) => `${votes}:${pricePesewas}`).join(',');
}
