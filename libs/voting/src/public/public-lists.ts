import { PublicBody } from './public-body.js';

/** Counts on cards may be this old while votes come in. */
const TALLY_AGE_MS = 1_000;
/** What a lost hint can cost. */
const MAX_AGE_MS = 5_000;
const MAX_PAGES = 200;

interface Entry {
  loading: Promise<PublicBody>;
  body: PublicBody | null;
  at: number;
  generation: number;
}

/**
 * Pages of the public list as ready answers. A page is asked of the database again when a contest changed, when votes were
 * counted since and it is a second old, or after five seconds; never by two requests at once.
 */
export class PublicLists {
  private readonly entries = new Map<string, Entry>();
  private talliedAt = 0;

  /**
   * @param generation grows with every change of a contest
   * @param now milliseconds that only grow
   */
  constructor(
    private readonly generation: () => number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  tallyChanged(): void {
    this.talliedAt = this.now();
  }

  /** What can be sent at once; null when it has to be built. */
  ready(key: string): PublicBody | null {
    const entry = this.entries.get(key);
    return entry && this.isFresh(entry) ? entry.body : null;
  }

  /** @param build asks the database */
  async read(key: string, build: () => Promise<PublicBody>): Promise<PublicBody> {
    const known = this.entries.get(key);
    if (known && this.isFresh(known)) return known.loading;
    if (!known && this.entries.size >= MAX_PAGES) {
      this.entries.delete(this.entries.keys().next().value as string);
    }
    const entry: Entry = { loading: build(), body: null, at: this.now(), generation: this.generation() };
    this.entries.set(key, entry);
    entry.loading.then(
      (body) => (entry.body = body),
      () => this.entries.get(key) === entry && this.entries.delete(key),
    );
    return entry.loading;
  }

  private isFresh({ at, generation }: Entry): boolean {
    if (generation !== this.generation()) return false;
    const age = this.now() - at;
    return age < TALLY_AGE_MS || (age < MAX_AGE_MS && this.talliedAt <= at);
  }
}
