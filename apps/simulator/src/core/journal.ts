import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { LedgerEntry, Refund, Settlement, Transaction, Webhook } from './model.js';
import type { Faults } from './faults.js';
import type { Script } from './script.js';

/** What tests have asked for. */
export interface ControlState {
  /** Scripts for the next payments (of one payer), first come first served; `left` is how many payments one is still for. */
  queue: { script: Script; left: number; payer?: string }[];
  /** Scripts for references that are not known yet. */
  byReference: Record<string, Script>;
  faults: Faults;
}

/** One line of the file: the newest state of one thing. The last line about a thing wins. */
export type JournalEntry =
  | { kind: 'transaction'; value: Transaction }
  | { kind: 'refund'; value: Refund }
  | { kind: 'ledger'; value: LedgerEntry }
  | { kind: 'webhook'; value: Webhook }
  | { kind: 'webhook-done'; id: number }
  | { kind: 'subaccount'; value: Record<string, unknown> }
  | { kind: 'settlement'; value: Settlement }
  | { kind: 'ids'; value: number }
  | { kind: 'control'; value: ControlState };

/**
 * An append-only JSON-lines file. Lines are written synchronously before the caller is answered, so that a killed process
 * forgets nothing acknowledged; there is no fsync, because a machine that loses power is not what is simulated.
 */
export class Journal {
  private descriptor: number | null = null;

  constructor(private readonly file: string) {}

  /** Everything written so far, oldest first. A last line torn by a kill was never acknowledged and is dropped. */
  read(): JournalEntry[] {
    if (!this.file || !existsSync(this.file)) return [];
    const lines = readFileSync(this.file, 'utf8').split('\n');
    const entries: JournalEntry[] = [];
    for (const [index, line] of lines.entries()) {
      if (line === '') continue;
      try {
        entries.push(JSON.parse(line) as JournalEntry);
      } catch (error) {
        if (index < lines.length - 1)
          throw new Error(`${this.file}:${index + 1} is damaged`, { cause: error });
      }
    }
    return entries;
  }

  /** Start writing: first the present state into a fresh file, which then takes the old one's place. */
  open(present: Iterable<JournalEntry>): void {
    this.close();
    if (!this.file) return;
    mkdirSync(dirname(this.file), { recursive: true });
    const fresh = `${this.file}.new`;
    this.descriptor = openSync(fresh, 'w', 0o600);
    for (const entry of present) this.append(entry);
    renameSync(fresh, this.file);
  }

  append(...entries: JournalEntry[]): void {
    if (this.descriptor === null) return;
    writeSync(this.descriptor, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
  }

  close(): void {
    if (this.descriptor !== null) closeSync(this.descriptor);
    this.descriptor = null;
  }
}
