import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { repository } from './kustomize.js';

const source = (...path: string[]): string => readFileSync(repository(...path), 'utf8');
const { version } = JSON.parse(source('package.json')) as { version: string };

interface Step {
  uses?: string;
  run?: string;
  with?: Record<string, unknown>;
}
interface Workflow {
  permissions: Record<string, string>;
  jobs: Record<
    string,
    { needs?: string; steps: Step[]; strategy?: { matrix: { target?: string[]; node?: string[] } } }
  >;
}
const workflow = (name: string): Workflow => parse(source('.github', 'workflows', name)) as Workflow;

it.each(['CHANGELOG.md', 'docs/upgrades.md'])('says in %s what the current version brings', (file) => {
  expect(source(file)).toMatch(new RegExp(`^## ${version.replaceAll('.', '\\.')}$`, 'm'));
});

it('has upgrade notes for every release that is kept', () => {
  for (const file of readdirSync(repository('test', 'upgrade', 'releases')))
    expect(source('docs', 'upgrades.md')).toContain(`## ${file.replace(/\.json\.br$/, '')}\n`);
});

describe.each(['ci.yml', 'release.yml'])('the workflow %s', (name) => {
  const { permissions, jobs } = workflow(name);
  const steps = Object.values(jobs).flatMap((job) => job.steps);

  it('runs the check and the tests as everywhere else, and may only read', () => {
    expect(permissions).toEqual({ contents: 'read' });
    expect(steps.map(({ run }) => run)).toContain('.ci/run');
    expect(existsSync(repository('.ci', 'run'))).toBe(true);
  });

  it('uses no secret and pins the version of each action', () => {
    expect(source('.github', 'workflows', name)).not.toMatch(/secrets\./);
    for (const { uses } of steps) if (uses) expect(uses).toMatch(/^[\w-]+\/[\w-]+@v\d+$/);
    for (const step of steps.filter(({ uses }) => uses?.startsWith('actions/checkout')))
      expect(step.with).toEqual({ 'persist-credentials': false });
  });
});

it('tests the version of Node.js that images have, and the oldest that is supported', () => {
  const image = /^ARG NODE_VERSION=(\S+)$/m.exec(source('Dockerfile'))?.[1];
  expect(workflow('ci.yml').jobs['check-and-test']?.strategy?.matrix.node).toEqual([image, '20.19.0']);
  expect(source('.github', 'workflows', 'release.yml')).toContain(`node-version: '${image}'`);
});

it('builds images after the tests, for two architectures, with a bill of materials and a record of the build', () => {
  const images = workflow('release.yml').jobs['images'];
  expect(images?.needs).toBe('check');
  const dockerfile = source('Dockerfile');
  for (const target of images?.strategy?.matrix.target ?? [])
    expect(dockerfile).toMatch(new RegExp(`^FROM \\w+ AS ${target}$`, 'm'));
  expect(images?.strategy?.matrix.target).toEqual(expect.arrayContaining(['web', 'worker', 'migrate']));
  const build = images?.steps.find(({ uses }) => uses?.startsWith('docker/build-push-action@'));
  expect(build?.with).toMatchObject({
    platforms: 'linux/amd64,linux/arm64',
    sbom: true,
    provenance: 'mode=max',
    push: true,
  });
});
