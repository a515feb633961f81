import { closeSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Fields } from './fields.js';
import type { ControlState, LedgerEntry, Refund, Settlement, Transaction, Webhook } from './model.js';
import { faultsSchema } from './script.js';

/** One line of the data file: the newest state of one thing. The last line about a thing wins. */
export type Change =
  | { kind: 'transaction'; value: Transaction }
  | { kind: 'refund'; value: Refund }
  | { kind: 'ledger'; value: LedgerEntry }
  | { kind: 'webhook'; value: Webhook }
  | { kind: 'webhook-done'; id: number }
  | { kind: 'subaccount'; value: Fields }
  | { kind: 'settlement'; value: Settlement }
  | { kind: 'ids'; value: number }
  | { kind: 'control'; value: ControlState };

/** Ids do not fit into 32 bits, as the provider's do not. */
const FIRST_ID = 5_000_000_000;

/**
 * All state of the simulator: in memory for reading, every change in an append-only JSON-lines file before any answer is sent, so that
 * a killed process forgets nothing acknowledged. There is no fsync: a machine that loses power is not simulated.
 */
export class Store {
  readonly transactions = new Map<string, Transaction>();
  readonly refunds = new Map<number, Refund>();
  readonly webhooks = new Map<number, Webhook>();
  /** By code, oldest first. */
  readonly subaccounts = new Map<string, Fields>();
  readonly settlements = new Map<number, Settlement>();
  ledger: LedgerEntry[] = [];
  control = freshControl();
  /** What is left of each paid amount after everything that went back, in subunits, by reference. */
  private readonly balances = new Map<string, number>();
  private readonly references = new Map<number, string>();
  private descriptor: number | null = null;
  private lastId = FIRST_ID;

  /** @param file JSON lines; empty keeps everything in memory only */
  constructor(file: string) {
    if (!file) return;
    mkdirSync(dirname(file), { recursive: true });
    this.descriptor = openSync(file, 'a+', 0o600);
    const text = readFileSync(file, 'utf8');
    // A last line torn by a kill was never acknowledged.
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    ftruncateSync(this.descriptor, Buffer.byteLength(whole));
    for (const line of whole.split('\n').slice(0, -1)) this.apply(JSON.parse(line) as Change);
  }

  /** A number never used before, shared by all kinds of things. */
  nextId(): number {
    this.lastId += 1 + (this.lastId % 7);
    return this.lastId;
  }

  /** Changes that belong together (a payment and its money) are one write: a kill leaves all of them or none. */
  save(...changes: Change[]): void {
    for (const change of changes) this.apply(change);
    if (this.descriptor === null) return;
    writeSync(this.descriptor, changes.map((change) => `${JSON.stringify(change)}\n`).join(''));
  }

  saveTransaction(value: Transaction): void {
    this.save({ kind: 'transaction', value });
  }

  saveControl(): void {
    this.save({ kind: 'control', value: this.control });
  }

  /** @param idOrReference the provider takes either in most calls; the id is also the access code of the checkout page */
  byIdOrReference(idOrReference: string): Transaction | undefined {
    const reference = this.references.get(Number(idOrReference)) ?? '';
    return this.transactions.get(idOrReference) ?? this.transactions.get(reference);
  }

  balanceOf(reference: string): number {
    return this.balances.get(reference) ?? 0;
  }

  refundsOf(transaction: Transaction): Refund[] {
    return [...this.refunds.values()].filter((refund) => refund.transactionId === transaction.id);
  }

  /** Forget everything but the ids, so that a late call about a forgotten thing meets no new one of the same id. */
  reset(): void {
    const { transactions, refunds, webhooks, subaccounts, settlements, balances, references } = this;
    for (const map of [transactions, refunds, webhooks, subaccounts, settlements, balances, references])
      map.clear();
    this.ledger = [];
    this.control = freshControl();
    if (this.descriptor !== null) ftruncateSync(this.descriptor);
    this.save({ kind: 'ids', value: this.lastId });
  }

  close(): void {
    if (this.descriptor !== null) closeSync(this.descriptor);
    this.descriptor = null;
  }

  private apply(change: Change): void {
    if (change.kind === 'webhook-done') this.webhooks.delete(change.id);
    else if (change.kind === 'control') this.control = change.value;
    else if (change.kind === 'ledger') this.book(change.value);
    else if (change.kind === 'ids') this.lastId = change.value;
    else {
      this.lastId = Math.max(this.lastId, Number(change.value.id));
      if (change.kind === 'refund') this.refunds.set(change.value.id, change.value);
      if (change.kind === 'webhook') this.webhooks.set(change.value.id, change.value);
      if (change.kind === 'settlement') this.settlements.set(change.value.id, change.value);
      if (change.kind === 'subaccount')
        this.subaccounts.set(String(change.value.subaccount_code), change.value);
      if (change.kind === 'transaction') {
        this.transactions.set(change.value.reference, change.value);
        this.references.set(change.value.id, change.value.reference);
      }
    }
  }

  private book(entry: LedgerEntry): void {
    const { reference, kind, amount } = entry;
    this.ledger.push(entry);
    this.balances.set(reference, this.balanceOf(reference) + (kind === 'paid' ? amount : -amount));
  }
}

function freshControl(): ControlState {
  return { queue: [], faults: faultsSchema.parse({}) };
}
