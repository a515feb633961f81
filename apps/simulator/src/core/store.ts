import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { ControlState, LedgerEntry, Refund, Settlement, Transaction, Webhook } from './model.js';
import { faultsSchema } from './script.js';

/** One line of the data file: the newest state of one thing. The last line about a thing wins. */
export type Change =
  | { kind: 'transaction'; value: Transaction }
  | { kind: 'refund'; value: Refund }
  | { kind: 'ledger'; value: LedgerEntry }
  | { kind: 'webhook'; value: Webhook }
  | { kind: 'webhook-done'; id: number }
  | { kind: 'subaccount'; value: Record<string, unknown> }
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
  readonly subaccounts = new Map<string, Record<string, unknown>>();
  readonly settlements = new Map<number, Settlement>();
  ledger: LedgerEntry[] = [];
  control = freshControl();
  /** What is left of each paid amount after everything that went back, in subunits, by reference. */
  private readonly balances = new Map<string, number>();
  private readonly references = new Map<string | number, string>();
  private descriptor: number | null = null;
  private lastId = FIRST_ID;

  /** @param file JSON lines; empty keeps everything in memory only */
  constructor(private readonly file: string) {
    for (const change of this.written()) this.apply(change);
    this.rewrite();
  }

  /** A number never used before, shared by all kinds of things. */
  nextId(): number {
    this.lastId += 1 + (this.lastId % 7);
    return this.lastId;
  }

  /** Changes that belong together (a payment and its money) are one write: a kill leaves all of them or none. */
  save(...changes: Change[]): void {
    for (const change of changes) this.apply(change);
    this.append(changes);
  }

  saveTransaction(value: Transaction): void {
    this.save({ kind: 'transaction', value });
  }

  saveControl(): void {
    this.save({ kind: 'control', value: this.control });
  }

  byAccessCode(accessCode: string): Transaction | undefined {
    return this.transactions.get(this.references.get(accessCode) ?? '');
  }

  /** @param idOrReference the provider takes either in most calls */
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
    this.rewrite();
  }

  close(): void {
    if (this.descriptor !== null) closeSync(this.descriptor);
    this.descriptor = null;
  }

  private apply(change: Change): void {
    if (change.kind === 'webhook-done') this.webhooks.delete(change.id);
    else if (change.kind === 'control') this.control = change.value;
    else if (change.kind === 'ledger') this.book(change.value);
    else if (change.kind === 'ids') this.seen(change.value);
    else {
      this.seen(Number(change.value.id));
      if (change.kind === 'refund') this.refunds.set(change.value.id, change.value);
      if (change.kind === 'webhook') this.webhooks.set(change.value.id, change.value);
      if (change.kind === 'settlement') this.settlements.set(change.value.id, change.value);
      if (change.kind === 'subaccount')
        this.subaccounts.set(String(change.value.subaccount_code), change.value);
      if (change.kind === 'transaction') this.know(change.value);
    }
  }

  private seen(id: number): void {
    this.lastId = Math.max(this.lastId, id);
  }

  private book(entry: LedgerEntry): void {
    const { reference, kind, amount } = entry;
    this.ledger.push(entry);
    this.balances.set(reference, this.balanceOf(reference) + (kind === 'paid' ? amount : -amount));
  }

  private know(transaction: Transaction): void {
    const { reference, accessCode, id } = transaction;
    this.transactions.set(reference, transaction);
    this.references.set(accessCode, reference).set(id, reference);
  }

  /** Everything written so far, oldest first. A last line torn by a kill was never acknowledged and is dropped. */
  private written(): Change[] {
    if (!this.file || !existsSync(this.file)) return [];
    const lines = readFileSync(this.file, 'utf8').split('\n');
    return lines.flatMap((line, index) => {
      if (line === '') return [];
      try {
        return [JSON.parse(line) as Change];
      } catch (error) {
        if (index === lines.length - 1) return [];
        throw new Error(`${this.file}:${index + 1} is damaged`, { cause: error });
      }
    });
  }

  /** Write the present state into a fresh file, which then takes the old one's place. */
  private rewrite(): void {
    this.close();
    if (!this.file) return;
    mkdirSync(dirname(this.file), { recursive: true });
    const fresh = `${this.file}.new`;
    this.descriptor = openSync(fresh, 'w', 0o600);
    for (const change of this.present()) this.append([change]);
    renameSync(fresh, this.file);
  }

  private append(changes: readonly Change[]): void {
    if (this.descriptor === null) return;
    writeSync(this.descriptor, changes.map((change) => `${JSON.stringify(change)}\n`).join(''));
  }

  private *present(): Generator<Change> {
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

function freshControl(): ControlState {
  return { queue: [], byReference: {}, faults: faultsSchema.parse({}) };
}
