import { startSimulator } from './app.js';
import { logger } from './core/simulator.js';
import { settingsFrom } from './core/settings.js';

const log = logger();
const CLOSE_WITHIN_MS = 5_000;

async function main(): Promise<void> {
  const simulator = await startSimulator(settingsFrom(process.env));
  const stop = (why: string) => {
    log.info({ why }, 'stopping');
    void simulator.close().then(() => process.exit(0), fail);
    // What was acknowledged is on disk: a connection that does not close delays the end no longer.
    setTimeout(() => process.exit(0), CLOSE_WITHIN_MS).unref();
  };
  process.once('SIGTERM', () => stop('SIGTERM'));
  process.once('SIGINT', () => stop('SIGINT'));
  // Started by another process: it hears when the simulator is ready, and its end is the simulator's.
  process.once('disconnect', () => stop('the parent is gone'));
  process.send?.({ type: 'ready' });
  log.info({ url: simulator.url }, 'listening');
}

function fail(error: unknown): void {
  log.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}

main().catch(fail);
