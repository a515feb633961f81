import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, type SelectQueryBuilder } from 'typeorm';
import { type Actor, ownerScope } from '@abato/accounts';
import { cedisFromPesewas, type HostStats, type HostView, type Page } from '@abato/contracts';
import { rowsOfPage, searchIn, sqlFile } from '@abato/database';
import { AppError, type Environment, ENVIRONMENT, requiresSettlementAccount } from '@abato/platform';
import { type ListFilter, lockOwned } from '../contests/owned-rows.js';
import { Host } from './host.entity.js';

const STATISTICS = sqlFile(import.meta.url, './host-stats.sql');

@Injectable()
export class HostsRepository {
  constructor(
    private readonly source: DataSource,
    @Inject(ENVIRONMENT)
    private readonly env: Pick<Environment, 'REQUIRE_SETTLEMENT_ACCOUNT' | 'production'>,
  ) {}

  /** Newest first. Archived hosts are gone for every reader. */
  async list(filter: ListFilter, page: Page): Promise<{ items: HostView[]; total: number }> {
    const query = this.visible(filter.ownerId);
    searchIn(query, filter.search, 'host.name', 'host.description');
    query.orderBy({ 'host.createdAt': 'DESC', 'host.id': 'ASC' });
    const [hosts, total] = await rowsOfPage(query, page);
    const contests = await this.contestCounts(hosts.map((host) => host.id));
    return { items: hosts.map((host) => hostView(host, contests.get(host.id) ?? 0)), total };
  }

  /** @param actor null: the platform itself @throws AppError HOST_NOT_FOUND, also for one that the actor may not see */
  async view(actor: Actor | null, id: string): Promise<HostView> {
    const host = await this.visible(actor && ownerScope(actor))
      .andWhere('host.id = :id', { id })
      .getOne();
    if (!host) throw new AppError('HOST_NOT_FOUND');
    const contests = await this.contestCounts([id]);
    return hostView(host, contests.get(id) ?? 0);
  }

  /**
   * A host whose money is read. What was paid stays readable when the host is archived.
   * @throws AppError as `view`
   */
  async inBooks(actor: Actor, id: string): Promise<{ name: string }> {
    const ownerId = ownerScope(actor);
    const where = ownerId ? { id, userId: ownerId } : { id };
    const host = await this.source.getRepository(Host).findOne({ where, select: { id: true, name: true } });
    if (!host) throw new AppError('HOST_NOT_FOUND');
    return { name: host.name };
  }

  /**
   * The actor's own host, locked until the transaction ends.
   * @param foreign what a super admin is told about another owner's host
   * @throws AppError HOST_NOT_FOUND, NOT_OWNER
   */
  async lockOwn(manager: EntityManager, actor: Actor, id: string, foreign: string): Promise<Host> {
    const live = manager
      .createQueryBuilder(Host, 'host')
      .where('host.id = :id AND host.archivedAt IS NULL', { id });
    return lockOwned(live, actor, 'host.userId', 'HOST_NOT_FOUND', foreign);
  }

  /**
   * A host that is to be paid for votes. Money that belongs to no account would stay with the platform (ADR 120).
   * @throws AppError SETTLEMENT_ACCOUNT_REQUIRED where the setting asks for an account and none is in force
   */
  async assertPayable(manager: EntityManager, id: string, now: Date): Promise<void> {
    if (!requiresSettlementAccount(this.env)) return;
    const accounts: unknown[] = await manager.query(
      `SELECT FROM settlement_accounts WHERE host_id = $1 AND decision = 'APPROVED' AND effective_at <= $2 LIMIT 1`,
      [id, now],
    );
    if (!accounts.length) throw new AppError('SETTLEMENT_ACCOUNT_REQUIRED');
  }

  /** Figures of all contests of a host. @throws AppError HOST_NOT_FOUND, also for one that the actor may not see */
  async stats(actor: Actor, id: string): Promise<HostStats> {
    const exists = await this.visible(ownerScope(actor)).andWhere('host.id = :id', { id }).getExists();
    const rows: (Omit<HostStats, 'totalRevenue'> & { amount: number })[] = exists
      ? await this.source.query(STATISTICS, [id])
      : [];
    if (!rows[0]) throw new AppError('HOST_NOT_FOUND');
    const { amount, ...figures } = rows[0];
    return { ...figures, totalRevenue: cedisFromPesewas(amount) };
  }

  /** Whether the books of money name a host: its fees, its accounts or entries of the journal. */
  async isInBooks(manager: EntityManager, hostId: string): Promise<boolean> {
    const [row] = await manager.query<{ named: boolean }[]>(
      `SELECT EXISTS (SELECT FROM fee_policies WHERE host_id = $1) OR EXISTS (SELECT FROM settlement_accounts WHERE host_id = $1)
         OR EXISTS (SELECT FROM journal WHERE host_id = $1) AS named`,
      [hostId],
    );
    return row?.named === true;
  }

  /** Contests of a host, for deciding and explaining a deletion. */
  async contestsOf(manager: EntityManager, hostId: string): Promise<{ title: string; archived: boolean }[]> {
    return manager.query(
      `SELECT title, archived_at IS NOT NULL AS archived FROM contests WHERE host_id = $1 ORDER BY created_at`,
      [hostId],
    );
  }

  private visible(ownerId: string | null): SelectQueryBuilder<Host> {
    const query = this.source
      .createQueryBuilder(Host, 'host')
      .innerJoinAndSelect('host.user', 'owner')
      .where('host.archivedAt IS NULL');
    return ownerId ? query.andWhere('host.userId = :ownerId', { ownerId }) : query;
  }

  private async contestCounts(hostIds: string[]): Promise<Map<string, number>> {
    if (!hostIds.length) return new Map();
    const rows: { host_id: string; contests: number }[] = await this.source.query(
      `SELECT host_id, count(*) AS contests FROM contests
       WHERE host_id = ANY($1) AND archived_at IS NULL GROUP BY host_id`,
      [hostIds],
    );
    return new Map(rows.map((row) => [row.host_id, row.contests]));
  }
}

function hostView(host: Host, contests: number): HostView {
  return {
    id: host.id,
    userId: host.userId,
    name: host.name,
    email: host.email,
    phone: host.phone,
    description: host.description,
    logo: host.logo,
    isActive: host.isActive,
    createdAt: host.createdAt.toISOString(),
    user: { firstName: host.user.firstName, lastName: host.user.lastName, email: host.user.email },
    _count: { contests },
  };
}
