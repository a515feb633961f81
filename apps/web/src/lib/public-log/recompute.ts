import { areEqual, fromBase64, textOf } from '@abato/verifier/bytes.mjs';
import { HiddenEntries } from '@abato/verifier/hidden.mjs';
import { entriesOf, Tree, WIDTH } from '@abato/verifier/log.mjs';
import { type Roster, Rosters } from '@abato/verifier/roster.mjs';
import { type Entry, isHidden, kindOf, MANUAL_CHANNELS, NEWEST_VERSION } from './entry';
import { type RosterChange, rosterChanges } from './roster';
import { type ReadLog, tilePath } from './tiles';

/** Bundles that are read at once. */
const AT_ONCE = 6;
/** Bytes of an entry and its length, about: what a visitor is told before downloading. */
export const ENTRY_BYTES = 330;
/** What of an entry is encrypted. */
const HIDDEN_BYTES = 48;

export interface KindTotal {
  entries: number;
  votes: number;
  /** Pesewas. */
  amount: number;
}

/** The list of names was changed from this minute on. */
export interface Renaming {
  /** UTC. */
  minute: string;
  changes: readonly RosterChange[];
}

/** What the entries of a log add up to. */
export interface LogTotals {
  /** Whether the entries lead to the signed root. */
  rootHolds: boolean;
  /** Whether the entries begin with those of each earlier checkpoint. */
  continues: boolean;
  votes: number;
  byContestant: ReadonlyMap<string, number>;
  /** Votes that the organiser entered are `manual`, whatever version 1 calls them. */
  byKind: ReadonlyMap<string, KindTotal>;
  /** Of all these: votes that a person let in (version 2). */
  released: KindTotal;
  /** Votes that the organiser had entered and that were taken back. */
  manualTakenBack: number;
  /** Pesewas that came through the provider, less what was taken back of them. */
  provider: number;
  /** Entries that are encrypted, and whose key is not in the log. */
  hidden: number;
  /** Hashes of the rules, in the order in which they were sealed. */
  rules: readonly string[];
  /** The newest list of names; null in a log of version 1. */
  roster: Roster | null;
  /** Every change of the list after the first one. */
  renamings: readonly Renaming[];
  /** The newest names of nominees that were on a list before the newest one, by id. */
  formerNames: ReadonlyMap<string, string>;
  /** Place of the first entry of a version that this page does not know, from 0: from there on nothing was added up. */
  newer: number | null;
}

/** A tree of which size and root are known. */
interface Head {
  size: number;
  root: Uint8Array;
}

/**
 * Download every entry, compute the root from them, and add them up.
 * @param report told how many entries were read
 * @param earlier checkpoints that the log must continue, such as those of witnesses
 * @throws Error when a bundle is missing, or has not the form of its document
 */
export async function recompute(
  { size, root }: Head,
  read: ReadLog,
  report: (done: number) => void = () => undefined,
  earlier: readonly Head[] = [],
): Promise<LogTotals> {
  let continues = earlier.every((head) => head.size <= size);
  const sum = new Sum();
  const tree = new Tree();
  const compare = () => {
    for (const head of earlier) if (head.size === tree.size) continues &&= areEqual(tree.root(), head.root);
  };
  compare();
  const count = Math.ceil(size / WIDTH);
  for (let first = 0; first < count; first += AT_ONCE) {
    const places = Array.from({ length: Math.min(AT_ONCE, count - first) }, (_, nr) => first + nr);
    const found = await Promise.all(places.map((place) => read(tilePath('entries', place, size))));
    for (const [nr, bundle] of found.entries()) {
      for (const entry of entriesOf(bundle, Math.min(WIDTH, size - (first + nr) * WIDTH))) {
        sum.add(entry);
        tree.add(entry);
        compare();
      }
    }
    report(Math.min(size, (first + places.length) * WIDTH));
  }
  return { ...sum.totals(), continues, rootHolds: areEqual(tree.root(), root) };
}

const KINDS: ReadonlySet<unknown> = new Set(['free', 'paid', 'manual', 'reversal', 'restore']);

