import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ACCEPTED } from '../../test/mutants/accepted.mjs';
import { AREAS } from './mutation-areas.mjs';
import { survivorsOf, tally, withoutAccepted } from './mutation-score.mjs';
import { ROOT } from './paths.mjs';

const sourceOf = () => 'const a = 1;\n  if (a > 1 && a > 2) go();\n';
const result = (status, replacement, line = 2) => ({
  ...{ status, replacement, fileName: 'libs/a.ts', mutatorName: 'EqualityOperator' },
  location: { start: { line, column: 6 } },
});
const ENTRY = {
  file: 'libs/a.ts',
  mutator: 'EqualityOperator',
  line: 'if (a > 1 && a > 2) go();',
  replacement: 'a >= 1',
  reason: 'both do the same',
};

describe('accepted mutants', () => {
  it('are taken out of the results where they survive', () => {
    const killed = result('Killed', 'a <= 1');
    const found = withoutAccepted([result('Survived', 'a >= 1'), killed], [ENTRY], sourceOf);
    expect(found).toEqual({ left: [killed], accepted: 1, outdated: [] });
  });

  it('are outdated when they are noticed, or their line has changed', () => {
    const noticed = withoutAccepted([result('Killed', 'a >= 1')], [ENTRY], sourceOf);
    expect(noticed).toMatchObject({ accepted: 0, outdated: [ENTRY] });
    const changed = { ...ENTRY, line: 'if (a > 3) go();' };
    const survivor = result('Survived', 'a >= 1');
    expect(withoutAccepted([survivor], [changed], sourceOf)).toEqual({
      left: [survivor],
      accepted: 0,
      outdated: [changed],
    });
  });

  it('stand for one survivor each', () => {
    const two = [result('Survived', 'a >= 1'), result('NoCoverage', 'a >= 1')];
    expect(withoutAccepted(two, [ENTRY], sourceOf).left).toEqual([two[1]]);
    expect(withoutAccepted(two, [ENTRY, ENTRY], sourceOf)).toMatchObject({ left: [], outdated: [] });
  });
});

it('a mutant that no test reaches is a survivor, one that loops for ever is noticed', () => {
  const results = ['Killed', 'Killed', 'Killed', 'Timeout', 'Survived', 'NoCoverage', 'RuntimeError'];
  const found = results.map((status) => result(status, 'a >= 1'));
  expect(tally(found)).toEqual({
    mutants: 6,
    killed: 3,
    survived: 1,
    uncovered: 1,
    timeout: 1,
    score: 400 / 6,
  });
  expect(survivorsOf(found)).toEqual([
    'Survived  libs/a.ts:2:7  EqualityOperator  a >= 1',
    'NoCoverage  libs/a.ts:2:7  EqualityOperator  a >= 1',
  ]);
});

it('every accepted mutant is of an area, of a line of its file, and has a reason', () => {
  for (const [area, entries] of Object.entries(ACCEPTED)) {
    expect(Object.keys(AREAS)).toContain(area);
    for (const { file, line, reason } of entries) {
      const lines = readFileSync(join(ROOT, file), 'utf8').split('\n');
      expect(lines.map((one) => one.trim())).toContain(line);
      expect(reason.length).toBeGreaterThan(10);
    }
  }
});

it('every file of an area is there', () => {
  const named = Object.values(AREAS)
    .flatMap(({ mutate, tests }) => [...mutate, ...tests])
    .map((path) => path.replace(/:\d+-\d+$/, ''));
  expect(named.filter((path) => !/[*{]/.test(path) && !existsSync(join(ROOT, path)))).toEqual([]);
});
