import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Histogram } from 'prom-client';
import { DEFAULT_PAGE_SIZES, isUuid } from '@abato/contracts';
import { newId } from '@abato/platform';
import type { PublicBody, PublicContestsService } from '@abato/voting';

const LIST_URL = '/api/contests/public';
/** As the web client asks. */
const PAGE_OF_LIST = /^\/api\/contests\/public\?page=(\d{1,9})&pageSize=(\d{1,9})$/;
const DETAIL_PREFIX = '/api/contests/';
const DETAIL_SUFFIX = '/public';
const UUID_LENGTH = 36;
const DETAIL_LENGTH = DETAIL_PREFIX.length + UUID_LENGTH + DETAIL_SUFFIX.length;

/** A page that was told of a change asks for the contest as it is after it: under an address that no cache has yet. */
const AFTER = /^\?after=\d{1,16}$/;

/**
 * The door of the two most read answers before the framework, for answers that lie in memory: routing, hooks and serialisation cost three
 * times as much as sending the bytes. Everything else (a changed contest, a query, a foreign
 * origin, a signed-in user) takes the ordinary route.
 */
export class PublicReads {
  private readonly labels = {
    list: { whole: labelsOf(LIST_URL, 200), unchanged: labelsOf(LIST_URL, 304) },
    detail: {
      whole: labelsOf('/api/contests/:id/public', 200),
      unchanged: labelsOf('/api/contests/:id/public', 304),
    },
  };
  /** A 304 repeats only what a cache keeps of it (RFC 9110 §15.4.5). */
  private readonly always: string[];
  private readonly whole: string[];

  /** @param headers what every answer of the API carries about its data; cache: what shared caches are told */
  constructor(
    private readonly contests: PublicContestsService,
    private readonly duration: Histogram,
    { headers, cache }: { headers: Readonly<Record<string, string>>; cache: string },
  ) {
    this.always = ['cache-control', cache, 'vary', 'accept-encoding, origin'];
    this.whole = [
      ...Object.entries(headers).flat(),
      ...this.always,
      'content-type',
      'application/json; charset=utf-8',
    ];
  }

  /** @returns true when the request has been answered */
  handle(request: IncomingMessage, response: ServerResponse): boolean {
    const { url, method, headers } = request;
    if (method !== 'GET' || !url?.startsWith(DETAIL_PREFIX)) return false;
    if (headers.origin || headers.authorization) return false;
    const began = performance.now();
    const isList = url.startsWith(LIST_URL);
    const body = isList ? this.readyList(url) : this.readyDetail(url);
    if (!body) return false;
    const labels = isList ? this.labels.list : this.labels.detail;
    if (body.isKnown(headers['if-none-match'])) {
      response.writeHead(304, [...this.always, 'etag', body.etag, 'x-request-id', newId()]).end();
      this.duration.observe(labels.unchanged, (performance.now() - began) / 1000);
      return true;
    }
    this.sendWhole(response, body, headers['accept-encoding']);
    this.duration.observe(labels.whole, (performance.now() - began) / 1000);
    return true;
  }

  private readyList(url: string): PublicBody | null {
    if (url === LIST_URL) return this.contests.readyList(1, DEFAULT_PAGE_SIZES.publicContests);
    const [, page, pageSize] = PAGE_OF_LIST.exec(url) ?? [];
    return page ? this.contests.readyList(Number(page), Number(pageSize)) : null;
  }

  private readyDetail(url: string): PublicBody | null {
    if (!url.startsWith(DETAIL_SUFFIX, DETAIL_LENGTH - DETAIL_SUFFIX.length)) return null;
    if (url.length > DETAIL_LENGTH && !AFTER.test(url.slice(DETAIL_LENGTH))) return null;
    const id = url.slice(DETAIL_PREFIX.length, DETAIL_PREFIX.length + UUID_LENGTH);
    return isUuid(id) ? this.contests.readyDetail(id.toLowerCase()) : null;
  }

  private sendWhole(response: ServerResponse, body: PublicBody, acceptEncoding: string | undefined): void {
    const { bytes, encoding } = body.encodedFor(acceptEncoding);
    const headers = [
      ...this.whole,
      'etag',
      body.etag,
      'x-request-id',
      newId(),
      'content-length',
      String(bytes.length),
    ];
    if (encoding) headers.push('content-encoding', encoding);
    response.writeHead(200, headers).end(bytes);
  }
}

function labelsOf(route: string, status: number): Record<string, string | number> {
  return { route, method: 'GET', status };
}
