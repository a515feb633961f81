import { createHash } from 'node:crypto';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { INestApplicationContext } from '@nestjs/common';
import { isUuid, lightTexts as t } from '@abato/contracts';
import { AppError, type Environment, type Logger } from '@abato/platform';
import { ERROR_STATUS } from '../http/error-status.js';
import { logRefusal, toAppError } from '../http/error.filter.js';
import { publicCache } from '../http/public-cache.js';
import { hasPages, pages } from '../web/server-pages.js';
import { readCookies } from './cookies.js';
import { type LightAnswer, page } from './light-answer.js';
import { LightBallots } from './light-ballots.service.js';
import { LightPayments } from './light-payments.service.js';
import { LightVoting, type LightRequest } from './light-voting.service.js';

type Params = { contestId: string; code: string; voteId: string };
type Query = Record<string, string | string[] | undefined>;
type Incoming = FastifyRequest<{ Params: Params; Querystring: Query }>;

/** Nothing is loaded and no code runs; forms go to this site only. */
const policy = (style: string): string =>
  [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
const LIGHT_POLICY = hasPages ? policy(pages.lightStyle) : '';

const MISSING = new Set(['CONTEST_NOT_FOUND', 'NOT_FOUND']);
const MOST_PAGES = 10_000;

/** Serves voting without JavaScript below `/v/` (ADR 51). Every answer is HTML, refusals too. */
export function serveLight(
  fastify: FastifyInstance,
  app: INestApplicationContext,
  env: Environment,
  log: Logger,
): void {
  const ballots = app.get(LightBallots);
  const voting = app.get(LightVoting);
  const payments = app.get(LightPayments);
  const cache = publicCache(env).snapshot;

  const answer = (work: (request: Incoming, contestId: string) => Promise<LightAnswer>) => ({
    errorHandler: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
      void send(reply, refused(error, request, log), cache);
    },
    handler: async (request: Incoming, reply: FastifyReply) => {
      try {
        const { contestId } = request.params;
        if (!isUuid(contestId)) throw new AppError('CONTEST_NOT_FOUND');
        return await send(reply, await work(request, contestId.toLowerCase()), cache);
      } catch (error) {
        return send(reply, refused(error, request, log), cache);
      }
    },
  });
  const takesForm = { config: { takesForm: true } as object };

  const list = answer(({ query }, contestId) =>
    ballots.list(contestId, {
      search: textOf(query['q']).slice(0, 100),
      category: numberOf(query['c'], 0),
      page: numberOf(query['p'], 1),
    }),
  );
  fastify.get('/v/:contestId', list);
  fastify.get('/v/:contestId/', list);
  fastify.get(
    '/v/:contestId/vote/:voteId',
    answer(({ params: { voteId } }, contestId) => {
      if (!isUuid(voteId)) throw new AppError('VOTE_NOT_FOUND');
      return ballots.result(contestId, voteId.toLowerCase());
    }),
  );
  fastify.get(
    '/v/:contestId/pay',
    answer(({ query, headers }, contestId) => {
      // The provider adds both names when it leads back.
      const reference = textOf(query['reference']) || textOf(query['trxref']);
      const how = { reference, cancelled: query['cancelled'] === 'true', asked: numberOf(query['n'], 0) };
      return payments.show(contestId, how, readCookies(headers.cookie));
    }),
  );
  fastify.post('/v/:contestId/pay', {
    ...takesForm,
    ...answer((request, contestId) =>
      payments.submit(contestId, textOf(request.query['reference']), requestOf(request)),
    ),
  });
  fastify.get(
    '/v/:contestId/:code',
    answer(({ params, headers, ip }, contestId) =>
      ballots.form(contestId, params.code, readCookies(headers.cookie), ip),
    ),
  );
  fastify.post('/v/:contestId/:code', {
    ...takesForm,
    ...answer((request, contestId) => voting.submit(contestId, request.params.code, requestOf(request))),
  });
}

function requestOf(request: Incoming): LightRequest {
  const { body, headers, ip } = request;
  return {
    // Only forms are objects of texts; JSON has other values, which no page of ours sends.
    form: Object.fromEntries(
      Object.entries(body ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    ),
    cookies: readCookies(headers.cookie),
    hasOrigin: headers.origin !== undefined,
    address: ip,
  };
}

/** @param cache for an answer that is the same for everyone */
async function send(reply: FastifyReply, answer: LightAnswer, cache: string): Promise<FastifyReply> {
  const { status, html, location, cookies, isPublic, retryAfter } = answer;
  void reply
    .status(status)
    .type('text/html; charset=utf-8')
    .header('cache-control', isPublic ? cache : 'no-store')
    .header('content-security-policy', LIGHT_POLICY)
    // Other sites are not told a payment's reference; forms name their origin all the same.
    .header('referrer-policy', 'same-origin');
  if (cookies.length) void reply.header('set-cookie', cookies);
  if (location) void reply.header('location', location);
  if (retryAfter !== undefined) void reply.header('retry-after', String(Math.ceil(retryAfter)));
  return reply.send(html);
}

/** A refusal without a form to show it in. */
function refused(error: unknown, request: FastifyRequest, log: Logger): LightAnswer {
  const refusal = toAppError(error);
  logRefusal(log, { error, refusal, requestId: request.id, route: request.routeOptions.url });
  const { code, message, retryAfter } = refusal;
  const { title, text } = MISSING.has(code)
    ? t.missing
    : { title: t.failed.title, text: code === 'INTERNAL' ? t.failed.text : message };
  const html = pages.light.notice({ title, text });
  return { ...page(ERROR_STATUS[code], html), retryAfter };
}

function textOf(value: string | string[] | undefined): string {
  return (Array.isArray(value) ? value.at(-1) : value) ?? '';
}

function numberOf(value: string | string[] | undefined, otherwise: number): number {
  const number = /^\d{1,5}$/.test(textOf(value)) ? Number(textOf(value)) : otherwise;
  return Math.min(MOST_PAGES, Math.max(otherwise, number));
}
