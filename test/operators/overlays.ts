import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canRender, kustomize } from './kubectl.js';
import { type Manifest, objectsOf, repository } from './kustomize.js';
import type { Container, PodHolder } from './pods.js';

/** Generated objects have a hash of their content in their name, which the objects that read them know. */
const HASHED = /\b(settings|abato-secrets|abato-owner)-[a-z0-9]{10}\b/g;

/** The objects that an operator applies, generated names without their hash. @throws Error when kubectl refuses the folder */
export const render = (folder: string): Manifest[] => objectsOf(kustomize(folder).replace(HASHED, '$1'));

/** What is changed in production's overlay, as its comments say; without a field it is as it stands. */
export interface Production {
  route?: 'gateway' | 'ingress' | 'none';
  /** False: pictures lie in an S3-compatible store. */
  volume?: boolean;
  /** False: a fixed number of workers. */
  keda?: boolean;
  roles?: boolean;
  backup?: boolean;
}

/**
 * Calls with the folder of production's overlay after the changes; the folder exists only meanwhile.
 * @throws Error when the overlay no longer has such a line
 */
export function inProduction<T>(changes: Production, use: (folder: string) => T): T {
  const copy = mkdtempSync(join(tmpdir(), 'abato-overlay-'));
  try {
    cpSync(repository('k8s'), copy, { recursive: true });
    const folder = join(copy, 'overlays', 'prod');
    const file = join(folder, 'kustomization.yaml');
    let text = readFileSync(file, 'utf8');
    const change = (part: string | RegExp, by: string): void => {
      const changed = text.replace(part, by);
      if (changed === text) throw new Error(`k8s/overlays/prod/kustomization.yaml does not have: ${part}`);
      text = changed;
    };
    if (changes.route === 'none') change('  - ../../routes/gateway\n', '');
    else if (changes.route) change('../../routes/gateway', `../../routes/${changes.route}`);
    if (changes.volume === false) {
      change('  - storage.yaml\n', '');
      change(/ {2}- path: shared-volume\.yaml\n( {4}.*\n)+/, '');
    }
    if (changes.keda === false) {
      change('  - ../../keda\n', '');
      change('# replicas:', 'replicas:');
    }
    if (changes.roles) change('# - ../../roles', '- ../../roles');
    if (changes.backup) change('# - ../../backup', '- ../../backup');
    writeFileSync(file, text);
    return use(folder);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** The overlays as they are, and production with the lines that ask for pods by role and for backups. */
export const OVERLAYS = ['dev', 'prod', 'roles'] as const;
type Overlay = (typeof OVERLAYS)[number];

/** Empty where nothing can be rendered: tests of them are skipped then. */
export const rendered: Record<Overlay, Manifest[]> = canRender
  ? {
      dev: render(repository('k8s', 'overlays', 'dev')),
      prod: render(repository('k8s', 'overlays', 'prod')),
      roles: inProduction({ roles: true, backup: true }, render),
    }
  : { dev: [], prod: [], roles: [] };

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
