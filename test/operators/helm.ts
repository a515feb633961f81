import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAllDocuments, stringify } from 'yaml';
import { writeChart } from '../../scripts/lib/chart/write.mjs';
import { kubernetesProgram } from '../../scripts/lib/kubernetes-programs.mjs';
import type { Manifest } from './kustomize.js';

/**
 * `helm` or `kubectl` of this machine, or the one that npm brings. Where neither can be had, the tests that need it are skipped and say so.
 * @param tests what is skipped without it
 */
export async function programFor(program: 'helm' | 'kubectl', tests: string): Promise<string | undefined> {
  const found = await kubernetesProgram(program);
  if (!found)
    process.stderr.write(
      `${program} is missing (npm brings it to 64-bit Linux; elsewhere install it): ${tests} are SKIPPED\n`,
    );
  return found;
}

export type Values = Record<string, unknown>;

/** What production's overlay says, as values. */
export const PRODUCTION: Values = {
  host: 'vote.example.com',
  image: { registry: 'registry.example.com/abato' },
  servers: [{ cidr: '10.20.0.0/24', ports: [5432, 6379] }],
  keda: { enabled: true },
};

/** The chart, written anew, and Helm to try it with. */
export class Chart {
  readonly folder = mkdtempSync(join(tmpdir(), 'abato-chart-'));
  readonly path = join(this.folder, 'abato');

  constructor(private readonly helm: string) {
    writeChart(this.path);
  }

  /** Runs Helm with values in a file. */
  run(
    args: readonly string[],
    values: Values = {},
  ): { status: number | null; stdout: string; stderr: string } {
    const file = join(this.folder, 'values.yaml');
    writeFileSync(file, stringify(values));
    // Nothing of the person who runs the tests.
    const env = { PATH: process.env['PATH'], HELM_CONFIG_HOME: this.folder, HELM_CACHE_HOME: this.folder };
    return spawnSync(this.helm, [...args, '--values', file], { encoding: 'utf8', env, cwd: this.folder });
  }

  /** The objects that Helm would create. @throws Error with what Helm says */
  objects(
    values: Values,
    { release = 'abato', namespace = 'abato', args = [] as string[] } = {},
  ): Manifest[] {
    const flags = ['--namespace', namespace, ...args];
    const { status, stdout, stderr } = this.run(['template', release, this.path, ...flags], values);
    if (status !== 0) throw new Error(stderr);
    // As Kubernetes reads it.
    return parseAllDocuments(stdout, { version: '1.1' })
      .map((document) => document.toJS() as Manifest | null)
      .filter((one) => one !== null);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }
}
