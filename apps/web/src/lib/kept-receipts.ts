import { readPreference, safely, writePreference } from './storage';

const RECEIPTS = 'receipts';
/** Newest first; one has some 250 characters. */
const MOST = 200;

const readAll = (): string[] =>
  safely(() => (JSON.parse(readPreference(RECEIPTS) ?? '[]') as unknown[]).filter(isText), []);
const isText = (value: unknown): value is string => typeof value === 'string';
/** Case and separators do not matter, as on the server. */
const plain = (code: string): string => code.toUpperCase().replaceAll(/[^0-9A-Z]/g, '');
const codeIn = (note: string): string => plain(note.split('\n')[2] ?? '');

/** Keep the signed statement about a counted vote: the site could deny the vote later (ADR 124). It names no person and no choice. */
export function keepReceipt(note: string): void {
  const others = readAll().filter((kept) => codeIn(kept) !== codeIn(note));
  writePreference(RECEIPTS, JSON.stringify([note, ...others].slice(0, MOST)));
}

/** @returns the signed statement about the vote with this code, when this browser keeps it */
export function keptReceipt(code: string): string | null {
  return readAll().find((note) => codeIn(note) === plain(code)) ?? null;
}
