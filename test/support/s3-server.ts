import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A store that speaks as much of Amazon's S3 protocol as the product uses: PUT, GET, DELETE and listings of one bucket addressed by
 * path, over HTTP, with the signature (version 4) checked on every call. Written from the protocol's description, not from the
 * product's client.
 */
export interface S3Server {
  endpoint: string;
  /** Settings of a process that uses it. */
  settings: Record<string, string>;
  /** What lies in the bucket, by key. */
  objects: Map<string, StoredObject>;
  /** Answers these calls with 503 while it returns true. */
  failWhen: (method: string, key: string) => boolean;
  close(): Promise<void>;
}

export interface StoredObject {
  bytes: Buffer;
  headers: { 'content-type': string | undefined; 'cache-control': string | undefined };
  modified: Date;
}

export interface SignedRequest {
  method: string;
  /** Path and query as they were sent. */
  target: string;
  headers: Record<string, string | undefined>;
}

const BUCKET = 'pictures';
const REGION = 'eu-west-1';
const ACCESS_KEY_ID = 'AKIDABATO';
const SECRET_ACCESS_KEY = 'a-secret/with+signs';
/** Small, so that a listing of a few objects has several pages. */
const PAGE = 2;
/** How far a request's clock may be off. */
const SKEW_MS = 15 * 60_000;

export async function startS3Server(): Promise<S3Server> {
  const objects: S3Server['objects'] = new Map();
  const server = createServer((request, response) => void handle(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const store: S3Server = {
    endpoint,
    settings: {
      S3_ENDPOINT: endpoint,
      S3_BUCKET: BUCKET,
      S3_REGION: REGION,
      S3_ACCESS_KEY_ID: ACCESS_KEY_ID,
      S3_SECRET_ACCESS_KEY: SECRET_ACCESS_KEY,
    },
    objects,
    failWhen: () => false,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const { method = 'GET', url = '/' } = request;
    const refusal = refusalOf(request, body);
    if (refusal) return refuse(response, 403, refusal);
    const { pathname, searchParams } = new URL(url, endpoint);
    if (!pathname.startsWith(`/${BUCKET}/`)) return refuse(response, 404, 'NoSuchBucket');
    const key = decodeURIComponent(pathname.slice(BUCKET.length + 2));
    if (store.failWhen(method, key)) return refuse(response, 503, 'SlowDown');
    if (method === 'PUT') {
      const { 'content-type': type, 'cache-control': cache } = request.headers;
      objects.set(key, {
        bytes: body,
        headers: { 'content-type': type, 'cache-control': cache },
        modified: new Date(),
      });
      response.writeHead(200, { etag: `"${createHash('md5').update(body).digest('hex')}"` }).end();
    } else if (method === 'DELETE') {
      objects.delete(key);
      response.writeHead(204).end();
    } else if (key === '' && searchParams.get('list-type') === '2') {
      response.writeHead(200, { 'content-type': 'application/xml' }).end(listing(objects, searchParams));
    } else {
      const object = objects.get(key);
      if (!object) return refuse(response, 404, 'NoSuchKey');
      response.writeHead(200, { ...object.headers, 'content-length': object.bytes.length }).end(object.bytes);
    }
  }

  return store;
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code></Error>`);
}

function listing(objects: S3Server['objects'], query: URLSearchParams): string {
  const [prefix, after] = [query.get('prefix') ?? '', query.get('continuation-token') ?? ''];
  const rest = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
  const page = rest.slice(0, PAGE);
  const contents = page.map(
    (key) =>
      `<Contents><Key>${key}</Key><LastModified>${objects.get(key)?.modified.toISOString()}</LastModified></Contents>`,
  );
  const more = rest.length > PAGE;
  const next = more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  return `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${BUCKET}</Name><IsTruncated>${more}</IsTruncated>${contents.join('')}${next}</ListBucketResult>`;
}

/** Why a request is not believed, or undefined. */
function refusalOf({ method = '', url = '', headers }: IncomingMessage, body: Buffer): string | undefined {
  const [, keyId, date, region, signedHeaders = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? [];
  if (!signature || keyId !== ACCESS_KEY_ID) return 'InvalidAccessKeyId';
  if (region !== REGION) return 'AuthorizationHeaderMalformed';
  const flat = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(',') : value]),
  );
  const stamp = flat['x-amz-date'] ?? '';
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(stamp) ?? [];
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (!stamp.startsWith(date ?? ' ') || !(Math.abs(Date.now() - at) < SKEW_MS)) return 'RequestTimeTooSkewed';
  const claimed = flat['x-amz-content-sha256'];
  if (claimed !== 'UNSIGNED-PAYLOAD' && claimed !== sha256(body)) return 'XAmzContentSHA256Mismatch';
  const names = signedHeaders.split(';');
  if (!names.includes('host') || !names.includes('x-amz-content-sha256')) return 'SignatureDoesNotMatch';
  const expected = signatureOf(
    { method, target: url, headers: flat },
    { secret: SECRET_ACCESS_KEY, region, signedHeaders: names },
  );
  return expected === signature ? undefined : 'SignatureDoesNotMatch';
}

/** The signature of a request: Signature Version 4, "Authenticating Requests" in Amazon's S3 API reference. */
export function signatureOf(
  request: SignedRequest,
  by: { secret: string; region: string; signedHeaders: readonly string[] },
): string {
  const [path = '/', query = ''] = request.target.split('?');
  const stamp = request.headers['x-amz-date'] ?? '';
  const date = stamp.slice(0, 8);
  const parameters = query
    .split('&')
    .filter(Boolean)
    .map((pair) => {
      const [name = '', value = ''] = pair
        .split('=')
        .map((part) => decodeURIComponent(part.replaceAll('+', ' ')));
      return `${encode(name)}=${encode(value)}`;
    });
  const canonical = [
    request.method,
    path,
    parameters.sort().join('&'),
    ...by.signedHeaders.map((name) => `${name}:${request.headers[name]?.trim().replace(/ +/g, ' ') ?? ''}`),
    '',
    by.signedHeaders.join(';'),
    request.headers['x-amz-content-sha256'],
  ].join('\n');
  const scope = `${date}/${by.region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', stamp, scope, sha256(canonical)].join('\n');
  const key = [date, by.region, 's3', 'aws4_request'].reduce<Buffer | string>(
    (secret, part) => hmac(secret, part),
    `AWS4${by.secret}`,
  );
  return hmac(key, toSign).toString('hex');
}

/** Percent-encoding as the signature wants it (RFC 3986). */
function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

function hmac(key: Buffer | string, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
