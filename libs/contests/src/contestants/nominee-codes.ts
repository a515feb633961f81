import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { DataSource } from 'typeorm';
import { ThrottlingService } from '@abato/accounts';
import { cedisFromPesewas, isNomineeCode, type NomineeByCode, pricesIn } from '@abato/contracts';
import { AppError, type Clock, CLOCK, type Environment, ENVIRONMENT } from '@abato/platform';
import { ContestDirectory } from '../contests/contest-directory.js';
import { voteRefusal } from '../contests/contest-state.js';
import { Contestant } from '../contests/contest.entity.js';

/** A code never changes and an id is never used again, so this is about memory only. */
const KNOWN_MS = 600_000;
const MAX_KNOWN = 50_000;
/** A nominee added now is found this much later at worst. */
const UNKNOWN_MS = 5_000;
const MAX_UNKNOWN = 20_000;

/** Nominees by the code that voters type. */
@Injectable()
export class NomineeCodes {
  private readonly known: LRUCache<string, { id: string; contestId: string }>;
  private readonly unknown: LRUCache<string, true>;

  constructor(
    private readonly source: DataSource,
    private readonly directory: ContestDirectory,
    private readonly throttling: ThrottlingService,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ENVIRONMENT) private readonly env: Environment,
  ) {
    const timed = { ttlResolution: 0, perf: { now: () => clock.now().getTime() } };
    this.known = new LRUCache({ max: MAX_KNOWN, ttl: KNOWN_MS, ...timed });
    this.unknown = new LRUCache({ max: MAX_UNKNOWN, ttl: UNKNOWN_MS, ...timed });
  }

  /**
   * Whom a code names, with the prices of the nominee's category and why no votes are taken now.
   * @returns null for a code that no nominee of a public contest has: of a draft, an archived one, or none at all
   */
  async find(code: string) {
    const place = await this.placeOf(code);
    const contest = place && (await this.directory.find(place.contestId));
    if (!contest || contest.facts.status === 'DRAFT') return null;
    const category = contest.facts.categories.find(({ id }) => id === contest.categoryOf.get(place.id));
    const person = category?.contestants.find(({ id }) => id === place.id);
    if (!category || !person) return null;
    const { votePricePesewas: pricePesewas, bundles } = contest.facts;
    return {
      contestId: place.contestId,
      categoryId: category.id,
      contestantId: place.id,
      name: person.name,
      prices: pricesIn({ pricePesewas, bundles }, contest.pricesOf.get(category.id)),
      contest,
      refusal: voteRefusal(contest.facts, contest.hostIsActive, this.clock.now()),
    };
  }

  /**
   * What the public is told about a code. Codes that name no nominee are counted per address, so that no visitor goes through all of them.
   * @throws AppError CONTESTANT_NOT_FOUND; RATE_LIMITED for an address that asked for many such codes
   */
  async lookUp(code: string, address: string): Promise<NomineeByCode> {
    const nominee = await this.find(code);
    if (!nominee) {
      return this.throttling.guard('nomineeCode', [], address, () =>
        Promise.reject(new AppError('CONTESTANT_NOT_FOUND')),
      );
    }
    const { contest, prices, refusal, ...named } = nominee;
    return {
      ...named,
      contestTitle: contest.facts.title,
      votePrice: cedisFromPesewas(prices.pricePesewas),
      open: refusal === null,
      reason: refusal,
      ussd: this.env.USSD_SECRET ? this.env.USSD_CODE.replace(/#$/, `*${code}#`) : null,
    };
  }

  private async placeOf(code: string): Promise<{ id: string; contestId: string } | null> {
    if (!isNomineeCode(code) || this.unknown.has(code)) return null;
    const known = this.known.get(code);
    if (known) return known;
    const found = await this.source
      .getRepository(Contestant)
      .findOne({ where: { code }, select: { id: true, contestId: true } });
    if (!found) {
      this.unknown.set(code, true);
      return null;
    }
    this.known.set(code, found);
    return found;
  }
}
