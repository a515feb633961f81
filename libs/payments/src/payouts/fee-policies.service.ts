import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Actor, ownerScope, recordAudit } from '@abato/accounts';
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
import { type Clock, CLOCK } from '@abato/platform';

/** Payments that the examples are about, in pesewas. */
const EXAMPLES = [100, 1_000, 10_000];
const PER_PERCENT = 100;

interface PolicyRow {
  version: number;
  basis_points: number;
  fixed_pesewas: number;
  minimum_pesewas: number;
  bearer: FeePolicy['bearer'];
  created_at: Date;
}

/** What the platform takes of a host's payments. A new version holds for payments that begin after it (ADR 121). */
@Injectable()
export class FeePoliciesService {
  constructor(
    private readonly source: DataSource,
    private readonly hosts: HostsRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws AppError HOST_NOT_FOUND, also for another organiser's */
  async view(actor: Actor, hostId: string): Promise<FeePolicyView> {
    await this.hosts.view(hostId, ownerScope(actor));
    const [row] = await this.source.query<PolicyRow[]>(
      `SELECT version, basis_points, fixed_pesewas, minimum_pesewas, bearer, created_at
       FROM fee_policies WHERE host_id = $1 ORDER BY version DESC LIMIT 1`,
      [hostId],
    );
    return viewOf(row);
  }

  /** Write the next version. @param actor a super admin. @throws AppError HOST_NOT_FOUND */
  async set(actor: Actor, hostId: string, input: FeePolicyInput): Promise<FeePolicyView> {
    await this.hosts.view(hostId, null);
    await this.source.transaction(async (manager) => {
      const now = this.clock.now();
      // Two changes take turns: versions have no gaps.
      await manager.query('SELECT FROM hosts WHERE id = $1 FOR UPDATE', [hostId]);
      const [written] = await manager.query<{ version: number }[]>(
        `INSERT INTO fee_policies (host_id, version, basis_points, fixed_pesewas, minimum_pesewas, bearer, created_by, created_at)
         SELECT $1, coalesce(max(version), 0) + 1, $2, $3, $4, $5, $6, $7 FROM fee_policies WHERE host_id = $1
         RETURNING version`,
        [
          hostId,
          Math.round(input.percentage * PER_PERCENT),
          pesewasFromCedis(input.fixed) ?? 0,
          pesewasFromCedis(input.minimum) ?? 0,
          input.bearer,
          actor.id,
          now,
        ],
      );
      await recordAudit(manager, {
        at: now,
        actorUserId: actor.id,
        action: 'host.fee-policy',
        subjectType: 'host',
        subjectId: hostId,
        detail: { version: written?.version, ...input },
      });
    });
    return this.view(actor, hostId);
  }
}

function viewOf(row: PolicyRow | undefined): FeePolicyView {
  const policy: FeePolicy = row
    ? {
        basisPoints: row.basis_points,
        fixedPesewas: row.fixed_pesewas,
        minimumPesewas: row.minimum_pesewas,
        bearer: row.bearer,
      }
    : NO_FEE;
  return {
    version: row?.version ?? 0,
    percentage: policy.basisPoints / PER_PERCENT,
    fixed: cedisFromPesewas(policy.fixedPesewas),
    minimum: cedisFromPesewas(policy.minimumPesewas),
    bearer: policy.bearer,
    since: row?.created_at.toISOString() ?? null,
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
