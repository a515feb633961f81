import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

type Encoding = 'br' | 'gzip';

/** Below this compressing saves no packet. */
const SMALLEST_COMPRESSED_BYTES = 1024;
/** About a millisecond for 30 KB, once per version. */
const BROTLI_QUALITY = 5;

/** A public answer that is built once and sent many times: whole, compressed (each once, when first wanted), or as a 304. */
export class PublicBody {
  readonly etag: string;
  readonly plain: Buffer;
  private readonly compressed: Partial<Record<Encoding, Buffer>> = {};

  constructor(value: unknown) {
    this.plain = Buffer.from(JSON.stringify(value));
    // Weak: the compressed forms are other bytes with the same meaning.
    this.etag = `W/"${createHash('sha256').update(this.plain).digest('base64url').slice(0, 22)}"`;
  }

  /** @param ifNoneMatch the request's header */
  isKnown(ifNoneMatch: string | undefined): boolean {
    if (!ifNoneMatch) return false;
    return (
      ifNoneMatch === this.etag ||
      ifNoneMatch.split(',').some((tag) => tag.trim() === this.etag || tag.trim() === '*')
    );
  }

  /** The bytes to send to a client that takes these encodings. */
  encodedFor(acceptEncoding: string | undefined): { bytes: Buffer; encoding: Encoding | null } {
    const encoding = this.plain.length < SMALLEST_COMPRESSED_BYTES ? null : choose(acceptEncoding);
    if (!encoding) return { bytes: this.plain, encoding: null };
    const bytes = (this.compressed[encoding] ??= compress(this.plain, encoding));
    return { bytes, encoding };
  }
}

function choose(acceptEncoding: string | undefined): Encoding | null {
  if (!acceptEncoding) return null;
  const accepted = acceptEncoding
    .toLowerCase()
    .split(',')
    .map((part) => part.trim())
    .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
    .map((part) => part.split(';', 1)[0]);
  if (accepted.includes('br')) return 'br';
  return accepted.includes('gzip') ? 'gzip' : null;
}

function compress(plain: Buffer, encoding: Encoding): Buffer {
  if (encoding === 'gzip') return gzipSync(plain);
  return brotliCompressSync(plain, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    },
  });
}
