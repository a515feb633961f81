import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { migrate } from '@abato/database';
import type { Addresses } from './settings.js';

/**
 * Bring the database to the newest schema the build knows, with the processes' login beside the owner's.
 * The build's own library is loaded, not the one beside this file: fault tests run this file from source against a build.
 */
export async function applyMigrations(
  buildDir: string,
  { databaseUrl, databaseOwnerUrl }: Pick<Addresses, 'databaseUrl' | 'databaseOwnerUrl'>,
  isEmbedded: boolean,
  log: (text: string) => void,
): Promise<void> {
  const library = pathToFileURL(join(buildDir, 'libs', 'database', 'src', 'index.js')).href;
  const database = (await import(library)) as { migrate: typeof migrate };
  // On our own server secrets.json decides; a server of the operator's keeps the passwords it has.
  await database.migrate({
    url: databaseOwnerUrl,
    processUrl: databaseUrl,
    setPassword: isEmbedded,
    log,
  });
}
