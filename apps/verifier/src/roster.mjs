import { demand } from './log.mjs';
import { isObject, isUuid, shown } from './forms.mjs';

/** Who stands behind the ids of a log: its entries of the kind `roster`, each of which replaces the one before. */

const LISTS = {
  categories: { fields: 'id,name', what: 'category' },
  contestants: { fields: 'categoryId,code,id,name', what: 'nominee' },
};

/** @typedef {{ categories: Map<string, { id: string, name: string }>, contestants: Map<string, { id: string, name: string, code: string, categoryId: string }> }} Roster */

export class Rosters {
  /** The newest that is complete. @type {Roster | null} */
  newest = null;
  /** Index and minute of the first entry. @type {{ index: number, minute: string } | null} */
  first = null;
  /** What each later one changed, in words. @type {{ index: number, minute: string, change: string, id: string, field: string | null, to: string }[]} */
  changes = [];
  /** Index of the first roster that has a nominee. @type {Map<string, number>} */
  listed = new Map();
  /** Categories in which a nominee has stood. @type {Map<string, Set<string>>} */
  categoriesOf = new Map();
  /** Parts of one that is not complete. @type {{ parts: number, entries: Record<string, any>[] } | null} */
  pending = null;

  /** @param {Record<string, any>} entry in its form @param {number} index */
  add(entry, index) {
    const { part = 1, parts = 1 } = entry;
    const isAlone = entry.part === undefined && entry.parts === undefined;
    demand(
      isAlone || (entry.part !== undefined && parts > 1),
      `entry ${index} is a part of a roster and does not say which of how many`,
    );
    const before = this.pending?.entries.length ?? 0;
    const isNext = part === before + 1 && part <= parts && (!this.pending || this.pending.parts === parts);
    demand(
      isNext,
      `entry ${index} is part ${part} of ${parts} of a roster, and part ${before + 1} of ${this.pending?.parts ?? parts} comes next`,
    );
    this.pending ??= { parts, entries: [] };
    const { minute = entry.minute } = this.pending.entries[0] ?? {};
    demand(
      entry.minute === minute,
      `entry ${index} is of ${entry.minute}, and the first part of its roster of ${minute}`,
    );
    this.pending.entries.push(entry);
    if (part === parts) this.finish(index);
  }

  /** After the last entry. */
  demandFinished() {
    if (this.pending)
      demand(
        false,
        `the log ends before part ${this.pending.entries.length + 1} of ${this.pending.parts} of the roster`,
      );
  }

  /** A roster of several parts is not interrupted. @param {number} index of another entry */
  demandComplete(index) {
    if (this.pending)
      demand(
        false,
        `entry ${index} comes before part ${this.pending.entries.length + 1} of ${this.pending.parts} of the roster`,
      );
  }

  finish(index) {
    const { entries } = this.pending;
    this.pending = null;
    const [categories, contestants] = Object.keys(LISTS).map((name) => listOf(name, entries, index));
    const { minute } = entries[0];
    for (const { id, categoryId } of contestants.values()) {
      demand(
        categories.has(categoryId),
        `entry ${index} lists the nominee ${id} in a category that it does not list: ${categoryId}`,
      );
      if (!this.listed.has(id)) this.listed.set(id, index);
      const known = this.categoriesOf.get(id);
      if (known) known.add(categoryId);
      else this.categoriesOf.set(id, new Set([categoryId]));
    }
    const roster = { categories, contestants };
    if (this.newest)
      for (const change of changesBetween(this.newest, roster))
        this.changes.push({ index, minute, ...change });
    this.first ??= { index: index - entries.length + 1, minute };
    this.newest = roster;
  }
}

function listOf(name, entries, index) {
  const { fields, what } = LISTS[name];
  const list = new Map();
  let before = '';
  for (const item of entries.flatMap((entry) => entry[name])) {
    const fits =
      isObject(item) &&
      Object.keys(item).sort().join() === fields &&
      isUuid(item.id) &&
      Object.values(item).every((value) => typeof value === 'string') &&
      item.name.trim() !== '';
    demand(
      fits,
      `entry ${index} lists a ${what} that is not { ${fields.replaceAll(',', ', ')} }: ${shown(item)}`,
    );
    demand(
      item.id > before,
      `entry ${index} lists the ${what} ${item.id} out of the order of the ids, or twice`,
    );
    before = item.id;
    list.set(item.id, item);
  }
  return list;
}

function* changesBetween(before, after) {
  for (const [name, { what }] of Object.entries(LISTS)) {
    for (const [id, item] of after[name]) {
      const old = before[name].get(id);
      if (!old) yield { id, field: null, to: item.name, change: `${what} added: ${labelOf(item)}` };
      else {
        for (const field of Object.keys(item).filter((key) => old[key] !== item[key]))
          yield {
            id,
            field,
            to: item[field],
            change: `${what} ${labelOf(old)}: ${field} ${shown(old[field])} became ${shown(item[field])}`,
          };
      }
    }
    for (const [id, item] of before[name])
      if (!after[name].has(id))
        yield { id, field: null, to: item.name, change: `${what} taken off the list: ${labelOf(item)}` };
  }
}

const labelOf = ({ id, name, code }) => `${shown(name)}${code === undefined ? '' : ` (${code})`} ${id}`;
