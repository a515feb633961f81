import { Inject, Injectable } from '@nestjs/common';
import { type EntityManager, IsNull, MoreThan } from 'typeorm';
import { type Actor, type AuditAction, FOREIGN, recordBy, deciderScope } from '@abato/accounts';
import { Host, HostsRepository } from '@abato/contests';
import type {
  Page,
  ResolveAccountInput,
  ResolvedAccount,
  SettlementAccount,
  SettlementAccountInput,
  WaitingSettlementAccount,
} from '@abato/contracts';
import { readPage, sqlFile, Transactions } from '@abato/database';
import { accountMail, type AccountNotice, OutgoingMail } from '@abato/messages';
import {
  AppError,
  type Clock,
  CLOCK,
  type Environment,
  ENVIRONMENT,
  requiresSettlementAccount,
  newId,
} from '@abato/platform';
import { AccountLookup } from '@abato/payments';
import { SettlementAccountRequest } from './settlement-account.entity.js';

const WAITING = sqlFile(import.meta.url, './waiting-accounts.sql');
const MOST_OF_HOST = 10;
/** An owner has this long to notice that another account is to get the money. */
export const CHANGE_WAITS_MS = 48 * 3_600_000;
const SHOWN_DIGITS = 3;
type Settings = Pick<Environment, 'REQUIRE_SETTLEMENT_ACCOUNT' | 'production' | 'PUBLIC_URL'>;
const masked = (digits: string): string => `••••${digits}`;

