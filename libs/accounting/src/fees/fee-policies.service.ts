import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { type Actor, recordBy } from '@abato/accounts';
import { HostsRepository } from '@abato/contests';
import {
  cedisFromPesewas,
  type FeePolicy,
  type FeePolicyInput,
  type FeePolicyView,
  NO_FEE,
  partsOf,
  pesewasFromCedis,
} from '@abato/contracts';
import { Transactions } from '@abato/database';
import { type Clock, CLOCK } from '@abato/platform';
import { FeePolicyVersion } from './fee-policy.entity.js';

/** Payments that the examples are about, in pesewas. */
const EXAMPLES = [100, 1_000, 10_000];
const PER_PERCENT = 100;

/** What the platform takes of a host's payments. A new version holds for payments that begin after it (ADR 120). */
@Injectable()
export class FeePoliciesService {
  constructor(
    private readonly transactions: Transactions,
    @InjectRepository(FeePolicyVersion) private readonly policies: Repository<FeePolicyVersion>,
    private readonly hosts: HostsRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws AppError HOST_NOT_FOUND, also for another organiser's */
  async view(actor: Actor, hostId: string): Promise<FeePolicyView> {
    await this.hosts.view(actor, hostId);
    return viewOf(await newestOf(this.policies, hostId));
  }

  /** Write the next version. @param actor a super admin. @throws AppError HOST_NOT_FOUND */
  async set(actor: Actor, hostId: string, input: FeePolicyInput): Promise<FeePolicyView> {
    await this.hosts.view(null, hostId);
    await this.transactions.run(async ({ manager }) => {
      const now = this.clock.now();
      // Two changes take turns: versions have no gaps.
      await manager.query('SELECT FROM hosts WHERE id = $1 FOR UPDATE', [hostId]);
      const policies = manager.getRepository(FeePolicyVersion);
      const version = ((await newestOf(policies, hostId))?.version ?? 0) + 1;
      await policies.insert({
        hostId,
        version,
        basisPoints: Math.round(input.percentage * PER_PERCENT),
        fixedPesewas: pesewasFromCedis(input.fixed) ?? 0,
        minimumPesewas: pesewasFromCedis(input.minimum) ?? 0,
        bearer: input.bearer,
        createdBy: actor.id,
        createdAt: now,
      });
      await recordBy(manager, actor, now, 'host.fee-policy', ['host', hostId], { version, ...input });
    });
    return this.view(actor, hostId);
  }
}

const newestOf = (policies: Repository<FeePolicyVersion>, hostId: string): Promise<FeePolicyVersion | null> =>
  policies.findOne({ where: { hostId }, order: { version: 'DESC' } });

function viewOf(newest: FeePolicyVersion | null): FeePolicyView {
  const policy: FeePolicy = newest ?? NO_FEE;
  return {
    version: newest?.version ?? 0,
    percentage: policy.basisPoints / PER_PERCENT,
    fixed: cedisFromPesewas(policy.fixedPesewas),
    minimum: cedisFromPesewas(policy.minimumPesewas),
    bearer: policy.bearer,
    since: newest?.createdAt.toISOString() ?? null,
    examples: EXAMPLES.map((pesewas) => {
      const { amount, provider, platform, host } = partsOf(pesewas, policy);
      return {
        amount: cedisFromPesewas(amount),
        provider: cedisFromPesewas(provider),
        platform: cedisFromPesewas(platform),
        host: cedisFromPesewas(host),
      };
    }),
  };
}
