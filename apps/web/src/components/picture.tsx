import { pictureSources } from '@abato/contracts';
import clsx from 'clsx';
import { useState } from 'react';
import { imageUrl } from '@/lib/format';

export interface PictureProps {
  /** Path or address as the API gives it. */
  path: string | null | undefined;
  /** The name whose initial is shown when the picture is missing or fails to load. */
  name: string;
  className?: string;
  /** The largest box it is shown in, in CSS pixels: its shape is reserved until the picture is loaded. */
  box: readonly [width: number, height: number];
  /** The box's width by screen width, as in `<img sizes>`; left out when it is the same everywhere. */
  sizes?: string;
  /** The first picture on the screen must not wait for the rest. */
  eager?: boolean;
  initialClassName?: string;
}

/** Placeholder weaves: the same name always gets the same one. */
const weaves = [
  'from-[#0b5a39] to-[#1a0f17]',
  'from-[#8f1d28] to-[#1a0f17]',
  'from-[#7a5208] to-[#1a0f17]',
  'from-[#4a2740] to-[#1a0f17]',
];

function weaveOf(name: string): string | undefined {
  let hash = 0;
  for (const char of name) hash = (hash * 31 + char.charCodeAt(0)) % 9973;
  return weaves[hash % weaves.length];
}

/** An uploaded picture beside the name of what it shows, in a box of known size, with a woven placeholder when there is none or it does not load. */
export function Picture({ path, name, className, box, sizes, eager, initialClassName }: PictureProps) {
  const [failed, setFailed] = useState<string | null>(null);
  // The first paint keeps its place: pictures come after the code.
  if (import.meta.env.SSR) return <div className={clsx('picture-place', className)} />;
  const url = imageUrl(path);
  if (!url || failed === url) {
    return (
      <div
        className={clsx(
          'relative grid place-items-center overflow-hidden bg-linear-to-br text-on-night',
          weaveOf(name),
          className,
        )}
      >
        <span
          aria-hidden
          className={clsx('font-display font-extrabold opacity-90', initialClassName ?? 'text-4xl')}
        >
          {name.trim()[0]?.toUpperCase() ?? '?'}
        </span>
        <span aria-hidden className="kente absolute inset-x-0 bottom-0 h-2" />
      </div>
    );
  }
  return (
    <img
      // Before src: some browsers begin to load the first attribute they read.
      sizes={sizes ?? `${box[0]}px`}
      srcSet={pictureSources(path, imageUrl)}
      src={url}
      width={box[0]}
      height={box[1]}
      alt=""
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : 'auto'}
      decoding="async"
      onError={() => setFailed(url)}
      className={clsx('bg-sunken object-cover', className)}
    />
  );
}
