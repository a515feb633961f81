import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { documents, render } from '../kustomize.mjs';
import { inProduction } from '../overlays.mjs';
import { ROOT } from '../paths.mjs';

/** An object's name in this script: `Deployment api`. */
export const nameOf = ({ kind, metadata }) => `${kind} ${metadata.name}`;

const production = new Map();

/** Objects of production's overlay with these options, rendered once. */
function objectsOf(options) {
  const key = JSON.stringify(options);
  if (!production.has(key)) production.set(key, inProduction(options, render));
  return production.get(key);
}

/** What is not production's overlay, as objects of their own. */
export const monitoring = () => render(join(ROOT, 'monitoring', 'operator'));
export const dashboards = () =>
  render(join(ROOT, 'monitoring')).filter(({ metadata }) => metadata.name === 'abato-dashboards');
export const externalSecrets = () =>
  documents(join(ROOT, 'k8s', 'examples', 'external-secrets.yaml')).filter(
    ({ kind }) => kind === 'ExternalSecret',
  );

/** Variants of the overlay that are one template, and the condition that chooses. */
export const VARIANTS = [
  { option: 'roles', condition: '.Values.roles.enabled' },
  { option: 'volume', condition: '.Values.uploads.volume' },
  { option: 'keda', condition: '.Values.keda.enabled' },
];

/** Names of the objects that production has with these options. */
export const namesWith = (options) => objectsOf(options).map(nameOf);

/** @returns a copy of the object, with plain maps and lists only; undefined where production does not have it with these options */
export function objectWith(options, name) {
  const found = objectsOf(options).find((object) => nameOf(object) === name);
  return found && JSON.parse(JSON.stringify(found));
}

/** Settings that a ConfigMap may hold: all of docs/settings.md but those that belong into a Secret. */
export function settingNames() {
  const read = (...path) => readFileSync(join(ROOT, ...path), 'utf8');
  const secret = ['secrets.example.env', 'owner.example.env']
    .flatMap((file) => [...read('k8s', 'overlays', 'prod', file).matchAll(/^([A-Z0-9_]+)=/gm)])
    .map(([, name]) => name);
  return [...read('docs', 'settings.md').matchAll(/^\| `([A-Z0-9_]+)` \|/gm)]
    .map(([, name]) => name)
    .filter((name) => !secret.includes(name) && !/_(PASSWORD|SECRET)$|^DATABASE_\w*URL$/.test(name));
}
