import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ROOT } from './paths.mjs';

/** Where `npm start` keeps its servers: ports and secrets of the data folder. Nothing when it has never run. */
export function localSettings() {
  const dataDir = resolve(ROOT, process.env.DATA_DIR || '.local');
  const read = (name) => JSON.parse(readFileSync(join(dataDir, name), 'utf8'));
  if (!existsSync(join(dataDir, 'secrets.json')) || !existsSync(join(dataDir, 'ports.json'))) return {};
  const [secrets, ports] = [read('secrets.json'), read('ports.json')];
  const login = (name, password) =>
    `postgres://${name}:${encodeURIComponent(password)}@127.0.0.1:${ports.postgres}/abato`;
  const owner = login('abato_owner', secrets.databasePassword);
  return {
    // A data folder that only an earlier release has started has one login.
    DATABASE_URL: secrets.processPassword ? login('abato_processes', secrets.processPassword) : owner,
    DATABASE_OWNER_URL: owner,
    REDIS_URL: `redis://127.0.0.1:${ports.redis}`,
    DATA_ENCRYPTION_KEY: secrets.dataEncryptionKey,
    PAYSTACK_BASE_URL: `http://127.0.0.1:${process.env.SIMULATOR_PORT || 3001}`,
  };
}
