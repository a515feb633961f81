import { areEqual, type Bytes } from './hashes';
import { isHidden, revealedKey } from './hidden';
import { hashOfEntry, peaksOf, type ReadLog, rootOfLog, TILE_WIDTH, tilePath } from './merkle';

/** Bundles that are read at once. */
const AT_ONCE = 6;
/** Bytes of an entry and its length, about: what a visitor is told before downloading. */
export const ENTRY_BYTES = 330;

export interface KindTotal {
  entries: number;
  votes: number;
  /** Pesewas. */
  amount: number;
}

/** What the entries of a log add up to. */
export interface LogTotals {
  /** Whether the entries lead to the signed root. */
  rootHolds: boolean;
  /** Whether the entries begin with those of each earlier checkpoint. */
  continues: boolean;
  votes: number;
  byContestant: ReadonlyMap<string, number>;
  byKind: ReadonlyMap<string, KindTotal>;
  /** Pesewas that came through the provider, less what was taken back of them. */
  provider: number;
  /** Entries that are encrypted, and whose key is not in the log. */
  hidden: number;
  /** Hashes of the rules, in the order in which they were sealed. */
  rules: readonly string[];
}

/** A tree of which size and root are known. */
interface Head {
  size: number;
  root: Bytes;
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
  const bundles: Bytes[] = [];
  const rest: Bytes[] = [];
  const sum = new Sum();
  const count = Math.ceil(size / TILE_WIDTH);
  for (let first = 0; first < count; first += AT_ONCE) {
    const places = Array.from({ length: Math.min(AT_ONCE, count - first) }, (_, nr) => first + nr);
    const found = await Promise.all(places.map((place) => read(tilePath('entries', place, size))));
    for (const [nr, bundle] of found.entries()) {
      const entries = entriesOf(bundle);
      if (entries.length !== Math.min(TILE_WIDTH, size - (first + nr) * TILE_WIDTH))
        throw new Error('a bundle has another number of entries');
      for (const entry of entries) await sum.add(entry);
      const hashes = await Promise.all(entries.map(hashOfEntry));
      for (const head of earlier.filter((one) => Math.floor(one.size / TILE_WIDTH) === first + nr)) {
        const begun = await rootOfLog(bundles, hashes.slice(0, head.size % TILE_WIDTH));
        continues &&= areEqual(begun, head.root);
      }
      if (hashes.length < TILE_WIDTH) rest.push(...hashes);
      else bundles.push(...(await peaksOf(hashes)));
    }
    report(Math.min(size, (first + places.length) * TILE_WIDTH));
  }
  const whole = await rootOfLog(bundles, rest);
  for (const head of earlier) if (head.size === size) continues &&= areEqual(whole, head.root);
  return { ...sum.totals(), continues, rootHolds: areEqual(whole, root) };
}

/** Entries of a bundle: each after its length in two bytes (C2SP `tlog-tiles`). */
function entriesOf(bundle: Bytes): Bytes[] {
  const entries: Bytes[] = [];
  for (let at = 0; at < bundle.length;) {
    const end = at + 2 + (bundle[at] ?? 0) * 256 + (bundle[at + 1] ?? 0);
    if (end > bundle.length) throw new Error('a bundle ends within an entry');
    entries.push(bundle.slice(at + 2, end));
    at = end;
  }
  return entries;
}

type Entry = Readonly<Record<string, unknown>>;

class Sum {
  private readonly decoder = new TextDecoder();
  private readonly byContestant = new Map<string, number>();
  private readonly byKind = new Map<string, KindTotal>();
  private readonly rules: string[] = [];
  /** By the hash of their key. */
  private readonly hidden = new Map<string, Entry[]>();
  private readonly revealed = new Set<string>();
  private votes = 0;
  private provider = 0;

  async add(bytes: Bytes): Promise<void> {
    const entry = JSON.parse(this.decoder.decode(bytes)) as Entry;
    if (entry.kind === 'rules') this.rules.push(String(entry.rules));
    else if (entry.kind === 'roster') return;
    else if (entry.kind === 'reveal') await this.reveal(entry);
    else if (isHidden(entry)) {
      if (this.revealed.has(String(entry.hiddenBy)))
        throw new Error('an entry is hidden by a key that is known');
      const others = this.hidden.get(String(entry.hiddenBy));
      if (others) others.push(entry);
      else this.hidden.set(String(entry.hiddenBy), [entry]);
    } else this.count(entry);
  }

  private async reveal(entry: Entry): Promise<void> {
    const { hash, open } = await revealedKey(entry);
    const entries = this.hidden.get(hash);
    if (!entries) throw new Error('a key that has hidden nothing');
    this.hidden.delete(hash);
    this.revealed.add(hash);
    for (const one of await Promise.all(entries.map(open))) this.count(one);
  }

  private count(entry: Entry): void {
    const [votes, amount, contestant] = [Number(entry.votes), Number(entry.amount), String(entry.contestant)];
    if (!Number.isSafeInteger(votes) || !Number.isSafeInteger(amount))
      throw new Error('an entry has no whole numbers');
    const kind = this.byKind.get(String(entry.kind)) ?? { entries: 0, votes: 0, amount: 0 };
    this.byKind.set(String(entry.kind), {
      entries: kind.entries + 1,
      votes: kind.votes + votes,
      amount: kind.amount + amount,
    });
    this.byContestant.set(contestant, (this.byContestant.get(contestant) ?? 0) + votes);
    if (isOfProvider(entry)) this.provider += amount;
    this.votes += votes;
  }

  totals(): Omit<LogTotals, 'rootHolds' | 'continues'> {
    const { votes, byContestant, byKind, provider, rules } = this;
    const hidden = [...this.hidden.values()].reduce((sum, entries) => sum + entries.length, 0);
    return { votes, byContestant, byKind, provider, hidden, rules };
  }
}

/** A reversal has the channel of its count. */
const OTHER_CHANNELS: ReadonlySet<unknown> = new Set(['web', 'light', 'ussd', 'manual', 'cash']);
function isOfProvider({ kind, channel }: Entry): boolean {
  return kind === 'paid' || (kind === 'reversal' && !OTHER_CHANNELS.has(channel));
}
