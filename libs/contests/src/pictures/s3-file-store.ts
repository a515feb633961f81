import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import { AppError, type Environment, type Logger } from '@abato/platform';
import { type FileStore, LocalFileStore, PICTURE_CACHE, type StoreFolder } from './file-store.js';

/** One call with its repetitions; a picture has some hundred kilobytes. */
const CALL_WITHIN_MS = 15_000;
/** Repetitions of a call that was answered by 429 or 5xx. */
const RETRIES = 2;
const RETRY_AFTER_SECONDS = 5;
/** Pages of 1,000 names that one sweep reads at most. */
const MAX_PAGES = 10_000;

/** A bucket of any store that speaks Amazon's S3 protocol (signature version 4). Every API process sees the same pictures. */
export class S3FileStore implements FileStore {
  private readonly client: AwsClient;
  private readonly bucketUrl: URL;
  private readonly publicUrl: URL | undefined;
  private readonly prefix: string;

  constructor(
    env: Environment,
    private readonly log: Logger,
    folderName: StoreFolder,
  ) {
    // Keys look like the paths that are served: a CDN in front of the bucket needs no rule of its own.
    this.prefix = `${folderName}/`;
    const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey, S3_REGION: region } = env;
    this.client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: RETRIES });
    const { S3_ENDPOINT: endpoint = '', S3_BUCKET: bucket = '', S3_PUBLIC_URL: publicUrl } = env;
    this.bucketUrl = bucketUrlOf({ endpoint, bucket, pathStyle: env.S3_PATH_STYLE === 'true' });
    this.publicUrl = publicUrl === undefined ? undefined : folder(publicUrl);
  }

  async put(name: string, bytes: Buffer, contentType: string): Promise<void> {
    const response = await this.call('put', this.urlOf(name), {
      method: 'PUT',
      headers: {
        'content-type': contentType,
        'cache-control': PICTURE_CACHE,
        // Signed: what arrives broken is refused instead of served.
        'x-amz-content-sha256': createHash('sha256').update(bytes).digest('hex'),
      },
      body: new Uint8Array(bytes),
    });
    await this.assertOk('put', response);
  }

  async remove(name: string): Promise<void> {
    const response = await this.call('remove', this.urlOf(name), { method: 'DELETE' });
    if (response.status !== 404) await this.assertOk('remove', response);
  }

  async olderThan(moment: Date): Promise<string[]> {
    const old: string[] = [];
    let token: string | undefined;
    for (let page = 0; page < MAX_PAGES; page++) {
      const url = new URL(this.bucketUrl);
      url.search = new URLSearchParams({
        'list-type': '2',
        prefix: this.prefix,
        ...(token !== undefined && { 'continuation-token': token }),
      }).toString();
      const response = await this.call('list', url, { method: 'GET' });
      const { objects, next } = readListing(await this.assertOk('list', response));
      for (const { key, modified } of objects) {
        if (key.startsWith(this.prefix) && modified < moment) old.push(key.slice(this.prefix.length));
      }
      if (next === undefined) break;
      token = next;
    }
    return old;
  }

  /** @returns the whole picture, or null when there is none of this name */
  async read(name: string): Promise<Buffer | null> {
    const response = await this.call('read', this.urlOf(name), { method: 'GET' });
    if (response.ok) return Buffer.from(await this.reading('read', response.arrayBuffer()));
    if (response.status !== 404) await this.assertOk('read', response);
    await response.body?.cancel();
    return null;
  }

  /** Public address of a picture, or undefined when it has to pass through the API. */
  publicUrlOf(name: string): string | undefined {
    return this.publicUrl && new URL(this.prefix + encodeURIComponent(name), this.publicUrl).href;
  }

  private urlOf(name: string): URL {
    return new URL(this.prefix + name.split('/').map(encodeURIComponent).join('/'), this.bucketUrl);
  }

  private call(operation: string, url: URL, init: RequestInit): Promise<Response> {
    const signal = AbortSignal.timeout(CALL_WITHIN_MS);
    return this.reading(operation, this.client.fetch(url, { ...init, signal }));
  }

  /** Read an answer to its end, so that its connection can be used again. @throws AppError UNAVAILABLE unless it is a success */
  private async assertOk(operation: string, response: Response): Promise<string> {
    const text = await this.reading(operation, response.text());
    if (response.ok) return text;
    const [, code = 'unknown'] = /<Code>([^<]*)<\/Code>/.exec(text) ?? [];
    throw this.failure(operation, `${response.status} ${code}`);
  }

  private async reading<T>(operation: string, answer: Promise<T>): Promise<T> {
    try {
      return await answer;
    } catch (error) {
      const { message, cause } = error as Error;
      throw this.failure(operation, cause instanceof Error ? cause.message || message : message, error);
    }
  }

  private failure(operation: string, reason: string, cause?: unknown): AppError {
    this.log.error({ operation, reason }, 'the store for pictures did not do it');
    return new AppError('UNAVAILABLE', { retryAfter: RETRY_AFTER_SECONDS, cause });
  }
}

/** The S3-compatible store of the settings, or the disk. */
export function createFileStore(
  env: Environment,
  log: Logger,
  folderName: StoreFolder = 'uploads',
): LocalFileStore | S3FileStore {
  if (!env.S3_ENDPOINT || !env.S3_BUCKET) return new LocalFileStore(env.DATA_DIR, folderName);
  return new S3FileStore(env, log, folderName);
}

/**
 * Ends in `/`, so that names can be resolved against it.
 * @param endpoint origin of the store, with a path where it has one
 * @param pathStyle false: the bucket is part of the host name
 */
export function bucketUrlOf({
  endpoint,
  bucket,
  pathStyle,
}: {
  endpoint: string;
  bucket: string;
  pathStyle: boolean;
}): URL {
  const url = folder(endpoint);
  if (pathStyle) url.pathname += `${bucket}/`;
  else url.hostname = `${bucket}.${url.hostname}`;
  return url;
}

function folder(address: string): URL {
  const url = new URL(address);
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  return url;
}

/** One page of an S3 `ListObjectsV2` answer. */
interface Listing {
  objects: { key: string; modified: Date }[];
  /** Token of the next page; undefined on the last one. */
  next: string | undefined;
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * Reads the XML of a listing. Its elements are flat and without attributes, and names of ours need no escaping: four patterns
 * replace an XML parser.
 * @throws Error when the text is no listing
 */
export function readListing(xml: string): Listing {
  if (!/<ListBucketResult[\s>]/.test(xml))
    throw new Error('the store answered something else than a listing');
  const objects = [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].flatMap(([, contents = '']) => {
    const [key, modified] = [textOf(contents, 'Key'), new Date(textOf(contents, 'LastModified') ?? '')];
    // Without a time its age is unknown.
    return key === undefined || Number.isNaN(modified.getTime()) ? [] : [{ key, modified }];
  });
  const more = textOf(xml, 'IsTruncated') === 'true';
  return { objects, next: more ? textOf(xml, 'NextContinuationToken') : undefined };
}

function textOf(xml: string, element: string): string | undefined {
  const [, text] = new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml) ?? [];
  return text?.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name] ?? '');
}
