import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { repository } from './kustomize.js';

/** What GitHub runs a step with, unless it says otherwise. */
const SHELL = ['--noprofile', '--norc', '-e'];

interface Step {
  id?: string;
  name?: string;
  run?: string;
}
const stepsOf = (workflow: string): Step[] =>
  Object.values(
    (
      parse(readFileSync(repository('.github', 'workflows', workflow), 'utf8')) as {
        jobs: Record<string, { steps: Step[] }>;
      }
    ).jobs,
  ).flatMap(({ steps }) => steps);

/** A folder with what the release's check reads. */
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'abato-scripts-'));
  mkdirSync(join(folder, 'docs'));
  for (const file of ['package.json', 'CHANGELOG.md', 'docs/upgrades.md'])
    copyFileSync(repository(file), join(folder, file));
});
afterEach(() => rmSync(folder, { recursive: true }));

function run(script: string, env: Record<string, string>) {
  const file = join(folder, 'step.sh');
  writeFileSync(file, script);
  return spawnSync('bash', [...SHELL, file], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] ?? '', ...env },
  });
}

it.each(['ci.yml', 'release.yml'])('has in %s scripts that the shell can read', (workflow) => {
  const scripts = stepsOf(workflow).flatMap(({ run: script = '' }) => (script ? [script] : []));
  expect(scripts.length).toBeGreaterThan(0);
  for (const script of scripts) {
    const { status, stderr } = spawnSync('bash', ['-n', '-c', script], { encoding: 'utf8' });
    expect({ script, status, stderr }).toEqual({ script, status: 0, stderr: '' });
  }
  expect(spawnSync('bash', ['-n', repository('.ci', 'run')]).status).toBe(0);
});

const check = stepsOf('release.yml').find(({ name = '' }) => name.startsWith('The tag is'))?.run ?? 'false';
const statusFor = (tag: string): number | null => run(check, { GITHUB_REF_NAME: tag }).status;
const { version } = JSON.parse(readFileSync(repository('package.json'), 'utf8')) as { version: string };

it('the release begins for the tag of this version, and for no other', () => {
  expect(statusFor(`v${version}`)).toBe(0);
  expect(statusFor(`v${version}1`)).not.toBe(0);
  expect(statusFor(version)).not.toBe(0);
});

it.each(['CHANGELOG.md', 'docs/upgrades.md'])(
  'the release does not begin when %s has nothing about it',
  (file) => {
    const text = readFileSync(join(folder, file), 'utf8');
    writeFileSync(
      join(folder, file),
      text.replace(`## ${version}\n`, `## ${version.replaceAll('.', 'x')}\n`),
    );
    expect(statusFor(`v${version}`)).not.toBe(0);
  },
);

it('the release names images as registries want them, by the version without its v', () => {
  const script = stepsOf('release.yml').find(({ id }) => id === 'name')?.run ?? 'false';
  const output = join(folder, 'output');
  const { status } = run(script.replace(/\$\{\{ matrix.target \}\}/, 'web'), {
    GITHUB_OUTPUT: output,
    GITHUB_REPOSITORY: 'Some/Abato',
    GITHUB_REF_NAME: 'v1.2.3',
  });
  expect(status).toBe(0);
  expect(readFileSync(output, 'utf8')).toBe('image=ghcr.io/some/abato/web\nversion=1.2.3\n');
});
