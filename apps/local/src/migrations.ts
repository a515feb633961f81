import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { migrate } from '@abato/database';

/**
 * Bring the database to the newest schema the build knows.
 * The build's own library is loaded, not the one beside this file: fault tests run this file from source against a build.
 */
export async function applyMigrations(
  buildDir: string,
  url: string,
  log: (text: string) => void,
): Promise<void> {
  const library = pathToFileURL(join(buildDir, 'libs', 'database', 'src', 'index.js')).href;
  const database = (await import(library)) as { migrate: typeof migrate };
  await database.migrate({ url, log });
}
