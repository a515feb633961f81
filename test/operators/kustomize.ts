import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { mergeStrategically } from './strategic-merge.js';

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

interface Generator {
  name: string;
  behavior?: 'merge';
  envs?: string[];
  literals?: string[];
  options?: { annotations?: Record<string, string> };
}

interface Replacement {
  source: { kind: string; name: string; fieldPath: string };
  targets: {
    select: { kind: string; name?: string };
    fieldPaths: string[];
    options?: { delimiter: string; index: number };
  }[];
}

interface Kustomization {
  namespace?: string;
  nameSuffix?: string;
  labels?: { pairs: Record<string, string>; includeSelectors?: boolean }[];
  resources?: string[];
  components?: string[];
  images?: { name: string; newName?: string; newTag?: string }[];
  configMapGenerator?: Generator[];
  secretGenerator?: Generator[];
  patches?: { path: string; target?: { kind: string; labelSelector: string } }[];
  replacements?: Replacement[];
}

const CLUSTER_WIDE = new Set(['Namespace']);
const KNOWN = [
  'apiVersion',
  'kind',
  'namespace',
  'nameSuffix',
  'labels',
  'resources',
  'components',
  'images',
  'configMapGenerator',
  'secretGenerator',
  'patches',
  'replacements',
];

/**
 * Render a kustomization as `kubectl kustomize` does, for machines without it. Knows what our overlays use and throws on
 * anything else. Generated names get no hash of their content.
 */
export function render(folder: string): Manifest[] {
  return accumulate(folder).filter(
    ({ metadata }) => metadata.annotations?.['config.kubernetes.io/local-config'] !== 'true',
  );
}

/** @param objects what a component is added to */
function accumulate(folder: string, objects: Manifest[] = []): Manifest[] {
  const it = parse(readFileSync(join(folder, 'kustomization.yaml'), 'utf8')) as Kustomization;
  const unknown = Object.keys(it).filter((key) => !KNOWN.includes(key));
  if (unknown.length) throw new Error(`${folder}: ${unknown.join(', ')} is not known to this renderer`);
  for (const resource of it.resources ?? []) {
    const path = join(folder, resource);
    objects.push(...(statSync(path).isDirectory() ? accumulate(path) : documents(path)));
  }
  for (const component of it.components ?? []) accumulate(join(folder, component), objects);
  for (const entry of it.configMapGenerator ?? []) generate(objects, folder, 'ConfigMap', entry);
  for (const entry of it.secretGenerator ?? []) generate(objects, folder, 'Secret', entry);
  for (const { path, target } of it.patches ?? []) {
    for (const patch of documents(join(folder, path))) {
      if (!target) mergeStrategically(find(objects, patch.kind, patch.metadata.name), patch);
      else for (const object of labelled(objects, target)) patchIn(object, patch);
    }
  }
  for (const manifest of objects) {
    if (it.namespace && !CLUSTER_WIDE.has(manifest.kind)) manifest.metadata.namespace = it.namespace;
    for (const { pairs, includeSelectors } of it.labels ?? []) {
      manifest.metadata.labels = { ...manifest.metadata.labels, ...pairs };
      if (includeSelectors) relabel(manifest, pairs);
    }
    if (it.nameSuffix) rename(manifest, objects, it.nameSuffix);
    for (const image of it.images ?? []) retag(manifest, image);
  }
  for (const replacement of it.replacements ?? []) replace(objects, replacement);
  return objects;
}

function labelled(
  objects: Manifest[],
  { kind, labelSelector }: { kind: string; labelSelector: string },
): Manifest[] {
  const [label = '', value] = labelSelector.split('=');
  const found = objects.filter((one) => one.kind === kind && one.metadata.labels?.[label] === value);
  if (!found.length) throw new Error(`there is no ${kind} with ${labelSelector}`);
  return found;
}

/** The target says which object is meant; a name in the patch says nothing. */
function patchIn(object: Manifest, patch: Manifest): void {
  mergeStrategically(object, { ...patch, metadata: { ...patch.metadata, name: object.metadata.name } });
}

