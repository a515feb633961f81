import fastify, { type FastifyError, type FastifyReply, type FastifyRequest } from 'fastify';
import { type Handler, Reply, Simulator } from './core/simulator.js';
import { ControlError, NoAnswer, ProviderError, Refusal, serverError } from './core/errors.js';
import { fieldsOf } from './core/fields.js';
import type { Settings } from './core/settings.js';
import { armEnding } from './provider/payments.js';
import { armRefunds } from './provider/refunds.js';
import { ROUTES } from './routes.js';

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
  const app = fastify({ forceCloseConnections: true, routerOptions: { maxParamLength: MAX_PATH_PART } });
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  // Files of disputes are taken, and not kept.
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_, _file, done) => done(null, {}));
  app.setErrorHandler((error: FastifyError | Refusal | NoAnswer, request, reply) => {
    if (error instanceof NoAnswer) {
      reply.hijack();
      request.raw.socket.destroy();
      return;
    }
    const refusal = error instanceof Refusal ? error : refusalOf(sim, error);
    void reply.status(refusal.httpStatus).headers(refusal.headers).send(refusal.body);
  });
  for (const [route, handler, endpoint] of ROUTES) {
    const [method = '', url = ''] = route.split(' ');
    app.route({
      method,
      url,
      handler: async (request, reply) => {
        if (endpoint) await checkCall(sim, endpoint, request, reply);
        const result = await handler(sim, callOf(request));
        if (endpoint) sim.faults.afterCall(endpoint);
        if (!(result instanceof Reply)) return reply.send(result);
        return reply.status(result.status).headers(result.headers).send(result.body);
      },
    });
  }

  const address = await app.listen({ port: settings.SIMULATOR_PORT, host: settings.SIMULATOR_HOST });
  const url = `http://localhost:${new URL(address).port}`;
  settings.SIMULATOR_PUBLIC_URL ||= url;
  resume(sim);
  const close = async () => {
    sim.webhooks.stop();
    sim.time.reset();
    await app.close();
    sim.store.close();
  };
  return { url, close };
}

/** What a killed process still owed is done by the next one. */
function resume(sim: Simulator): void {
  sim.webhooks.arm(...sim.store.webhooks.values());
  for (const transaction of sim.store.transactions.values()) armEnding(sim, transaction);
  armRefunds(sim, ...sim.store.refunds.values());
}

/** Before a provider call: whatever is wrong with the provider today, the caller's key, its rate limit. */
async function checkCall(
  { faults, settings }: Simulator,
  endpoint: string,
  { headers: { authorization } }: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  await faults.beforeCall(endpoint);
  checkKey(authorization, settings.PAYSTACK_SECRET_KEY);
  void reply.headers(faults.countCall(endpoint));
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
  return { params: named, query: fieldsOf(query), body: fieldsOf(body), headers };
}

/** Fastify refuses broken JSON and bodies that are too large by itself; anything else is a fault of ours. */
function refusalOf({ log }: Simulator, error: FastifyError): Refusal {
  if (error.statusCode && error.statusCode < 500) return new ControlError(error.statusCode, error.message);
  log.error(error);
  return serverError();
}
