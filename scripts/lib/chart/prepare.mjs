import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { parse } from 'yaml';
import { Problem } from '../output.mjs';
import { ROOT } from '../paths.mjs';
import { inText } from './emit.mjs';
import { FIELDS } from './fields.mjs';
import { asHook } from './hooks.mjs';
import { nameOf } from './sources.mjs';
import {
  Choice,
  Each,
  Entries,
  Expression,
  Included,
  isMap,
  places,
  Verbatim,
  Whole,
  withTexts,
} from './tree.mjs';

/** What production's overlay says at its one place for image and host. */
const overlay = parse(readFileSync(join(ROOT, 'k8s', 'overlays', 'prod', 'kustomization.yaml'), 'utf8'));
export const NAMESPACE = overlay.namespace;
export const HOST = overlay.configMapGenerator
  .find(({ name }) => name === 'site')
  .literals[0].replace('HOST=', '');
export const IMAGES = new Map(
  overlay.images.map(({ name, newName, newTag }) => [`${newName}:${newTag}`, name.split('/').at(-1)]),
);

/** Default of each value that a manifest has, by its path in `values.yaml`, as it was met. */
export const defaults = new Map();
/** Of values.yaml: settings that are made of the host unless they are given, and how. */
export const ofHost = new Map();
const usedFields = new Set();

function remember(value, content) {
  if (defaults.has(value) && !isDeepStrictEqual(defaults.get(value), content))
    throw new Problem(`Two fields are the value ${value} and differ: ${JSON.stringify(content)}.`);
  defaults.set(value, JSON.parse(JSON.stringify(content)));
}

/** @throws Problem when a row of FIELDS names a field that no object has any more */
export function checkFields() {
  const unused = FIELDS.filter((row) => !usedFields.has(row));
  if (unused.length)
    throw new Problem(
      `No object has: ${unused.map(({ objects, path }) => `${objects}: ${path}`).join('; ')}.`,
    );
}

/**
 * The object as a tree for a template: values in place of fields, the release's namespace, labels and hooks of Helm.
 * @param object is changed
 * @param options of the overlay it was rendered with
 */
export function prepared(object, options = {}) {
  delete object.metadata.namespace;
  special(object);
  for (const row of FIELDS) if (applies(row, object, options)) replaceField(object, row);
  for (const pod of podTemplates(object)) completePod(pod);
  asHook(object);
  if (object.kind === 'PersistentVolumeClaim') keep(object);
  const tree = withTexts(object, replaceText);
  const { name, annotations, labels, ...rest } = tree.metadata;
  tree.metadata = {
    name,
    ...(annotations && { annotations }),
    labels: { ...labels, added: new Included('abato.labels') },
    ...rest,
  };
  return tree;
}

function applies({ objects, roles, route }, object, options) {
  if (roles !== undefined && roles !== Boolean(options.roles)) return false;
  if (route !== undefined && route !== options.route) return false;
  return objects.split(', ').some((one) => one === object.kind || one === nameOf(object));
}

function replaceField(object, row) {
  const { value, path, optional } = row;
  for (const { parent, key } of places(object, path)) {
    usedFields.add(row);
    const content = parent[key];
    remember(value, content);
    const name = `.Values.${value}`;
    if (isMap(content)) parent[key] = new Whole(name);
    else parent[key] = new Expression(typeof content === 'string' ? `${name} | quote` : name);
    if (!optional) continue;
    const [place] = places(object, optional);
    place.parent[place.key] = new Choice(name, place.parent[place.key], undefined);
  }
}

/** Objects of which a list or a map as a whole is a value. */
function special(object) {
  const name = nameOf(object);
  if (name === 'ConfigMap settings') object.data = settings(object.data);
  if (name === 'NetworkPolicy servers') object.spec.egress = serverRules(object.spec.egress);
  if (name === 'ExternalSecret abato-secrets') object.spec.data = secretKeys(object.spec.data);
  if (name === 'ConfigMap abato-dashboards')
    for (const file of Object.keys(object.data)) object.data[file] = new Verbatim(`dashboards/${file}`);
}

