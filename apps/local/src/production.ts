import { readEnvironment, readSettings } from '@abato/platform';
import { Problem } from './problem.js';
import { type Given, isOn, isProduction } from './settings.js';

/** Stand for the servers that are only started later. */
const EMBEDDED = { DATABASE_URL: 'postgres://embedded', REDIS_URL: 'redis://embedded' };

/**
 * Before anything is started or written: production makes up no secret, uses no simulator and loads no demo data.
 * @param isDevelopmentServer whether the web app's sources are to be served (`npm run dev`)
 * @throws Problem that names every setting which is missing or not allowed
 */
export function checkMode(given: Given, isDevelopmentServer: boolean): void {
  try {
    if (!isProduction(given)) return void readSettings(['NODE_ENV'], { ...given });
    if (isDevelopmentServer) throw new Problem('`npm run dev` is refused in production: use `npm start`.');
    if (isOn(given['SEED_DEMO'], false))
      throw new Problem('SEED_DEMO: demo accounts have public passwords and are refused in production.');
    const present = Object.entries(given).filter(([, value]) => value);
    readEnvironment({ ...EMBEDDED, ...Object.fromEntries(present) });
  } catch (error) {
    throw error instanceof Problem ? error : new Problem((error as Error).message);
  }
}
