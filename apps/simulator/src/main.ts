import { startSimulator } from './app.js';
import { Log } from './core/log.js';
import { settingsFrom } from './core/settings.js';

const log = new Log();

async function main(): Promise<void> {
  const simulator = await startSimulator(settingsFrom(process.env));
  let stopping = false;
  const stop = (why: string) => {
    if (stopping) return;
    stopping = true;
    log.info('stopping', { why });
    void simulator.close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error(error);
        process.exit(1);
      },
    );
  };
  // The process that reads the log may stop before us; that is no reason to forget an answer.
  process.stdout.on('error', () => undefined);
  process.once('SIGTERM', () => stop('SIGTERM'));
  process.once('SIGINT', () => stop('SIGINT'));
  // Started by another process: it hears when we are ready, and its death is ours.
  process.once('disconnect', () => stop('the parent is gone'));
  process.send?.({ type: 'ready' });
  log.info('listening', { url: simulator.url });
}

main().catch((error: unknown) => {
  log.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