/** Those that the host is a part of have no default; the others are written as they are, also those that settings.env does not name. */
function settings(data) {
  const content = { ...data };
  const tree = {};
  for (const [name, text] of Object.entries(data).filter(([, one]) => one.includes(HOST))) {
    const made = text === HOST ? '.Values.host' : `(printf "${text.replace(HOST, '%s')}" .Values.host)`;
    tree[name] = new Expression(`.Values.settings.${name} | default ${made} | quote`);
    ofHost.set(name, text.replace(HOST, '<host>'));
    content[name] = '';
  }
  remember('settings', content);
  const others = Object.keys(tree).map((name) => `"${name}"`);
  return { ...tree, others: new Entries(`omit .Values.settings ${others.join(' ')}`) };
}

/** One rule for each server; the overlay's has one of two. */
export function serverRules([{ to, ports }, ...others]) {
  if (others.length || to.length !== 1) throw new Problem('The policy `servers` has more than one rule.');
  const rule = {
    to: [{ ipBlock: { cidr: new Expression('.cidr | quote') } }],
    ports: [new Each('.ports', { ...ports[0], port: new Expression('.') })],
  };
  return [new Each('.Values.servers', rule)];
}

function secretKeys(data) {
  const [{ remoteRef }] = data;
  const entry = 'externalSecrets.processes.entry';
  for (const { secretKey, remoteRef: ref } of data)
    if (ref.property !== secretKey || ref.key !== remoteRef.key)
      throw new Problem(
        `The key ${secretKey} of external-secrets.yaml comes from another place than the others.`,
      );
  remember(entry, remoteRef.key);
  remember(
    'externalSecrets.processes.keys',
    data.map(({ secretKey }) => secretKey),
  );
  const key = new Expression(`$.Values.${entry} | quote`);
  const property = new Expression('. | quote');
  const item = { secretKey: property, remoteRef: { key, property } };
  return [new Each('.Values.externalSecrets.processes.keys', item)];
}

/** `helm uninstall`, and a part that is switched off, must not delete pictures and dumps. */
function keep({ metadata }) {
  metadata.annotations = { ...metadata.annotations, 'helm.sh/resource-policy': 'keep' };
}

const podTemplates = (object) =>
  ['spec template', 'spec jobTemplate spec template'].flatMap((path) =>
    places(object, path).map(({ parent, key }) => parent[key]),
  );

/** Where a registry asks for a login; and a new start of pods whose settings changed, which kustomize has by the name of the ConfigMap. */
function completePod({ metadata, spec }) {
  const name = new Expression('. | quote');
  const secrets = [new Each('.Values.image.pullSecrets', { name })];
  spec.imagePullSecrets = new Choice('.Values.image.pullSecrets', secrets, undefined);
  if (!places(spec, 'containers * envFrom * configMapRef').length) return;
  const template = '(print $.Template.BasePath "/settings.yaml")';
  metadata.annotations = {
    ...metadata.annotations,
    'checksum/settings': new Expression(`include ${template} . | sha256sum`),
  };
}

/** Names that occur in many places. */
function replaceText(text) {
  const image = IMAGES.get(text);
  if (image) {
    const tag = '(.Values.image.tag | default .Chart.AppVersion)';
    return new Expression(`printf "%s/${image}:%s" .Values.image.registry ${tag} | quote`);
  }
  if (text === HOST) return new Expression('.Values.host | quote');
  const secret = { 'abato-secrets': 'secrets.processes', 'abato-owner': 'secrets.owner' }[text];
  if (secret) {
    remember(secret, text);
    return new Expression(`.Values.${secret} | quote`);
  }
  return text.replaceAll(`namespace="${NAMESPACE}"`, `namespace="${inText('.Release.Namespace')}"`);
}
