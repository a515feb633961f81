import { Inject, Injectable } from '@nestjs/common';
import type { CachedContest } from '@abato/contests';
import type { PersonChallenge } from '@abato/contracts';
import { type Environment, ENVIRONMENT, Secrets } from '@abato/platform';
import { KnownNetworks } from '../limits/known-networks.js';
import { VoterNetwork } from '../limits/voter-network.js';
import { PersonChecks } from '../person-check/person-checks.js';
import { VoterTokens } from '../verification/voter-tokens.js';

/** A person check of a network where few voters are costs so many times the work. */
const OUTSIDE_STRENGTH = 4;

/** What is known about who casts a vote: the network it comes from, proven numbers, solved person checks. */
@Injectable()
export class VoterProofs {
  readonly network: VoterNetwork;
  readonly tokens: VoterTokens;

  constructor(
    @Inject(ENVIRONMENT) env: Environment,
    secrets: Secrets,
    readonly checks: PersonChecks,
  ) {
    const known = new KnownNetworks(env.KNOWN_NETWORKS.split(',').filter(Boolean));
    this.network = new VoterNetwork(secrets, env.production, known);
    this.tokens = new VoterTokens(secrets.verificationKey);
  }

  /**
   * @param address null for a request that is a gateway's
   * @param contest where payment or proof stands for a person, an address outside costs no more work; null: not known
   * @returns how much work a person check takes there
   */
  strengthOf(address: string | null, contest: CachedContest | null = null): number {
    const facts = contest?.facts;
    if (facts && (facts.verification !== 'OPEN' || facts.votePricePesewas > 0)) return 1;
    return this.network.isOutside(address) ? OUTSIDE_STRENGTH : 1;
  }

  /** A person check for one vote of a browser at this address. */
  async issueCheck(
    contestId: string,
    key: string,
    address: string,
    contest: CachedContest | null = null,
  ): Promise<PersonChallenge> {
    return this.checks.issue(contestId, key, this.strengthOf(address, contest));
  }
}
