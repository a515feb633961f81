import type { SettingName } from '@abato/platform';
import type { Operator } from './operator.js';

/** What the command line gave: positional words in order, and options by name. */
export interface Given {
  words: string[];
  options: Record<string, string | boolean | undefined>;
}

/** One operator's command: a description that `--help` prints, and the work. */
export interface Command {
  name: string;
  summary: string;
  /** Names of positional words, all of them needed. */
  words?: readonly string[];
  options?: Readonly<Record<string, { type: 'string' | 'boolean'; value?: string; meaning: string }>>;
  /** What it does to data, what it never does, its exit codes; printed by `--help`. */
  details: string;
  /** Settings it reads; others need not be set. */
  settings: readonly SettingName[];
  /** @returns the exit code: 0 done, 2 done and something is wrong with the data */
  run(given: Given, operator: Operator): Promise<number>;
}

/** A mistake that the person at the keyboard can do something about: one sentence, no stack, exit code 1. */
export class Refusal extends Error {
  override name = 'Refusal';
}

/** @throws Refusal when the option was not given */
export function needed(given: Given, option: string): string {
  const value = given.options[option];
  if (typeof value === 'string' && value.trim()) return value.trim();
  throw new Refusal(`--${option} is needed; see --help`);
}
