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
  const kept = readJson<LocalSecrets>(path);
  const isUsable = kept?.jwtSecret && kept.dataEncryptionKey && kept.databasePassword && kept.folderId;
  if (existsSync(path) && !isUsable)
    throw new Problem(
      `${path} cannot be read or is incomplete: restore it, or choose another folder with DATA_DIR.`,
    );
  // Data folders of earlier releases do not have processPassword and logSigningKey.
  if (kept?.processPassword && kept.logSigningKey) return kept;
  const secrets = {
    jwtSecret: random(48, 'base64url'),
    dataEncryptionKey: random(32, 'base64'),
    logSigningKey: random(32, 'base64'),
    databasePassword: random(24, 'base64url'),
    processPassword: random(24, 'base64url'),
    folderId: random(8, 'hex'),
    ...kept,
  };
  writeFileAtomically(path, `${JSON.stringify(secrets, null, 2)}\n`);
  return secrets;
}

const random = (bytes: number, encoding: BufferEncoding): string => randomBytes(bytes).toString(encoding);
