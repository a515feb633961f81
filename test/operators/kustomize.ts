import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseAllDocuments } from 'yaml';

/** A Kubernetes object as YAML has it. */
export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: {
    name: string;
    namespace?: string;
    labels?: Record<string, string>;
    annotations?: Record<string, string>;
  };
  [field: string]: unknown;
}

/** Path of a file of this repository. */
export const repository = (...parts: string[]): string =>
  join(dirname(new URL(import.meta.url).pathname), '..', '..', ...parts);

/** The objects of a text. @throws Error when it is no YAML */
export const objectsOf = (text: string): Manifest[] =>
  parseAllDocuments(text).map((document) => {
    if (document.errors[0]) throw document.errors[0];
    return document.toJS() as Manifest;
  });

/** The objects of one file. @throws Error when it is no YAML */
export const documents = (path: string): Manifest[] => objectsOf(readFileSync(path, 'utf8'));

/** @throws Error when there is no such object */
export function find(objects: Manifest[], kind: string, name: string): Manifest {
  const found = objects.find((one) => one.kind === kind && one.metadata.name === name);
  if (!found) throw new Error(`there is no ${kind} ${name}`);
  return found;
}
