import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Histogram } from 'prom-client';
import { success, VOTER_TOKEN_HEADER } from '@abato/contracts';
import { type Logger, newId } from '@abato/platform';
import type { ClientAddresses } from '../http/client-addresses.js';
import { ERROR_STATUS } from '../http/error-status.js';
import { errorBody, logRefusal, toAppError } from '../http/error.filter.js';
import { JSON_BODY_BYTES, readJson } from '../http/json-body.js';
import type { VoteIntake } from '@abato/voting';
import type { CastVoteController } from '../voting/cast-vote.controller.js';

export const CAST_URL = '/api/votes/cast';

/** @property headers what every answer of the API carries about its data. @property origins exact origins of browsers */
interface CastRequestsOptions {
  headers: Readonly<Record<string, string>>;
  origins: readonly string[];
  addresses: ClientAddresses;
}

/**
 * The door of `POST /votes/cast` before the framework, whose routing, hooks, guards and serialisation cost as much as everything the vote
 * itself needs: 123 → about 80 µs of the API's processor for a vote (docs/measurements/server.md). It only reads and writes bytes; the
 * controller's method answers every cast. A body that is long, in chunks or compressed, a foreign origin and another type take the
 * framework's route to the same method; test/api/cast-routes.spec.ts compares both.
 */
export class CastRequests {
  private readonly headers: string[];
  private readonly origins: ReadonlySet<string>;
  private readonly addresses: ClientAddresses;

  constructor(
    private readonly controller: Pick<CastVoteController, 'cast'>,
    private readonly queue: Pick<VoteIntake, 'isFull' | 'overloaded'>,
    private readonly duration: Histogram,
    private readonly log: Logger,
    { headers, origins, addresses }: CastRequestsOptions,
  ) {
    this.headers = [
      ...Object.entries(headers).flat(),
      'cache-control',
      'no-store',
      'vary',
      'Origin',
      'content-type',
      'application/json; charset=utf-8',
    ];
    this.origins = new Set(origins);
    this.addresses = addresses;
  }

  /** @returns true when the request is being answered */
  handle(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.url !== CAST_URL || request.method !== 'POST') return false;
    const { origin, 'content-type': type, 'content-length': length } = request.headers;
    if (type !== 'application/json' && !type?.startsWith('application/json;')) return false;
    if (!(Number(length) > 0 && Number(length) <= JSON_BODY_BYTES)) return false;
    if (request.headers['content-encoding'] || (origin !== undefined && !this.origins.has(origin)))
      return false;
    const began = performance.now();
    if (this.queue.isFull) {
      // Unread: the server throws the body away.
      this.refuse(request, response, this.queue.overloaded(), began);
      return true;
    }
    let body: Buffer | null = null;
    request.on('data', (chunk: Buffer) => {
      body = body ? Buffer.concat([body, chunk]) : chunk;
    });
    request.on('end', () => {
      this.cast(request, body).then(
        (result) => this.send(request, response, 201, JSON.stringify(success(result)), newId(), began),
        (error: unknown) => this.refuse(request, response, error, began),
      );
    });
    return true;
  }

  private async cast(request: IncomingMessage, body: Buffer | null): ReturnType<CastVoteController['cast']> {
    const { 'idempotency-key': key, [VOTER_TOKEN_HEADER]: voterToken } = request.headers as Record<
      string,
      string
    >;
    return this.controller.cast(readJson(body), this.addresses.of(request), key, voterToken);
  }

  private refuse(request: IncomingMessage, response: ServerResponse, error: unknown, began: number): void {
    const refusal = toAppError(error);
    const requestId = newId();
    // Thousands in a second at worst: the writer logs a full queue at most once a second.
    if (refusal.code !== 'OVERLOADED') logRefusal(this.log, { error, refusal, requestId, route: CAST_URL });
    const body = JSON.stringify(errorBody(refusal, requestId));
    this.send(request, response, ERROR_STATUS[refusal.code], body, requestId, began, refusal.retryAfter);
  }

  private send(
    { headers: { origin } }: IncomingMessage,
    response: ServerResponse,
    status: number,
    body: string,
    requestId: string,
    began: number,
    retryAfter?: number,
  ): void {
    const headers = [...this.headers, 'x-request-id', requestId];
    headers.push('content-length', String(Buffer.byteLength(body)));
    if (origin !== undefined) headers.push('access-control-allow-origin', origin);
    if (retryAfter !== undefined) headers.push('retry-after', String(Math.ceil(retryAfter)));
    response.writeHead(status, headers).end(body);
    this.duration.observe({ route: CAST_URL, method: 'POST', status }, (performance.now() - began) / 1000);
  }
}
