import { isDeepStrictEqual } from 'node:util';

/** An object as a template has it is a tree of maps, lists and scalars, and of these. */

/** What a template puts in place of a scalar: `{{ text }}`. */
export class Expression {
  constructor(text) {
    this.text = text;
  }
}

/** A map or a list that a value holds as a whole. */
export class Whole {
  /** @param value path of it, such as `.Values.api.resources` */
  constructor(value) {
    this.value = value;
  }
}

/** Items of a list, one for each of a value's; in the item `.` is the value's. */
export class Each {
  constructor(value, item) {
    this.value = value;
    this.item = item;
  }
}

/** Fields of a map, one for each of a value's, each a text. Stands in the map under a name that says nothing. */
export class Entries {
  constructor(value) {
    this.value = value;
  }
}

/** A field of a map that is different, or missing, where a condition does not hold. */
export class Choice {
  /** @param then and @param otherwise trees; undefined: there is no such field */
  constructor(condition, then, otherwise) {
    this.condition = condition;
    this.then = then;
    this.otherwise = otherwise;
  }
}

/** A text that is a file of the chart. */
export class Verbatim {
  constructor(path) {
    this.path = path;
  }
}

/** Fields of a map that a helper of the chart writes. Stands in the map under a name that says nothing. */
export class Included {
  constructor(name) {
    this.name = name;
  }
}

export const isMap = (node) =>
  typeof node === 'object' && node !== null && Object.getPrototypeOf(node) === Object.prototype;

/** One tree of two: what they have in common once, and a choice where they differ, as deep in the tree as lists allow. */
export function choose(condition, then, otherwise) {
  if (isDeepStrictEqual(then, otherwise)) return then;
  if (isMap(then) && isMap(otherwise)) {
    const keys = new Set([...Object.keys(then), ...Object.keys(otherwise)]);
    return Object.fromEntries([...keys].map((key) => [key, choose(condition, then[key], otherwise[key])]));
  }
  if (Array.isArray(then) && Array.isArray(otherwise) && then.length === otherwise.length) {
    const items = then.map((item, index) => choose(condition, item, otherwise[index]));
    if (!items.some((item) => item instanceof Choice)) return items;
  }
  return new Choice(condition, then, otherwise);
}

/**
 * Nodes at a path of names separated by spaces; `*` is every item of a list.
 * @returns {{ parent: object, key: string }[]} where each lies; none when the path leads nowhere
 */
export function places(tree, path) {
  const [first, ...rest] = path.split(' ');
  const keys = first === '*' ? Object.keys(tree) : Object.hasOwn(tree, first) ? [first] : [];
  if (!rest.length) return keys.map((key) => ({ parent: tree, key }));
  return keys.flatMap((key) =>
    typeof tree[key] === 'object' && tree[key] !== null ? places(tree[key], rest.join(' ')) : [],
  );
}

/** A tree in which `change` has replaced every scalar that is a text. */
export function withTexts(node, change) {
  if (typeof node === 'string') return change(node);
  if (Array.isArray(node)) return node.map((item) => withTexts(item, change));
  if (!isMap(node)) return node;
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, withTexts(value, change)]));
}
