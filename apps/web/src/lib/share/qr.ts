import { useQuery } from '@tanstack/react-query';

export interface QrMatrix {
  /** Modules per side, without the quiet zone. */
  size: number;
  /** One SVG path in module units, quiet zone of 4 included in its coordinates. */
  path: string;
}

/** Modules of white around the code that scanners need. */
export const QUIET_ZONE = 4;

/** The dark modules of a QR code as one path. Level M: 15 % may be hidden by glare or a thumb. */
async function matrixOf(text: string): Promise<QrMatrix> {
  const { create } = await import('qrcode');
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  let path = '';
  for (let row = 0; row < modules.size; row += 1) {
    for (let column = 0; column < modules.size; column += 1) {
      if (modules.get(row, column)) path += `M${column + QUIET_ZONE} ${row + QUIET_ZONE}h1v1h-1z`;
    }
  }
  return { size: modules.size, path };
}

/** The code is made in the browser: nothing but our own address leaves it. */
export function useQrMatrix(text: string): QrMatrix | undefined {
  return useQuery({
    queryKey: ['qr', text],
    queryFn: () => matrixOf(text),
    staleTime: Infinity,
    retry: true,
  }).data;
}

/** A QR code as a file of its own. @param matrix of the address */
export function qrSvg({ size, path }: QrMatrix): string {
  const side = size + 2 * QUIET_ZONE;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges">` +
    `<rect width="${side}" height="${side}" fill="#fff"/><path d="${path}" fill="#000"/></svg>`
  );
}

/** Side of the PNG in pixels, at least: sharp on an A4 page at 300 dpi. */
const PNG_SIDE_PX = 1600;

/** The same as a bitmap; drawn by hand because a policy may forbid pictures made of strings. */
export async function qrPng({ size, path }: QrMatrix): Promise<Blob> {
  const side = size + 2 * QUIET_ZONE;
  const scale = Math.ceil(PNG_SIDE_PX / side);
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = side * scale;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot draw pictures.');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.scale(scale, scale);
  context.fillStyle = '#000';
  context.fill(new Path2D(path));
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be made.'))));
  });
}
