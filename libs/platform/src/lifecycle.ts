import type { Logger } from './logger.js';

/**
 * Manners of a process: stop on SIGTERM, SIGINT or when the parent that forked it is gone; stop once; give up after a bound.
 * @param stop closes servers and waits for work in hand
 * @param boundMs after this long the process ends anyway (the orchestrator's grace period must be longer)
 */
export function onShutdown(log: Logger, stop: () => Promise<void>, boundMs = 25_000): void {
  let stopping = false;
  const run = (reason: string): void => {
    if (stopping) return;
    stopping = true;
    log.info({ reason }, 'stopping');
    setTimeout(() => {
      log.error('stop took too long');
      process.exit(1);
    }, boundMs).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'stop failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', () => run('SIGTERM'));
  process.on('SIGINT', () => run('SIGINT'));
  // A forked child must not outlive its parent: after `kill -9` of `npm start` no other process would end it.
  if (process.channel) process.on('disconnect', () => run('parent gone'));
  process.on('unhandledRejection', (error) => {
    log.fatal({ err: error }, 'unhandled rejection');
    process.exit(1);
  });
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught exception');
    process.exit(1);
  });
}

/** Tell the parent, if there is one, that this process serves. */
export function announceReady(): void {
  process.send?.({ type: 'ready' });
}
