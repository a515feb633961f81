import { Inject, Injectable } from '@nestjs/common';
import { type Environment, ENVIRONMENT, Secrets } from '@abato/platform';
import { VoterNetwork } from '../limits/voter-network.js';
import { PersonChecks } from '../person-check/person-checks.js';
import { VoterTokens } from '../verification/voter-tokens.js';

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
    this.network = new VoterNetwork(secrets, env.production);
    this.tokens = new VoterTokens(secrets.verificationKey);
  }
}
