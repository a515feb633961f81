import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import type { AttemptKind, DeviceTokens, ThrottlingService } from '@abato/accounts';
import { DEVICE_TOKEN_HEADER } from '@abato/contracts';

interface AttemptConfig {
  attempts?: AttemptKind;
}

/** An address that has to wait before its next try is refused before the body is read. */
export const AskedFirst = (kind: AttemptKind): MethodDecorator =>
  RouteConfig({ attempts: kind } satisfies AttemptConfig);

/** The hook behind `AskedFirst`. After `onRequest`, so that the answer carries the headers of other origins. */
export function askAttemptsFirst(
  fastify: FastifyInstance,
  attempts: ThrottlingService,
  devices: DeviceTokens,
): void {
  fastify.addHook('preParsing', (request, _reply, payload, done) => {
    const { attempts: kind } = request.routeOptions.config as AttemptConfig;
    if (!kind) return done(null, payload);
    // Whose device it is shows when the body was read: it keeps a way in while its network has to wait (ADR 25).
    const presented = request.headers[DEVICE_TOKEN_HEADER];
    if (kind === 'login' && devices.isKnown(presented?.toString())) return done(null, payload);
    attempts.ask(kind, request.ip).then(() => done(null, payload), done);
  });
}
