import { QUIET_ZONE, useQrMatrix } from '@/lib/share/qr';

/** A QR code with its quiet zone, black on white in every theme because scanners want it so. */
export function QrCode({ text, label, className }: { text: string; label: string; className?: string }) {
  const matrix = useQrMatrix(text);
  const side = (matrix?.size ?? 29) + 2 * QUIET_ZONE;
  return (
    <svg
      viewBox={`0 0 ${side} ${side}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className={className}
    >
      <rect width={side} height={side} fill="#fff" />
      {matrix && <path d={matrix.path} fill="#000" />}
    </svg>
  );
}
