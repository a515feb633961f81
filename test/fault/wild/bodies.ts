import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { apiRoutes } from '../../support/open-api.js';
import type { WildRequest } from './send.js';

const list = (count: number, element: string): string => `[${Array(count).fill(element).join()}]`;
const keys = (count: number): string =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, i])));
const levels = (count: number, open: string, close: string): string =>
  `{"a":${open.repeat(count)}0${close.repeat(count)}}`;

/** Shapes by size: each is beyond the levels, the keys, the length or the kind of what may come. */
const heavy: fc.Arbitrary<string> = fc.oneof(
  fc.integer({ min: 250, max: 80_000 }).map((count) => list(count, '{}')),
  fc.integer({ min: 250, max: 60_000 }).map((count) => `{"phone":${list(count, '[]')}}`),
  fc.integer({ min: 1, max: 100_000 }).map((count) => '['.repeat(count)),
  fc.integer({ min: 9, max: 40_000 }).map((count) => levels(count, '[', ']')),
  fc.integer({ min: 9, max: 20_000 }).map((count) => levels(count, '{"a":', '}')),
  fc.integer({ min: 201, max: 20_000 }).map(keys),
  fc.integer({ min: 9, max: 16_000 }).map((count) => '{"a":'.repeat(count)),
  fc.integer({ min: 70_000, max: 300_000 }).map((length) => `{"phone":"${'x'.repeat(length)}"}`),
  fc.constantFrom('null', '[]', '""', '7', 'true', '[{}]', '"{}"', '', ' '),
);

/** The webhook is not among the documented routes. */
const ROUTES = [
  ...apiRoutes().filter(({ method }) => method !== 'GET'),
  { method: 'POST', path: '/api/payments/{provider}/webhook' },
];

/** Heavy bodies for every route that takes one, in turn with its length and in chunks. */
export const heavyBodies: fc.Arbitrary<WildRequest> = fc
  .record({ route: fc.constantFrom(...ROUTES), text: heavy, chunked: fc.boolean() })
  .map(({ route, text, chunked }) => heavyRequest(route, text, chunked));

/** One heavy body for each route. */
export const heavyBodyOfEachRoute = (): WildRequest[] =>
  ROUTES.map((route) => heavyRequest(route, list(80_000, '{}'), false));

function heavyRequest(
  { method, path }: { method: string; path: string },
  text: string,
  chunked: boolean,
): WildRequest {
  return {
    method,
    path: path.replace('{provider}', 'paystack').replaceAll(/\{\w+\}/g, () => randomUUID()),
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(text),
    chunked,
  };
}
