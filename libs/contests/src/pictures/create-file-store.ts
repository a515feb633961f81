import type { Environment, Logger } from '@abato/platform';
import type { StoreFolder } from './file-store.js';
import { LocalFileStore } from './local-file-store.js';
import { S3FileStore } from './s3-file-store.js';

/** The S3-compatible store of the settings, or the disk. */
export function createFileStore(
  env: Environment,
  log: Logger,
  folder: StoreFolder = 'uploads',
): LocalFileStore | S3FileStore {
  if (!env.S3_ENDPOINT || !env.S3_BUCKET) return new LocalFileStore(env.DATA_DIR, folder);
  return new S3FileStore(
    {
      endpoint: env.S3_ENDPOINT,
      bucket: env.S3_BUCKET,
      region: env.S3_REGION,
      accessKeyId: env.S3_ACCESS_KEY_ID,
      secretAccessKey: env.S3_SECRET_ACCESS_KEY,
      pathStyle: env.S3_PATH_STYLE === 'true',
      publicUrl: env.S3_PUBLIC_URL,
    },
    log,
    folder,
  );
}
