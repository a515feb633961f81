import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import pLimit from 'p-limit';
import { Counter, type Registry } from 'prom-client';
import sharp from 'sharp';
import { DataSource } from 'typeorm';
import { PICTURE_WIDTHS } from '@abato/contracts';
import { AppError, type Logger, LOGGER, METRICS } from '@abato/platform';
import { FILE_STORE, type FileStore } from './file-store.js';

/** More pixels than this are refused before they are decoded: a small file can unpack to gigabytes. */
const MAX_PIXELS = 40_000_000;
/** The stored path names this width; the others differ only in the number. */
const NAMED_WIDTH = 640;
const LARGEST_WIDTH = Math.max(...PICTURE_WIDTHS);
const FORMATS = new Set(['png', 'jpeg', 'gif', 'webp']);
/** Pictures decoded at once in one process: each may hold 160 MB of pixels, twice while it is turned upright. */
const MAX_PARALLEL = 1;

/** By first bytes, never by name or by what the client says: everything else (SVG above all) is refused unread. */
const SIGNATURES: readonly ((bytes: Buffer) => boolean)[] = [
  (bytes) => bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
  (bytes) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  (bytes) => /^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6)),
  (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
];

/** Takes pictures in: checked by content, re-encoded (which drops metadata and everything hidden), stored under random names. */
@Injectable()
export class PictureService {
  /** Waiting pictures are bounded by the upload queue, which holds their bytes. */
  private readonly limited = pLimit(MAX_PARALLEL);
  private readonly decodes: Counter;

  constructor(
    private readonly source: DataSource,
    @Inject(FILE_STORE) private readonly files: FileStore,
    @Inject(LOGGER) private readonly log: Logger,
    @Inject(METRICS) metrics: Registry,
  ) {
    this.decodes = new Counter({
      name: 'abato_picture_decodes_total',
      help: 'Uploaded pictures that were opened for decoding',
      registers: [metrics],
    });
    sharp.cache(false);
    sharp.concurrency(1);
  }

  /**
   * Store a picture, run `save` with its path, and remove the files again when `save` fails.
   * @param bytes undefined when no picture was sent, null when it is to be removed; `save` then gets the same
   * @param steps `check` refuses what `save` would refuse, before a byte is decoded. `save` must check again: decoding takes seconds
   * @throws AppError UPLOAD_TYPE, UPLOAD_TOO_LARGE, UPLOAD_UNREADABLE; nothing is stored then
   */
  async storeWith<T>(
    bytes: Buffer | null | undefined,
    steps: { check?: () => Promise<unknown>; save: (path: string | null | undefined) => Promise<T> },
  ): Promise<T> {
    if (bytes) await steps.check?.();
    const path = bytes && (await this.store(bytes));
    try {
      return await steps.save(path);
    } catch (error) {
      await this.remove(path);
      throw error;
    }
  }

  /**
   * Remove a picture that a deleted or changed row referred to, unless another row does: a duplicated contest shares its pictures.
   * Never throws: the row is changed already, and a periodic check removes what remains.
   */
  async discard(path: string | null | undefined): Promise<void> {
    try {
      if (path && (await usedPictures(this.source, [path])).has(path)) return;
    } catch (error) {
      this.log.warn({ reason: (error as Error).message }, 'a picture could not be removed');
      return;
    }
    await this.remove(path);
  }

  private async remove(path: string | null | undefined): Promise<void> {
    try {
      await Promise.all(filesOf(path).map((name) => this.files.remove(name)));
    } catch (error) {
      this.log.warn({ reason: (error as Error).message }, 'a picture could not be removed');
    }
  }

  private async store(bytes: Buffer): Promise<string> {
    const sizes = await this.limited(() => {
      this.decodes.inc();
      return encode(bytes);
    });
    const path = `/uploads/${randomBytes(16).toString('hex')}-${NAMED_WIDTH}.webp`;
    try {
      for (const [index, name] of filesOf(path).entries()) {
        const file = sizes[index] as Buffer;
        await this.files.put(name, file, name.endsWith('.jpg') ? 'image/jpeg' : 'image/webp');
      }
    } catch (error) {
      await this.remove(path);
      throw error;
    }
    return path;
  }
}

/** Names of all files behind a stored path; empty for addresses of other sites. */
export function filesOf(path: string | null | undefined): string[] {
  const stem = /^\/uploads\/([0-9a-f]{32})-\d+\.webp$/.exec(path ?? '')?.[1];
  return stem
    ? [...PICTURE_WIDTHS.map((width) => `${stem}-${width}.webp`), `${stem}-${NAMED_WIDTH}.jpg`]
    : [];
}

/** The stored path that a file belongs to, or null for a file of another kind. */
export function pathOf(name: string): string | null {
  const stem = /^\.?([0-9a-f]{32})-\d+\.(webp|jpg)(\.part)?$/.exec(name)?.[1];
  return stem ? `/uploads/${stem}-${NAMED_WIDTH}.webp` : null;
}

/** One WebP per width, then the JPEG for readers without WebP (link previews, mail). */
async function encode(bytes: Buffer): Promise<Buffer[]> {
  if (!SIGNATURES.some((matches) => matches(bytes))) throw new AppError('UPLOAD_TYPE');
  try {
    const source = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' });
    const { format, width = 0, height = 0 } = await source.metadata();
    if (!FORMATS.has(format ?? '')) throw new AppError('UPLOAD_TYPE');
    if (width * height > MAX_PIXELS) throw tooManyPixels();
    // `autoOrient` applies the camera's rotation before the metadata that says so is dropped.
    // Decoded once: every width is made from the largest one.
    const { data, info } = await source
      .autoOrient()
      .resize({ width: LARGEST_WIDTH, withoutEnlargement: true })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const raw = { width: info.width, height: info.height, channels: info.channels };
    const resized = (to: number) => sharp(data, { raw }).resize({ width: to, withoutEnlargement: true });
    const pictures: Buffer[] = [];
    // A smaller picture is not enlarged, but every file exists.
    for (const to of PICTURE_WIDTHS) pictures.push(await resized(to).webp({ quality: 80 }).toBuffer());
    pictures.push(
      await resized(NAMED_WIDTH).flatten({ background: '#ffffff' }).jpeg({ quality: 82 }).toBuffer(),
    );
    return pictures;
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (/pixel limit/i.test((error as Error).message)) throw tooManyPixels();
    throw new AppError('UPLOAD_UNREADABLE', { cause: error });
  }
}

function tooManyPixels(): AppError {
  return new AppError('UPLOAD_TOO_LARGE', { message: 'The image must have at most 40 megapixels.' });
}

/** Those of these stored paths that a host, contest or contestant refers to, archived ones included. */
export async function usedPictures(source: DataSource, paths: string[]): Promise<Set<string>> {
  const rows: { path: string }[] = await source.query(
    `SELECT logo AS path FROM hosts WHERE logo = ANY($1)
     UNION SELECT banner FROM contests WHERE banner = ANY($1)
     UNION SELECT photo FROM contestants WHERE photo = ANY($1)`,
    [paths],
  );
  return new Set(rows.map((row) => row.path));
}

/** What an update does with a picture: a new one, null to remove the old one, or undefined to keep it. A new picture wins. */
export function pictureChange(
  picture: Buffer | null | undefined,
  isRemoved: boolean | undefined,
): Buffer | null | undefined {
  return picture ?? (picture === null || isRemoved ? null : undefined);
}