class Sum {
  private readonly byContestant = new Map<string, number>();
  private readonly byKind = new Map<string, KindTotal>();
  private readonly rules: string[] = [];
  private readonly hidden = new HiddenEntries();
  private readonly rosters = new Rosters();
  private readonly renamings: Renaming[] = [];
  private readonly formerNames = new Map<string, string>();
  private released: KindTotal = { entries: 0, votes: 0, amount: 0 };
  private manualTakenBack = 0;
  private votes = 0;
  private provider = 0;
  private entries = 0;
  private newer: number | null = null;

  add(bytes: Uint8Array): void {
    this.entries += 1;
    if (this.newer !== null) return;
    const entry = JSON.parse(textOf(bytes)) as Entry;
    if (Number(entry.v) > NEWEST_VERSION) {
      this.newer = this.entries - 1;
      return;
    }
    const index = this.entries - 1;
    if (entry.kind === 'roster') {
      this.name(entry, index);
      return;
    }
    this.rosters.demandComplete(index);
    if (entry.kind === 'rules') this.rules.push(String(entry.rules));
    else if (entry.kind === 'reveal') {
      for (const one of this.hidden.reveal(entry, index)) this.count(one.entry as Entry);
    } else if (!KINDS.has(entry.kind)) throw new Error('an entry has an unknown kind');
    else if (isHidden(entry)) {
      if (fromBase64(String(entry.hidden)).length !== HIDDEN_BYTES)
        throw new Error('a hidden entry has another length');
      this.hidden.add(entry, index);
    } else this.count(entry);
  }

  private name(entry: Entry, index: number): void {
    const before = this.rosters.newest;
    this.rosters.add(entry, index);
    const { newest } = this.rosters;
    if (!before || !newest || newest === before) return;
    for (const [id, { name }] of before.contestants) this.formerNames.set(id, name);
    const changes = rosterChanges(before, newest);
    if (changes.length) this.renamings.push({ minute: String(entry.minute), changes });
  }

  private count(entry: Entry): void {
    const [votes, amount, contestant] = [Number(entry.votes), Number(entry.amount), String(entry.contestant)];
    if (!Number.isSafeInteger(votes) || !Number.isSafeInteger(amount))
      throw new Error('an entry has no whole numbers');
    const kind = kindOf(entry);
    this.byKind.set(kind, plus(this.byKind.get(kind), votes, amount));
    this.byContestant.set(contestant, (this.byContestant.get(contestant) ?? 0) + votes);
    if (entry.released) this.released = plus(this.released, votes, amount);
    if (isOfProvider(entry)) this.provider += amount;
    if (kind === 'reversal' && MANUAL_CHANNELS.has(entry.channel) && !isCorrection(entry))
      this.manualTakenBack -= votes;
    this.votes += votes;
  }

  totals(): Omit<LogTotals, 'rootHolds' | 'continues'> {
    const { votes, byContestant, byKind, provider, rules, newer } = this;
    const { renamings, formerNames, released, manualTakenBack } = this;
    if (newer === null) this.rosters.demandFinished();
    return {
      votes,
      byContestant,
      byKind,
      provider,
      hidden: this.hidden.size,
      rules,
      newer,
      released,
      manualTakenBack,
      roster: this.rosters.newest,
      renamings,
      formerNames,
    };
  }
}

function plus(sum: KindTotal | undefined, votes: number, amount: number): KindTotal {
  const { entries, votes: before, amount: paid } = sum ?? { entries: 0, votes: 0, amount: 0 };
  return { entries: entries + 1, votes: before + votes, amount: paid + amount };
}

/** A correction of a final result takes votes back that the organiser need not have entered. */
const isCorrection = ({ v, of }: Entry): boolean => v !== 1 && of === undefined;

/** A reversal has the channel of its count. */
const OTHER_CHANNELS: ReadonlySet<unknown> = new Set(['web', 'light', 'ussd', 'ballot', ...MANUAL_CHANNELS]);
function isOfProvider({ kind, channel }: Entry): boolean {
  return kind === 'paid' || (kind === 'reversal' && !OTHER_CHANNELS.has(channel));
}
