import { formatCedis, formatCount, formatDateTime } from '@/lib/format';
import type { RosterChange } from '@/lib/public-log/roster';
import { windowText } from '@/lib/vote-window';
import { settingName } from '@/texts/en/contest-settings';
import { publicAuditTexts } from '@/texts/en/public-audit';

const t = publicAuditTexts.rules;

/** What a sealed rule is called. */
export const ruleName = (field: string): string => t.fields[field] ?? settingName(field) ?? field;

export type RuleValue = string | number | boolean | null;

/**
 * A sealed rule in words. The forms of bundles, windows and prices are those of the sealed document (ADR 131).
 * @param categories names by id, of the categories that there are now
 */
export function shownRule(field: string, value: RuleValue, categories: ReadonlyMap<string, string>): string {
  if (value === null) return t.empty;
  if (typeof value === 'boolean') return value ? t.yes : t.no;
  if (typeof value === 'number') {
    if (!field.endsWith('Pesewas')) return formatCount(value);
    return value === 0 ? t.free : formatCedis(value / 100);
  }
  if (field === 'bundles') return value.split(',').map(bundleText).join(', ');
  if (field === 'voteWindows') return value.split(',').map(windowOf).join('; ');
  if (field === 'categoryPrices')
    return value
      .split(';')
      .map((category) => categoryText(category, categories))
      .join('; ');
  if (/(Date|At)$/.test(field)) return formatDateTime(value);
  return t.values[value] ?? value;
}

/** Changes of one list that are shown one by one. */
const MOST_CHANGES = 20;

/** What changed on a list of names, a line each. */
export function shownChanges(changes: readonly RosterChange[]): string[] {
  const { names } = publicAuditTexts;
  const lines = changes
    .slice(0, MOST_CHANGES)
    .map(({ what, name, from, to }) => t.changed(names.what[what](name), from ?? t.empty, to ?? t.empty));
  const more = changes.length - lines.length;
  return more > 0 ? [...lines, names.more(formatCount(more))] : lines;
}

/** `10:800` */
function bundleText(bundle: string): string {
  const [votes = 0, price = 0] = bundle.split(':').map(Number);
  return t.bundle(formatCount(votes), formatCedis(price / 100));
}

/** `2026-12-05T20:00:00.000Z/2026-12-05T21:00:00.000Z*2` */
function windowOf(window: string): string {
  const [times = '', multiplier = '1'] = window.split('*');
  const [from = '', until = ''] = times.split('/');
  return windowText({ from, until, multiplier: Number(multiplier) });
}

/** `<id>=200,10:1600` */
function categoryText(category: string, names: ReadonlyMap<string, string>): string {
  const [id = '', prices = ''] = category.split('=');
  const [single, ...bundles] = prices.split(',');
  const shown = [formatCedis(Number(single) / 100), ...bundles.map(bundleText)].join(', ');
  return `${names.get(id) ?? id}: ${shown}`;
}
