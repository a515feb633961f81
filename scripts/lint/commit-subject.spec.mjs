import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commitMistakes, subjectMistake } from './commit-subject.mjs';

test.each([
  ['voting: count a basket once', undefined],
  ['k8s, docs: name the subnets', undefined],
  ['Count a basket once', 'does not begin with `area: `'],
  [`voting: ${'x'.repeat(65)}`, 'has 73 characters, at most 72 are allowed'],
])('the subject "%s" has the mistake: %s', (subject, mistake) =>
  expect(subjectMistake(subject)).toBe(mistake),
);

test('only commits after the one that brought the check are looked at', () => {
  const folder = mkdtempSync(join(tmpdir(), 'abato-commits-'));
  const git = (...args) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.test', ...args], { cwd: folder });
  try {
    git('init', '-q');
    git('commit', '-q', '--allow-empty', '-m', 'An old subject');
    mkdirSync(join(folder, 'scripts', 'lint'), { recursive: true });
    writeFileSync(join(folder, 'scripts', 'lint', 'commit-subject.mjs'), '');
    git('add', '.');
    git('commit', '-q', '-m', 'It brings the check');
    expect(commitMistakes(folder)).toEqual([]);
    git('commit', '-q', '--allow-empty', '-m', 'voting: count once');
    git('commit', '-q', '--allow-empty', '-m', 'A wrong one');
    expect(commitMistakes(folder)).toEqual([
      expect.stringContaining('"A wrong one": the subject does not begin'),
    ]);
    expect(commitMistakes(tmpdir())).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
