import { chmodSync, lstatSync, mkdirSync } from 'node:fs';

/** Places outside the clone and the data folder that every account can reach, best first. Only root ever needs them. */
const CANDIDATES = ['/var/lib/abato', '/var/tmp/abato'];

/** The candidates that exist or could be made, and that no other account has prepared for us. */
export function sharedFolders(): string[] {
  return CANDIDATES.filter((folder) => {
    try {
      mkdirSync(folder, { recursive: true });
      const { uid } = lstatSync(folder);
      if (!lstatSync(folder).isDirectory() || uid !== process.getuid?.()) return false;
      chmodSync(folder, 0o755);
      return true;
    } catch {
      return false;
    }
  });
}
