import { Inject, Injectable } from '@nestjs/common';
import type { OnApplicationShutdown } from '@nestjs/common';
import { type Faults, noFaults } from './faults.js';
import { type ControlState, Journal, type JournalEntry } from './journal.js';
import type { LedgerEntry, Refund, Settlement, Transaction, Webhook } from './model.js';
import type { Script } from './script.js';
import { type Settings, SETTINGS } from './settings.js';

/** Ids do not fit into 32 bits, as the provider's do not. */
const FIRST_ID = 5_000_000_000;

/** All state of the simulator: in memory for reading, every change in the journal before any answer is sent. */
@Injectable()
export class Store implements OnApplicationShutdown {
  readonly transactions = new Map<string, Transaction>();
  readonly refunds = new Map<number, Refund>();
  readonly webhooks = new Map<number, Webhook>();
  /** By code, oldest first. */
  readonly subaccounts = new Map<string, Record<string, unknown>>();
  readonly settlements = new Map<number, Settlement>();
  ledger: LedgerEntry[] = [];
  control: ControlState = freshControl();
  /** What is left of each paid amount after everything that went back, in subunits, by reference. */
  private readonly balances = new Map<string, number>();
  private readonly referenceByAccessCode = new Map<string, string>();
  private readonly referenceById = new Map<number, string>();
  private readonly journal: Journal;
  private lastId = FIRST_ID;

  constructor(@Inject(SETTINGS) settings: Settings) {
    this.journal = new Journal(settings.dataFile);
    for (const entry of this.journal.read()) this.apply(entry);
    this.journal.open(this.present());
  }

  /** A number never used before, shared by all kinds of things. */
  nextId(): number {
    this.lastId += 1 + (this.lastId % 7);
    return this.lastId;
  }

  /** Changes that belong together (a payment and its money) are one write: a kill leaves all of them or none. */
  save(...entries: JournalEntry[]): void {
    for (const entry of entries) this.apply(entry);
    this.journal.append(...entries);
  }

  saveTransaction(value: Transaction): void {
    this.save({ kind: 'transaction', value });
  }

  saveRefund(value: Refund): void {
    this.save({ kind: 'refund', value });
  }

  saveControl(): void {
    this.save({ kind: 'control', value: this.control });
  }

  byAccessCode(accessCode: string): Transaction | undefined {
    return this.transactions.get(this.referenceByAccessCode.get(accessCode) ?? '');
  }

  /** @param idOrReference the provider takes either in most calls */
  byIdOrReference(idOrReference: string): Transaction | undefined {
    return (
      this.transactions.get(idOrReference) ??
      this.transactions.get(this.referenceById.get(Number(idOrReference)) ?? '')
    );
  }

  balanceOf(reference: string): number {
    return this.balances.get(reference) ?? 0;
  }

  refundsOf(transaction: Transaction): Refund[] {
    return [...this.refunds.values()].filter((refund) => refund.transactionId === transaction.id);
  }

  /** Forget everything but the ids, so that a straggler of the past cannot meet a stranger of the same name. */
  reset(): void {
    this.transactions.clear();
    this.refunds.clear();
    this.webhooks.clear();
    this.subaccounts.clear();
    this.settlements.clear();
    this.balances.clear();
    this.referenceByAccessCode.clear();
    this.referenceById.clear();
    this.ledger = [];
    this.control = freshControl();
    this.journal.open(this.present());
  }

  onApplicationShutdown(): void {
    this.journal.close();
  }

  private apply(entry: JournalEntry): void {
    switch (entry.kind) {
      case 'transaction':
        this.transactions.set(entry.value.reference, entry.value);
        this.referenceByAccessCode.set(entry.value.accessCode, entry.value.reference);
        this.referenceById.set(entry.value.id, entry.value.reference);
        this.lastId = Math.max(this.lastId, entry.value.id);
        break;
      case 'refund':
        this.refunds.set(entry.value.id, entry.value);
        this.lastId = Math.max(this.lastId, entry.value.id);
        break;
      case 'ledger':
        this.ledger.push(entry.value);
        this.balances.set(entry.value.reference, this.balanceOf(entry.value.reference) + signed(entry.value));
        break;
      case 'webhook':
        this.webhooks.set(entry.value.id, entry.value);
        this.lastId = Math.max(this.lastId, entry.value.id);
        break;
      case 'webhook-done':
        this.webhooks.delete(entry.id);
        break;
      case 'subaccount':
        this.subaccounts.set(String(entry.value.subaccount_code), entry.value);
        this.lastId = Math.max(this.lastId, Number(entry.value.id));
        break;
      case 'settlement':
        this.settlements.set(entry.value.id, entry.value);
        this.lastId = Math.max(this.lastId, entry.value.id);
        break;
      case 'ids':
        this.lastId = Math.max(this.lastId, entry.value);
        break;
      case 'control':
        this.control = entry.value;
        break;
    }
  }

  private *present(): Generator<JournalEntry> {
    yield { kind: 'ids', value: this.lastId };
    yield { kind: 'control', value: this.control };
    for (const value of this.subaccounts.values()) yield { kind: 'subaccount', value };
    for (const value of this.transactions.values()) yield { kind: 'transaction', value };
    for (const value of this.refunds.values()) yield { kind: 'refund', value };
    for (const value of this.ledger) yield { kind: 'ledger', value };
    for (const value of this.settlements.values()) yield { kind: 'settlement', value };
    for (const value of this.webhooks.values()) yield { kind: 'webhook', value };
  }
}

/** Money in is positive, money back negative. In subunits. */
function signed(entry: LedgerEntry): number {
  return entry.kind === 'paid' ? entry.amount : -entry.amount;
}

function freshControl(): ControlState {
  return { queue: [], byReference: {}, faults: noFaults() };
}
