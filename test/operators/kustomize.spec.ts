import { spawnSync } from 'node:child_process';
import { parseAllDocuments } from 'yaml';
import { inProduction, type Production } from '../../scripts/lib/overlays.mjs';
import { programFor } from './helm.js';
import { type Manifest, render, repository } from './kustomize.js';

const kubectl = await programFor('kubectl', 'the comparisons of our renderer with kubectl');

const FOLDERS = ['k8s/overlays/dev', 'k8s/overlays/prod', 'monitoring', 'monitoring/operator'];
/** What the comments of production's overlay tell an operator to change. */
const VARIANTS: Production[] = [
  { roles: true, backup: true },
  { route: 'ingress', volume: false },
  { route: 'none', keda: false },
  { roles: true, volume: false, keda: false },
];

const key = ({ kind, metadata }: Manifest): string => `${kind} ${metadata.name}`;
const sorted = (list: Manifest[]): Manifest[] => [...list].sort((a, b) => (key(a) < key(b) ? -1 : 1));

function isWhatKubectlRenders(folder: string): void {
  const { stdout, stderr, status } = spawnSync(kubectl ?? '', ['kustomize', folder], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  // Our renderer gives generated names no hash.
  const withoutHashes = stdout.replace(/\b(settings|abato-secrets|abato-owner)-[a-z0-9]{10}\b/g, '$1');
  const theirs = parseAllDocuments(withoutHashes).map((document) => document.toJS() as Manifest);
  expect(sorted(render(folder))).toEqual(sorted(theirs));
}

(kubectl ? describe : describe.skip)('the renderer gives what kubectl gives', () => {
  it.each(FOLDERS)('of %s', (folder) => isWhatKubectlRenders(repository(folder)));

  it.each(VARIANTS)('of production with %j', (options) => inProduction(options, isWhatKubectlRenders));
});
