import 'reflect-metadata';
import { announceReady, onShutdown, stopTracing } from '@abato/platform';
import { createApp } from './bootstrap.js';

/** For what is left once the live connections have gone: requests in hand, the votes that wait for their write. */
const CLOSE_WITHIN_MS = 25_000;

const { app, log, env, sockets } = await createApp();
const drainSeconds = env.SHUTDOWN_DRAIN_SECONDS;
onShutdown(
  log,
  async () => {
    await sockets.drain(drainSeconds);
    await app.close();
    await stopTracing();
  },
  CLOSE_WITHIN_MS + drainSeconds * 1000,
);
await app.listen({ port: env.PORT, host: '0.0.0.0', backlog: 4096 });
log.info({ port: env.PORT }, 'API listens');
announceReady();
