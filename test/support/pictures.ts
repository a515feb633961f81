import sharp from 'sharp';

export interface PictureOptions {
  format?: 'png' | 'jpeg' | 'gif' | 'webp';
  width?: number;
  height?: number;
  /** GPS position and camera, as a phone writes them. */
  exif?: boolean;
}

/** A real picture as a browser sends it. */
export async function aPicture(options: PictureOptions = {}): Promise<Blob> {
  const { format = 'png', width = 1600, height = 900, exif = false } = options;
  let picture = sharp({ create: { width, height, channels: 3, background: '#0b6e4f' } });
  if (exif) {
    picture = picture.withExif({
      IFD0: { Make: 'Phone', Model: 'SecretModel' },
      IFD3: { GPSLatitude: '5/1' },
    });
  }
  return new Blob([new Uint8Array(await picture.toFormat(format).toBuffer())], { type: `image/${format}` });
}
