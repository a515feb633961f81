import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Registry } from 'prom-client';
import {
  DeviceTokens,
  PasswordService,
  refuseDemoAccounts,
  ThrottlingService,
  UsersRepository,
} from '@abato/accounts';
import { LiveSubscriber } from '@abato/live';
import {
  type Environment,
  ENVIRONMENT,
  isTracing,
  type Logger,
  LOGGER,
  METRICS,
  newId,
  Readiness,
  readEnvironment,
  openForOperators,
  startTracing,
} from '@abato/platform';
import { PublishedLog, TileStore, Witnesses } from '@abato/transparency';
import { PublicContestsService, VoteIntake } from '@abato/voting';
import { AppModule } from './app.module.js';
import { CAST_URL, CastRequests } from './fast-path/cast-requests.js';
import { PublicReads } from './fast-path/public-reads.js';
import { askAttemptsFirst } from './http/ask-first.js';
import { ClientAddresses } from './http/client-addresses.js';
import { ERROR_STATUS } from './http/error-status.js';
import { errorBody, toAppError } from './http/error.filter.js';
import { acceptCsv, acceptMultipart } from './http/unread-body.js';
import { acceptForms, acceptJson, JSON_BODY_BYTES } from './http/json-body.js';
import { logForNest } from './http/nest-logger.js';
import { listOf, Origins, refuseForeignOrigins } from './http/origins.js';
import { publicCache } from './http/public-cache.js';
import { measureRequests, traceRequests } from './http/request-metrics.js';
import { dataHeaders, setSecurityHeaders } from './http/security-headers.js';
import { REQUEST_WITHIN_MS, serverTimes } from './http/server-times.js';
import { createValidationPipe } from './http/validation.pipe.js';
import { VoterAddresses } from './http/voter-addresses.js';
import { serveLight } from './light/serve-light.js';
import { SocketIoAdapter } from './live/socket-io.adapter.js';
import { SocketsPerAddress } from './live/sockets-per-address.js';
import { describeApi } from './open-api/describe-api.js';
import { refuseOtherRoles, serves } from './roles/areas.js';
import { serveLog } from './transparency/serve-log.js';
import { CastVoteController } from './voting/cast-vote.controller.js';
import { hasPages } from './web/server-pages.js';
import { serveWebClient } from './web/web-client.js';

/** Where the routes are; health is for machines and has no prefix. */
export const API_PREFIX: [string, { exclude: string[] }] = [
  'api',
  { exclude: ['health/live', 'health/ready'] },
];

/** A client that dawdles over its headers or body does not hold a connection for ever. */
const SERVER_OPTIONS = { ...serverTimes(REQUEST_WITHIN_MS), keepAliveTimeout: 72_000 };

/** The whole API process, wired but not yet listening on the public port. */
export async function createApp(): Promise<{
  app: NestFastifyApplication;
  log: Logger;
  env: Environment;
  sockets: SocketIoAdapter;
  /** From now on every answer asks for a new connection, to another process. */
  letConnectionsGo: () => void;
}> {
  await startTracing('abato-api', readEnvironment());
  const role = readEnvironment().ABATO_ROLE;
  const trustedProxies = listOf(readEnvironment().TRUSTED_PROXIES);
  const hot: { reads?: PublicReads; casts?: CastRequests; voters?: VoterAddresses; isStopping?: boolean } =
    {};
  const addresses = new ClientAddresses(trustedProxies, {
    note: (address, forwardsUnheard) => hot.voters?.note(address, forwardsUnheard),
  });
  const adapter = new FastifyAdapter({
    bodyLimit: JSON_BODY_BYTES,
    genReqId: () => newId(),
    trustProxy: trustedProxies.length ? trustedProxies : false,
    serverFactory: (handler: (request: IncomingMessage, response: ServerResponse) => void) => {
      const server = createServer(SERVER_OPTIONS, (request, response) => {
        // While the server closes the framework ends connections that clients keep.
        const isOpen = server.listening;
        // A proxy must not keep a connection that is about to be closed: its next request would fail.
        if (hot.isStopping) response.setHeader('connection', 'close');
        addresses.clean(request);
        if (isOpen && (hot.reads?.handle(request, response) || hot.casts?.handle(request, response))) return;
        if (request.url === CAST_URL) addresses.of(request);
        handler(request, response);
      });
      return server;
    },
    routerOptions: { maxParamLength: 200 },
    // A path that cannot be read (`/api/%`) is refused before Nest is entered, and in the one form all the same.
    frameworkErrors: (error: Error, request: FastifyRequest, reply: FastifyReply) => {
      const refusal = toAppError(error);
      void reply.status(ERROR_STATUS[refusal.code]).send(errorBody(refusal, request.id));
    },
  });
  const app = await NestFactory.create<NestFastifyApplication>(AppModule.forRole(role), adapter, {
    bodyParser: false,
    bufferLogs: true,
    abortOnError: false,
  });
  const env = app.get<Environment>(ENVIRONMENT);
  const log = app.get<Logger>(LOGGER);
  const metrics = app.get<Registry>(METRICS);
  app.useLogger(logForNest(log));

  const fastify = adapter.getInstance();
  refuseOtherRoles(fastify, role, app.get(Readiness));
  app.setGlobalPrefix(...API_PREFIX);
  app.useGlobalPipes(createValidationPipe());
  hot.voters = new VoterAddresses(metrics, app.get(Readiness));
  const origins = new Origins(env);
  app.enableCors({
    origin: [...origins.listed],
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    maxAge: 600,
  });
  const sockets = new SocketIoAdapter(app, origins, metrics, new SocketsPerAddress(env));
  app.useWebSocketAdapter(sockets);

  setSecurityHeaders(fastify, env);
  refuseForeignOrigins(fastify, origins);
  traceRequests(fastify);
  const duration = measureRequests(fastify, metrics, log);
  if (serves(role, 'live'))
    hot.reads = new PublicReads(app.get(PublicContestsService), duration, {
      headers: dataHeaders(env),
      cache: publicCache(env).snapshot,
    });
  // A traced request is a span of the framework's.
  if (serves(role, 'cast') && !isTracing()) {
    hot.casts = new CastRequests(app.get(CastVoteController), app.get(VoteIntake), duration, log, {
      headers: dataHeaders(env),
      origins: origins.listed,
      addresses,
    });
  }
  acceptJson(fastify);
  acceptForms(fastify);
  acceptCsv(fastify);
  await acceptMultipart(fastify);
  askAttemptsFirst(fastify, app.get(ThrottlingService), app.get(DeviceTokens));
  describeApi(app);
  if (serves(role, 'web')) {
    await serveWebClient(app, env, log);
    if (hasPages) serveLight(fastify, app, env, log);
    serveLog(
      fastify,
      {
        published: app.get(PublishedLog),
        tiles: app.get(TileStore),
        witnesses: app.get(Witnesses),
      },
      log,
    );
  }

  if (env.production) {
    await refuseDemoAccounts(app.get(UsersRepository), app.get(PasswordService));
  }
  app.get(LiveSubscriber).start();
  const internal = await openForOperators(app, { isServing: () => app.getHttpServer().listening });
  app.getHttpServer().on('close', () => internal.close());
  return { app, log, env, sockets, letConnectionsGo: () => (hot.isStopping = true) };
}
