import fastify, { type FastifyReply, type FastifyRequest, type RouteHandlerMethod } from 'fastify';
import { type Handler, Reply, Simulator } from './core/simulator.js';
import { ControlError, NoAnswer, ProviderError, serverError } from './core/errors.js';
import { fieldsOf } from './core/fields.js';
import type { Settings } from './core/settings.js';
import { armEnding } from './provider/payments.js';
import { armRefunds } from './provider/refunds.js';
import { OTHERS, PROVIDER } from './routes.js';

export interface RunningSimulator {
  /** Where it listens. */
  url: string;
  close(): Promise<void>;
}

/** References in paths may be as long as the provider takes them; Fastify's own limit is 100 characters. */
const MAX_PATH_PART = 512;

/**
 * Start a simulator.
 * @param given its settings; port 0 takes a free one
 */
export async function startSimulator(given: Settings): Promise<RunningSimulator> {
  const settings = { ...given };
  const sim = new Simulator(settings);
  const app = fastify({
    forceCloseConnections: true,
    routerOptions: { maxParamLength: MAX_PATH_PART, ignoreTrailingSlash: true },
  });
  const hanging = new Set<() => void>();
  // Clients that name a content type without sending a body mean "nothing", which Fastify takes for broken JSON.
  app.addHook('onRequest', async ({ headers }) => {
    if (headers['content-length'] === '0') delete headers['content-type'];
  });
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  // What the provider does with a body of no or another content type is not known: JSON is read whatever it calls itself.
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body: Buffer, done) => done(null, jsonOr(body)));
  app.setNotFoundHandler(({ method, url }, reply) =>
    reply.status(404).send({ status: false, message: `Cannot ${method} ${url}` }),
  );
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof NoAnswer) leaveWaiting(reply, error.afterMs, hanging);
    else if (error instanceof ProviderError)
      void reply.status(error.httpStatus).headers(error.headers).send(error.body());
    else if (error instanceof ControlError)
      void reply.status(error.httpStatus).send({ status: false, message: error.message });
    else if (isClientError(error))
      void reply.status(error.statusCode).send({ status: false, message: error.message });
    else {
      sim.log.error(error);
      void reply.status(500).send(serverError().body());
    }
  });
  const add = (route: string, handler: RouteHandlerMethod) => {
    const [method = '', url = ''] = route.split(' ');
    app.route({ method, url, handler });
  };
  for (const [route, handler] of OTHERS)
    add(route, async (request, reply) => send(reply, await handler(sim, callOf(request))));
  for (const [route, endpoint, handler] of PROVIDER)
    add(route, (request, reply) => answer(sim, endpoint, handler, request, reply));

  await app.listen({ port: settings.SIMULATOR_PORT, host: settings.SIMULATOR_HOST });
  const address = app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : settings.SIMULATOR_PORT;
  settings.SIMULATOR_PUBLIC_URL ||= `http://localhost:${port}`;
  resume(sim);
  const close = async () => {
    for (const cut of hanging) cut();
    sim.webhooks.stop();
    sim.time.reset();
    await app.close();
    sim.store.close();
  };
  return { url: `http://localhost:${port}`, close };
}

/** What a killed process still owed is done by the next one. */
function resume(sim: Simulator): void {
  sim.webhooks.arm(...sim.store.webhooks.values());
  for (const transaction of sim.store.transactions.values()) armEnding(sim, transaction);
  armRefunds(sim, ...sim.store.refunds.values());
}

/** A provider call: whatever is wrong with the provider today, the caller's key, its rate limit, then the call itself. */
async function answer(
  sim: Simulator,
  endpoint: string,
  handler: Handler,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  await sim.faults.beforeCall(endpoint);
  checkKey(request.headers.authorization, sim.settings.PAYSTACK_SECRET_KEY);
  void reply.headers(sim.faults.countCall(endpoint));
  const body = await handler(sim, callOf(request));
  sim.faults.afterCall(endpoint);
  return send(reply, body);
}

/** `Authorization: Bearer <secret key>`, as the provider checks it. @throws ProviderError 401 */
function checkKey(authorization: string | undefined, secretKey: string): void {
  if (authorization === `Bearer ${secretKey}`) return;
  const nextStep = 'Ensure that you provide the correct authorization key for the request';
  const [message, code] = authorization
    ? ['Invalid key', 'invalid_Key']
    : ['No Authorization Header was found', 'missing_key'];
  throw new ProviderError(401, message, code, 'validation_error', nextStep);
}

function callOf({ params, query, body, headers }: FastifyRequest): Parameters<Handler>[1] {
  const named = params as Record<string, string>;
  return { params: named, query: fieldsOf(query), body: fieldsOf(body), rawBody: body, headers };
}

function send(reply: FastifyReply, result: unknown): FastifyReply {
  if (!(result instanceof Reply)) return reply.send(result);
  return reply.status(result.status).headers(result.headers).send(result.body);
}

/** Cuts the connection of a call after it was kept waiting. @param hanging what a stop cuts at once */
function leaveWaiting(reply: FastifyReply, afterMs: number, hanging: Set<() => void>): void {
  const { socket } = reply.request.raw;
  reply.hijack();
  const cut = () => {
    clearTimeout(timer);
    hanging.delete(cut);
    socket.destroy();
  };
  const timer = setTimeout(cut, afterMs);
  hanging.add(cut);
  socket.once('close', cut);
}

/** @returns the value of JSON, or the bytes of anything else: files are uploaded as they are */
function jsonOr(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return body;
  }
}

/** Fastify's own refusals: broken JSON, a body that is too large. */
function isClientError(error: unknown): error is Error & { statusCode: number } {
  if (!(error instanceof Error) || !('statusCode' in error)) return false;
  return typeof error.statusCode === 'number' && error.statusCode >= 400 && error.statusCode < 500;
}
