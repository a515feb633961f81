import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { writeFileAtomically } from '../files.js';
import { Problem } from '../problem.js';
import { type Account, canEnter, databaseAccount, sharedFolders } from './account.js';

/** Where a data folder's database cluster lies and who runs it. */
export interface Place {
  /** The cluster's folder; it may not exist yet, its parent does. */
  cluster: string;
  account: Account | undefined;
  /** Set when the cluster could not lie inside the data folder. */
  outside: string | undefined;
}

const POINTER = 'postgres.location';
const OWNER_NOTE = 'data-folder-id';

/**
 * Decide where the cluster is: inside the data folder, or, where the unprivileged account cannot get there, in a folder for
 * all accounts, with a pointer left in the data folder.
 * @param folderId the data folder's own id; a cluster of an earlier data folder at the same path is put aside, not used
 */
export function choosePlace(dataDir: string, folderId: string): Place {
  const inside = join(dataDir, 'postgres');
  const pointed = readPointer(dataDir);
  if (pointed) {
    const cluster = join(pointed, 'postgres');
    return { cluster, account: databaseAccount(cluster), outside: pointed };
  }
  const account = databaseAccount(inside);
  if (canEnter(dataDir, account)) return { cluster: inside, account, outside: undefined };
  if (existsSync(inside)) {
    throw new Problem(
      `The database in ${inside} belongs to an account that cannot enter that folder any more: make the folders above it accessible again, or choose another with DATA_DIR.`,
    );
  }
  const name = createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 16);
  for (const shared of sharedFolders()) {
    const outside = join(shared, name);
    putAside(outside, folderId);
    mkdirSync(outside, { recursive: true });
    chmodSync(outside, 0o755);
    if (!canEnter(outside, account)) continue;
    writeFileSync(join(outside, OWNER_NOTE), folderId);
    writeFileAtomically(join(dataDir, POINTER), `${outside}\n`, 0o644);
    return { cluster: join(outside, 'postgres'), account, outside };
  }
  throw new Problem(
    `PostgreSQL cannot run as root, and its account can enter neither ${dataDir} nor /var/lib nor /var/tmp: choose an accessible folder with DATA_DIR, or point DATABASE_URL at a running server, or use \`docker compose up\`.`,
  );
}

function readPointer(dataDir: string): string | undefined {
  try {
    const outside = readFileSync(join(dataDir, POINTER), 'utf8').trim();
    return existsSync(outside) ? outside : undefined;
  } catch {
    return undefined;
  }
}

/** The data folder was removed to begin anew; what is left of it outside is kept once more, then replaced. */
function putAside(outside: string, folderId: string): void {
  if (!existsSync(outside)) return;
  try {
    if (readFileSync(join(outside, OWNER_NOTE), 'utf8') === folderId) return;
  } catch {
    // Half made: nothing worth keeping is in it, but moving it away costs nothing either.
  }
  rmSync(`${outside}.old`, { recursive: true, force: true });
  renameSync(outside, `${outside}.old`);
}

/** Remove what `choosePlace` may have put outside the data folder (for throw-away platforms). */
export function removeOutside(dataDir: string): void {
  const outside = readPointer(dataDir);
  if (!outside) return;
  rmSync(outside, { recursive: true, force: true });
  rmSync(`${outside}.old`, { recursive: true, force: true });
}

/**
 * Begin a data folder with the database of another one, and with its secrets: a copy of a migrated, empty database costs a third of the
 * processor time of making one. Without effect where there is a database already, or where the other one could not lie in its folder.
 * @param from data folder of a platform that has been stopped
 */
export function copyDatabase(from: string, to: string): void {
  const database = join(from, 'postgres');
  if (!existsSync(database) || existsSync(join(to, 'secrets.json'))) return;
  // With its owner, which Node.js does not copy.
  const { status } = spawnSync('cp', ['-a', database, to]);
  if (status !== 0) throw new Error(`${database} could not be copied to ${to}`);
  cpSync(join(from, 'secrets.json'), join(to, 'secrets.json'));
}
