import { readFileSync } from 'node:fs';
import { inProduction } from '../../scripts/lib/overlays.mjs';
import { type Manifest, render, repository } from './kustomize.js';
import type { Container, PodHolder } from './pods.js';

/** The overlays as they are, and production with the lines that ask for pods by role and for backups. */
export const OVERLAYS = ['dev', 'prod', 'roles'] as const;
type Overlay = (typeof OVERLAYS)[number];

/** Calls with the folder of an overlay; of `roles` it exists only meanwhile. */
export function inOverlay<T>(overlay: Overlay, use: (folder: string) => T): T {
  if (overlay !== 'roles') return use(repository('k8s', 'overlays', overlay));
  return inProduction({ roles: true, backup: true }, use);
}

export const rendered = Object.fromEntries(OVERLAYS.map((name) => [name, inOverlay(name, render)])) as Record<
  Overlay,
  Manifest[]
>;

export const API_DEPLOYMENTS = {
  dev: ['api'],
  prod: ['api'],
  roles: ['api', 'api-cast', 'api-live'],
} as const;

/** Pods of our own processes; the others are servers for a desk. */
export const ours = (pods: PodHolder[]): PodHolder[] =>
  pods.filter(({ name }) => ['api', 'api-cast', 'api-live', 'worker', 'migrate'].includes(name));

/** Keys of the Secrets that production's operators make by hand. */
function exampleKeys(file: string): string[] {
  const text = readFileSync(repository('k8s', 'overlays', 'prod', file), 'utf8');
  return [...text.matchAll(/^([A-Z0-9_]+)=/gm)].map((match) => match[1] ?? '');
}

export function dataOf(manifests: Manifest[], kind: string, name: string): Record<string, string> {
  const found = manifests.find((one) => one.kind === kind && one.metadata.name === name);
  const data = (found?.['data'] ?? {}) as Record<string, string>;
  if (kind === 'Secret' && !found) {
    const file = name === 'abato-owner' ? 'owner.example.env' : 'secrets.example.env';
    return Object.fromEntries(exampleKeys(file).map((key) => [key, 'made by hand']));
  }
  return data;
}

/** The environment a container starts with. */
export function environmentOf(manifests: Manifest[], container: Container): Record<string, string> {
  const bulk = (container.envFrom ?? []).map(({ configMapRef, secretRef }) =>
    configMapRef
      ? dataOf(manifests, 'ConfigMap', configMapRef.name)
      : dataOf(manifests, 'Secret', secretRef?.name ?? ''),
  );
  const single = (container.env ?? []).map(({ name, value, valueFrom }) => {
    if (value !== undefined) return { [name]: value };
    const reference = valueFrom?.secretKeyRef;
    const data = dataOf(manifests, 'Secret', reference?.name ?? '');
    return reference && reference.key in data ? { [name]: data[reference.key] ?? '' } : {};
  });
  return Object.assign({}, ...bulk, ...single) as Record<string, string>;
}
