/** One page of an S3 `ListObjectsV2` answer. */
export interface Listing {
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
