import { readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { mergeStrategically } from './strategic-merge.mjs';

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
  'replicas',
  'generatorOptions',
  'configMapGenerator',
  'secretGenerator',
  'patches',
  'replacements',
];

/**
 * Render a kustomization as `kubectl kustomize` does, for machines without it. Knows what our overlays use and throws on
 * anything else. Generated names get no hash of their content.
 * @param folder with a `kustomization.yaml`
 */
export function render(folder) {
  return accumulate(folder).filter(
    ({ metadata }) => metadata.annotations?.['config.kubernetes.io/local-config'] !== 'true',
  );
}

/** @param objects what a component is added to */
function accumulate(folder, objects = []) {
  const it = parse(readFileSync(join(folder, 'kustomization.yaml'), 'utf8'));
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
  for (const { name, count } of it.replicas ?? []) find(objects, 'Deployment', name).spec.replicas = count;
  for (const replacement of it.replacements ?? []) replace(objects, replacement);
  return objects;
}

function labelled(objects, { kind, labelSelector }) {
  const [label, value] = labelSelector.split('=');
  const found = objects.filter((one) => one.kind === kind && one.metadata.labels?.[label] === value);
  if (!found.length) throw new Error(`there is no ${kind} with ${labelSelector}`);
  return found;
}

/** The target says which object is meant; a name in the patch says nothing. */
function patchIn(object, patch) {
  mergeStrategically(object, { ...patch, metadata: { ...patch.metadata, name: object.metadata.name } });
}

/** Labels of selectors, of the pods that they select, and of rules about where these run. */
function relabel(node, pairs) {
  if (typeof node !== 'object' || node === null) return;
  for (const [key, value] of Object.entries(node)) {
    const isService = key === 'selector' && node.ports !== undefined;
    if (key === 'matchLabels' || isService) Object.assign(value, pairs);
    else if (key === 'template') Object.assign(value.metadata.labels, pairs);
    if (!isService) relabel(value, pairs);
  }
}

/** An object, and where an autoscaler beside it names it. */
function rename(manifest, objects, suffix) {
  const target = manifest.spec?.scaleTargetRef;
  if (target && objects.some(({ kind }) => kind === target.kind)) target.name += suffix;
  manifest.metadata.name += suffix;
}

/** The objects of one file. @throws Error when it is no YAML */
export function documents(path) {
  return parseAllDocuments(readFileSync(path, 'utf8')).map((document) => {
    if (document.errors.length) throw new Error(`${path}: ${document.errors[0].message}`);
    return document.toJS();
  });
}

/** @throws Error when there is no such object */
export function find(objects, kind, name) {
  const found = objects.find((manifest) => manifest.kind === kind && manifest.metadata.name === name);
  if (!found) throw new Error(`there is no ${kind} ${name}`);
  return found;
}

function generate(objects, folder, kind, entry) {
  const lines = [
    ...(entry.envs ?? []).flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n')),
    ...(entry.literals ?? []),
  ].filter((line) => line.trim() && !line.startsWith('#'));
  const pairs = [
    ...lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    ...(entry.files ?? []).map((file) => [basename(file), readFileSync(join(folder, file), 'utf8')]),
  ];
  const data = Object.fromEntries(
    pairs.map(([key, value]) => [key, kind === 'Secret' ? Buffer.from(value).toString('base64') : value]),
  );
  if (entry.behavior === 'merge') {
    Object.assign(find(objects, kind, entry.name).data, data);
    return;
  }
  const { labels, annotations } = entry.options ?? {};
  objects.push({
    apiVersion: 'v1',
    kind,
    metadata: {
      name: entry.name,
      ...(labels && { labels: { ...labels } }),
      ...(annotations && { annotations: { ...annotations } }),
    },
    data,
    ...(kind === 'Secret' && { type: 'Opaque' }),
  });
}

function retag(node, image) {
  if (typeof node !== 'object' || node === null) return;
  if (typeof node.image === 'string') {
    const [name, tag] = node.image.split(':');
    if (name === image.name) node.image = `${image.newName ?? name}:${image.newTag ?? tag}`;
  }
  for (const value of Object.values(node)) retag(value, image);
}

function replace(objects, { source, targets }) {
  const value = String(read(find(objects, source.kind, source.name), source.fieldPath));
  const places = targets.flatMap(({ select, ...rest }) =>
    objects
      .filter(({ kind, metadata }) => kind === select.kind && (!select.name || metadata.name === select.name))
      .map((object) => ({ object, ...rest })),
  );
  for (const { object, fieldPaths, options } of places) {
    for (const path of fieldPaths) {
      const keys = path.split('.');
      const last = keys.pop();
      const parent = read(object, keys.join('.'));
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

const read = (node, path) => path.split('.').reduce((at, key) => at[key], node);
