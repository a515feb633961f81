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

/** The list of commands. */
export function overview(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ name, words = [] }) => usageOf(name, words).length));
  const lines = commands.map(
    ({ name, words = [], summary }) => `  ${usageOf(name, words).padEnd(width)}  ${summary}`,
  );
  return [
    'Abato, for operators. From a clone: npm run admin -- <command>; in a container: node apps/admin/src/main.js <command>',
    '',
    ...lines,
    '',
    'Every command has --help. Exit codes: 0 done, 1 refused or failed, 2 done and something is wrong with the data.',
  ].join('\n');
}

export function helpOf({ name, words = [], options = {}, summary, details, settings }: Command): string {
  const flags = Object.entries(options).map(([option, { value, meaning }]) => ({
    flag: `--${option}${value ? ` <${value}>` : ''}`,
    meaning,
  }));
  const width = Math.max(0, ...flags.map(({ flag }) => flag.length));
  return [
    `${usageOf(name, words)}${flags.length ? ' [options]' : ''}`,
    '',
    `${summary}.`,
    '',
    details.trim(),
    ...(flags.length ? ['', ...flags.map(({ flag, meaning }) => `  ${flag.padEnd(width)}  ${meaning}`)] : []),
    '',
    `Settings it reads: ${settings.join(', ')} (docs/settings.md).`,
  ].join('\n');
}

const usageOf = (name: string, words: readonly string[]): string =>
  [name, ...words.map((word) => `<${word}>`)].join(' ');
