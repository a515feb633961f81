import 'reflect-metadata';
import { setTimeout as sleep } from 'node:timers/promises';
import { announceReady, onShutdown, stopTracing } from '@abato/platform';
import { createApp } from './bootstrap.js';

/** For what is left once the live connections have gone: requests in hand, the votes that wait for their write. */
const CLOSE_WITHIN_MS = 25_000;
/**
 * The server closes idle connections once, when it stops listening. One that is answered a moment later would be kept for
 * `keepAliveTimeout`, and the process with it: they are looked for again until none is left.
 */
const REAP_EVERY_MS = 100;
/** So long (s) a proxy is answered with `connection: close`, also when no viewer is there: it then keeps none that is about to be closed. */
const LET_GO_WITHIN_S = 5;

const { app, log, env, sockets, letConnectionsGo } = await createApp();
const drainSeconds = env.SHUTDOWN_DRAIN_SECONDS;
onShutdown(
  log,
  async () => {
    letConnectionsGo();
    const letGo = sleep(Math.min(drainSeconds, LET_GO_WITHIN_S) * 1000);
    await Promise.all([sockets.drain(drainSeconds), letGo]);
    const server = app.getHttpServer();
    const reaper = setInterval(() => server.closeIdleConnections(), REAP_EVERY_MS);
    await app.close().finally(() => clearInterval(reaper));
    await stopTracing();
  },
  CLOSE_WITHIN_MS + drainSeconds * 1000,
);
await app.listen({ port: env.PORT, host: '0.0.0.0', backlog: 4096 });
log.info({ port: env.PORT }, 'API listens');
announceReady();
