import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readJson, writeFileAtomically } from './files.js';
import { Problem } from './problem.js';

/** What `npm start` makes up once for a data folder and keeps there, readable by its owner only. */
export interface LocalSecrets {
  jwtSecret: string;
  /** 32 bytes in base64. */
  dataEncryptionKey: string;
  /** Seed of 32 bytes in base64. */
  logSigningKey: string;
  /** Of the cluster's superuser, which migrates. */
  databasePassword: string;
  /** Of the login that API and worker use. */
  processPassword: string;
  /** Tells this data folder from an earlier one at the same path. */
  folderId: string;
}

/** @throws Problem when the file is there but cannot be read: new secrets would make the data unreadable */
export function loadSecrets(dataDir: string): LocalSecrets {
  const path = join(dataDir, 'secrets.json');
  if (existsSync(path)) {
    const kept = readJson<LocalSecrets>(path);
    if (kept?.jwtSecret && kept.dataEncryptionKey && kept.databasePassword && kept.folderId)
      return kept.processPassword && kept.logSigningKey ? kept : save(path, { ...laterSecrets(), ...kept });
    throw new Problem(
      `${path} cannot be read or is incomplete: restore it, or choose another folder with DATA_DIR.`,
    );
  }
  return save(path, {
    jwtSecret: randomBytes(48).toString('base64url'),
    dataEncryptionKey: randomBytes(32).toString('base64'),
    databasePassword: newPassword(),
    ...laterSecrets(),
    folderId: randomBytes(8).toString('hex'),
  });
}

/** What data folders of earlier releases do not have. */
const laterSecrets = () => ({
  processPassword: newPassword(),
  logSigningKey: randomBytes(32).toString('base64'),
});

const newPassword = (): string => randomBytes(24).toString('base64url');

function save(path: string, secrets: LocalSecrets): LocalSecrets {
  writeFileAtomically(path, `${JSON.stringify(secrets, null, 2)}\n`);
  return secrets;
}
