/** Widths in pixels in which every uploaded picture lies ready, as `<stem>-<width>.webp`. */
export const PICTURE_WIDTHS = [320, 640, 1280] as const;

/**
 * The widths of the contest page's banner as in `<img sizes>`. The server names the picture in the head of the page with the same
 * words as the page itself, so that the browser fetches one file for both.
 */
export const BANNER_SIZES = '(min-width: 768px) 45vw, 100vw';

/**
 * `srcset` of a picture of ours: an upload lies there in every width, a drawn one (its name is no random number) up to the
 * width in its path.
 * @param path as the API gives it
 * @param addressOf makes the address of a path below this origin
 * @returns undefined for pictures of other sites and for those with one width only
 */
export function pictureSources(
  path: string | null | undefined,
  addressOf: (path: string) => string,
): string | undefined {
  const [, stem, upload, named] =
    /^(\/?uploads\/(?:([0-9a-f]{32})|[\w-]+))-(\d+)\.webp$/.exec(path ?? '') ?? [];
  if (!stem) return undefined;
  const widths = PICTURE_WIDTHS.filter((width) => upload || width <= Number(named));
  if (widths.length < 2) return undefined;
  return widths.map((width) => `${addressOf(`${stem}-${width}.webp`)} ${width}w`).join(', ');
}
