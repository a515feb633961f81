import { dirname, join } from 'node:path';

export { documents, find, type Manifest, render } from '../../scripts/lib/kustomize.mjs';

/** Folder of a file of this repository. */
export const repository = (...parts: string[]): string =>
  join(dirname(new URL(import.meta.url).pathname), '..', '..', ...parts);