/** Labels of selectors, of the pods that they select, and of rules about where these run. */
function relabel(node: unknown, pairs: Record<string, string>): void {
  if (typeof node !== 'object' || node === null) return;
  for (const [key, value] of Object.entries(node as Record<string, unknown>)) {
    const isService = key === 'selector' && (node as { ports?: unknown }).ports !== undefined;
    const isOfPods = key === 'template';
    if (key === 'matchLabels' || isService) Object.assign(value as object, pairs);
    else if (isOfPods) Object.assign((value as { metadata: { labels: object } }).metadata.labels, pairs);
    if (!isService) relabel(value, pairs);
  }
}

/** An object, and where an autoscaler beside it names it. */
function rename(manifest: Manifest, objects: Manifest[], suffix: string): void {
  const target = (manifest['spec'] as { scaleTargetRef?: { kind: string; name: string } } | undefined)
    ?.scaleTargetRef;
  if (target && objects.some(({ kind }) => kind === target.kind)) target.name += suffix;
  manifest.metadata.name += suffix;
}

/** The objects of one file. @throws Error when it is no YAML */
export function documents(path: string): Manifest[] {
  return parseAllDocuments(readFileSync(path, 'utf8')).map((document) => {
    if (document.errors.length) throw new Error(`${path}: ${document.errors[0]?.message}`);
    return document.toJS() as Manifest;
  });
}

export function find(objects: Manifest[], kind: string, name: string): Manifest {
  const found = objects.find((manifest) => manifest.kind === kind && manifest.metadata.name === name);
  if (!found) throw new Error(`there is no ${kind} ${name}`);
  return found;
}

function generate(objects: Manifest[], folder: string, kind: 'ConfigMap' | 'Secret', entry: Generator): void {
  const lines = [
    ...(entry.envs ?? []).flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n')),
    ...(entry.literals ?? []),
  ].filter((line) => line.trim() && !line.startsWith('#'));
  const data = Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf('=');
      const value = line.slice(at + 1);
      return [line.slice(0, at), kind === 'Secret' ? Buffer.from(value).toString('base64') : value];
    }),
  );
  if (entry.behavior === 'merge') {
    Object.assign(find(objects, kind, entry.name)['data'] as object, data);
    return;
  }
  const annotations = entry.options?.annotations;
  objects.push({
    apiVersion: 'v1',
    kind,
    metadata: { name: entry.name, ...(annotations && { annotations: { ...annotations } }) },
    data,
    ...(kind === 'Secret' && { type: 'Opaque' }),
  });
}

function retag(node: unknown, image: { name: string; newName?: string; newTag?: string }): void {
  if (typeof node !== 'object' || node === null) return;
  const fields = node as Record<string, unknown>;
  const current = fields['image'];
  if (typeof current === 'string') {
    const [name, tag] = current.split(':');
    if (name === image.name) fields['image'] = `${image.newName ?? name}:${image.newTag ?? tag}`;
  }
  for (const value of Object.values(fields)) retag(value, image);
}

function replace(objects: Manifest[], { source, targets }: Replacement): void {
  const value = String(read(find(objects, source.kind, source.name), source.fieldPath));
  const places = targets.flatMap(({ select, ...rest }) =>
    objects
      .filter(({ kind, metadata }) => kind === select.kind && (!select.name || metadata.name === select.name))
      .map((object) => ({ object, ...rest })),
  );
  for (const { object, fieldPaths, options } of places) {
    for (const path of fieldPaths) {
      const keys = path.split('.');
      const last = keys.pop() ?? '';
      const parent = read(object, keys.join('.')) as Record<string, unknown>;
      if (!(last in parent)) throw new Error(`${object.kind} ${object.metadata.name} has no ${path}`);
      if (!options) {
        parent[last] = value;
        continue;
      }
      const parts = String(parent[last]).split(options.delimiter);
      parts[options.index] = value;
      parent[last] = parts.join(options.delimiter);
    }
  }
}

function read(node: unknown, path: string): unknown {
  return path.split('.').reduce((at, key) => (at as Record<string, unknown>)[key], node);
}

/** Folder of a file of this repository. */
export const repository = (...parts: string[]): string =>
  join(dirname(new URL(import.meta.url).pathname), '..', '..', ...parts);
