import type { Command } from './command.js';

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