/** Where the money of a host goes: asked for by the organiser, approved by a super admin, in force at once or after 48 hours (ADR 120). */
@Injectable()
export class SettlementAccountsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly hosts: HostsRepository,
    private readonly lookup: AccountLookup,
    private readonly mails: OutgoingMail,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ENVIRONMENT) private readonly env: Settings,
  ) {}

  /** @throws AppError HOST_NOT_FOUND, also for another organiser's */
  async view(actor: Actor, hostId: string): Promise<SettlementAccount> {
    await this.hosts.view(actor, hostId);
    return this.shown(hostId);
  }

  /** The name that the provider has for an account. @throws AppError HOST_NOT_FOUND, NOT_OWNER, and those of `AccountLookup.nameOf` */
  async resolve(actor: Actor, hostId: string, input: ResolveAccountInput): Promise<ResolvedAccount> {
    await this.transactions.run(({ manager }) =>
      this.hosts.lockOwn(manager, actor, hostId, FOREIGN.editHost),
    );
    return { accountName: (await this.lookup.find(actor, { type: 'host', id: hostId }, input)).name };
  }

  /**
   * Ask that the money of an own host goes to an account. It waits for a super admin; an earlier request that waits is replaced.
   * @throws AppError HOST_NOT_FOUND, NOT_OWNER; VALIDATION_FAILED for an account that the provider does not know, or another name than
   *   the confirmed one; and those of `AccountLookup.find`
   */
  async request(actor: Actor, hostId: string, input: SettlementAccountInput): Promise<SettlementAccount> {
    const lockOwn = (manager: EntityManager) => this.hosts.lockOwn(manager, actor, hostId, FOREIGN.editHost);
    await this.transactions.run(({ manager }) => lockOwn(manager));
    const subject = { type: 'host', id: hostId } as const;
    const found = await this.lookup.find(actor, subject, input, input.accountName);
    await this.tell('requested', hostId, async (manager) => {
      await lockOwn(manager);
      const requestedAt = this.clock.now();
      const decided = { decision: 'REPLACED', decidedBy: actor.id, decidedAt: requestedAt } as const;
      await manager.update(SettlementAccountRequest, { hostId, decision: IsNull() }, decided);
      await manager.insert(SettlementAccountRequest, {
        id: newId(),
        hostId,
        type: input.type,
        bankCode: input.bankCode,
        bankName: found.bank,
        sealedNumber: found.sealedNumber,
        lastDigits: found.number.slice(-SHOWN_DIGITS),
        accountName: found.name,
        confirmed: input.accountName !== undefined,
        requestedBy: actor.id,
        requestedAt,
      });
      await this.audit(manager, actor, 'host.account-request', hostId, { type: input.type });
      return null;
    });
    return this.shown(hostId);
  }

  /**
   * Withdraw a request, or a change that has not taken effect.
   * @throws AppError HOST_NOT_FOUND; CONFLICT when there is nothing to withdraw
   */
  async withdraw(actor: Actor, hostId: string): Promise<SettlementAccount> {
    await this.hosts.view(deciderScope(actor) === null ? null : actor, hostId);
    await this.tell('withdrawn', hostId, async (manager) => {
      const now = this.clock.now();
      const { affected } = await manager.update(
        SettlementAccountRequest,
        [
          { hostId, decision: IsNull() },
          { hostId, decision: 'APPROVED', effectiveAt: MoreThan(now) },
        ],
        { decision: 'WITHDRAWN', decidedBy: actor.id, decidedAt: now },
      );
      if (!affected) throw nothingWaits();
      await this.audit(manager, actor, 'host.account-withdraw', hostId, {});
      return null;
    });
    return this.shown(hostId);
  }

  /**
   * Make the account that waits the one of its host. The first takes effect at once, a change after 48 hours. The provider is asked
   * outside of any transaction: an approval that is lost after that is given again.
   * @param requestedAt of the account that the actor has looked at; undefined: whichever waits
   * @throws AppError HOST_NOT_FOUND; FORBIDDEN for an own host or request; CONFLICT when nothing or another account waits, PROVIDER_REJECTED,
   *   PROVIDER_UNAVAILABLE
   */
  async approve(actor: Actor, hostId: string, requestedAt?: string): Promise<SettlementAccount> {
    const host = await this.hosts.view(null, hostId);
    const waiting = await this.transactions.manager.findOne(SettlementAccountRequest, {
      where: { hostId, decision: IsNull(), host: { archivedAt: IsNull() } },
      relations: { host: true },
      select: {
        id: true,
        bankCode: true,
        sealedNumber: true,
        requestedBy: true,
        requestedAt: true,
        host: { id: true, name: true },
      },
    });
    if (!waiting) throw nothingWaits();
    if (requestedAt !== undefined && waiting.requestedAt.toISOString() !== requestedAt) throw anotherWaits();
    if ([host.userId, waiting.requestedBy].includes(actor.id)) throw ownAccount();
    const subaccount = await this.lookup.createSubaccount(waiting);
    await this.tell('approved', hostId, async (manager) => {
      const now = this.clock.now();
      await manager.query('SELECT FROM hosts WHERE id = $1 FOR UPDATE', [hostId]);
      const isChange = (await accountsOf(manager, hostId)).some(({ decision }) => decision !== null);
      const effectiveAt = new Date(now.getTime() + (isChange ? CHANGE_WAITS_MS : 0));
      const { affected } = await manager.update(
        SettlementAccountRequest,
        { id: waiting.id, decision: IsNull() },
        {
          decision: 'APPROVED',
          decidedBy: actor.id,
          decidedAt: now,
          subaccountCode: subaccount,
          effectiveAt,
        },
      );
      if (!affected) throw nothingWaits();
      await this.audit(manager, actor, 'host.account-approve', hostId, {
        subaccount,
        effectiveAt: effectiveAt.toISOString(),
      });
      return effectiveAt;
    });
    return this.shown(hostId);
  }

  /** What a super admin has to decide, the newest first. */
  async waiting(page: Page): Promise<{ items: WaitingSettlementAccount[]; total: number }> {
    return readPage<WaitingSettlementAccount>(this.transactions, WAITING, [this.clock.now()], page);
  }

  private async shown(hostId: string): Promise<SettlementAccount> {
    const accounts = await accountsOf(this.transactions.manager, hostId);
    const [newest] = accounts;
    const now = this.clock.now();
    const used = accounts.find(({ effectiveAt: from }) => from !== null && from <= now);
    return {
      status: newest ? (newest.decision === null ? 'PENDING' : 'APPROVED') : 'NONE',
      type: newest?.type ?? null,
      bankCode: newest?.bankCode ?? null,
      bankName: newest?.bankName ?? null,
      accountNumber: newest ? masked(newest.lastDigits) : null,
      accountName: newest?.accountName ?? null,
      confirmed: newest?.confirmed ?? false,
      requestedAt: newest?.requestedAt.toISOString() ?? null,
      approvedAt: newest?.decidedAt?.toISOString() ?? null,
      effectiveAt: newest?.effectiveAt?.toISOString() ?? null,
      inForce: used
        ? {
            accountName: used.accountName,
            bankName: used.bankName,
            accountNumber: masked(used.lastDigits),
            since: (used.effectiveAt as Date).toISOString(),
          }
        : null,
      required: requiresSettlementAccount(this.env),
    };
  }

  /** Run `change` in a transaction, with a mail to the owner of the host. @param change returns when the account takes effect, if it is known */
  private async tell(
    what: AccountNotice,
    hostId: string,
    change: (manager: EntityManager) => Promise<Date | null>,
  ): Promise<void> {
    const mailId = await this.transactions.run(async ({ manager }) => {
      const effectiveAt = await change(manager);
      const host = await manager.findOne(Host, { where: { id: hostId }, relations: { user: true } });
      if (!host) return null;
      const mail = accountMail(what, { hostId, effectiveAt, publicUrl: this.env.PUBLIC_URL });
      return this.mails.write(manager, { recipient: host.user.email, ...mail });
    });
    if (mailId) await this.mails.announce(mailId);
  }

  private audit(
    manager: EntityManager,
    actor: Actor,
    action: AuditAction,
    hostId: string,
    detail: Record<string, unknown>,
  ): Promise<void> {
    const at = this.clock.now();
    return recordBy(manager, actor, at, action, ['host', hostId], detail);
  }
}

/** Money does not go where one person alone has sent it. */
const ownAccount = (): AppError =>
  new AppError('FORBIDDEN', 'This account is for your own host. Another super admin has to approve it.');

const nothingWaits = (): AppError => new AppError('CONFLICT', 'No settlement account of this host waits.');

const anotherWaits = (): AppError =>
  new AppError(
    'CONFLICT',
    'The organiser has entered another account meanwhile. Look at it before you approve it.',
  );

/** Accounts of a host that are approved or wait, the newest first. */
async function accountsOf(manager: EntityManager, hostId: string): Promise<SettlementAccountRequest[]> {
  return manager.find(SettlementAccountRequest, {
    where: [
      { hostId, decision: IsNull() },
      { hostId, decision: 'APPROVED' },
    ],
    order: { decision: { direction: 'DESC', nulls: 'FIRST' }, effectiveAt: 'DESC' },
    take: MOST_OF_HOST,
  });
}
