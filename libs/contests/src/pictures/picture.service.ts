import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import sharp from 'sharp';
import { PICTURE_WIDTHS } from '@abato/contracts';
import { AppError, type Logger, LOGGER } from '@abato/platform';
import { FILE_STORE, type FileStore } from './file-store.js';

/** More pixels than this are refused before they are decoded: a small file can unpack to gigabytes. */
const MAX_PIXELS = 40_000_000;
/** The stored path names this width; the others differ only in the number. */
const NAMED_WIDTH = 640;
const FORMATS = new Set(['png', 'jpeg', 'gif', 'webp']);
/** Pictures decoded at once in one process: each may hold 160 MB of pixels. */
const MAX_PARALLEL = 2;

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
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    @Inject(FILE_STORE) private readonly files: FileStore,
    @Inject(LOGGER) private readonly log: Logger,
  ) {
    sharp.cache(false);
    sharp.concurrency(1);
  }

  /**
   * Store a picture, run `save` with its path, and remove the files again when `save` fails.
   * @param bytes undefined when no picture was sent; `save` then gets undefined
   * @throws AppError UPLOAD_TYPE, UPLOAD_TOO_LARGE, UPLOAD_UNREADABLE; nothing is stored then
   */
  async storeWith<T>(bytes: Buffer | undefined, save: (path: string | undefined) => Promise<T>): Promise<T> {
    const path = bytes && (await this.store(bytes));
    try {
      return await save(path);
    } catch (error) {
      await this.discard(path);
      throw error;
    }
  }

  /** Remove a picture that no row refers to. Never throws: the row is deleted already, and a periodic check removes what remains. */
  async discard(path: string | null | undefined): Promise<void> {
    try {
      await Promise.all(filesOf(path).map((name) => this.files.remove(name)));
    } catch (error) {
      this.log.warn({ reason: (error as Error).message }, 'a picture could not be removed');
    }
  }

  private async store(bytes: Buffer): Promise<string> {
    const sizes = await this.limited(() => encode(bytes));
    const path = `/uploads/${randomBytes(16).toString('hex')}-${NAMED_WIDTH}.webp`;
    try {
      for (const [index, name] of filesOf(path).entries()) {
        const file = sizes[index] as Buffer;
        await this.files.put(name, file, name.endsWith('.jpg') ? 'image/jpeg' : 'image/webp');
      }
    } catch (error) {
      await this.discard(path);
      throw error;
    }
    return path;
  }

  private async limited<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= MAX_PARALLEL) await new Promise<void>((resolve) => this.waiting.push(resolve));
    else this.running++;
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.running--;
    }
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
    const upright = source.autoOrient();
    const resized = (to: number) => upright.clone().resize({ width: to, withoutEnlargement: true });
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
