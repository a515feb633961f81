import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REVIEWED } from '../../test/mutants/reviewed.mjs';
import { ROOT } from './paths.mjs';
import { applyMutant, chooseReviewed, compiled, differentTests, verdictOf } from './reviewed-mutants.mjs';

const MUTANT = { name: 'a limit: gone', file: 'limit.ts', text: 'x < 3', replacement: 'x < $&' };

describe('a reviewed mutant', () => {
  it('replaces its text as it is written', () => {
    expect(applyMutant('if (x < 3) go();', MUTANT)).toBe('if (x < $&) go();');
  });

  it.each(['if (x < 4) go();', 'x < 3 || x < 3'])(
    'is refused where its text is not there once: %s',
    (source) => {
      expect(() => applyMutant(source, MUTANT)).toThrow('not once');
    },
  );

  it('is chosen by a part of its name', () => {
    const other = { ...MUTANT, name: 'a refund: twice' };
    expect(chooseReviewed(['refund'], [MUTANT, other])).toEqual([other]);
    expect(chooseReviewed([], [MUTANT, other])).toEqual([MUTANT, other]);
  });
});

it('every mutant of the list changes one place of its file: a guard that was rewritten takes its mutant along', () => {
  for (const mutant of REVIEWED)
    expect(applyMutant(readFileSync(join(ROOT, mutant.file), 'utf8'), mutant)).toBeDefined();
});

it('tests are looked at once without a mutant, however many mutants they must notice', () => {
  const [spec, only] = ['a.spec.ts', 'one test'];
  expect(differentTests([{ spec }, { spec, only }, { spec }, { spec: 'b.spec.ts' }])).toEqual([
    { spec, only: undefined },
    { spec, only },
    { spec: 'b.spec.ts', only: undefined },
  ]);
});

it('a mutant for processes is compiled as the sources are, and SQL is left as it is', async () => {
  const source = `@Injectable() export class A { constructor(private readonly b: B) {} }`;
  const text = await compiled({ file: 'a.ts' }, `import { B } from './b.js';\n${source}`);
  expect(text).toContain('"design:paramtypes"');
  expect(text).toContain(`from './b.js'`);
  expect(await compiled({ file: 'a.sql' }, 'SELECT 1')).toBe('SELECT 1');
});

describe('what a spec says about a mutant', () => {
  const report = { numFailedTests: 0, numPassedTests: 2, numRuntimeErrorTestSuites: 0 };

  it('is killed when a test fails, and survived when all pass', () => {
    expect(verdictOf({ ...report, numFailedTests: 1 }, 1)).toBe('killed');
    expect(verdictOf(report, 0)).toBe('survived');
  });

  it('is neither when the file did not load, ran no test or left no report', () => {
    expect(verdictOf({ ...report, numRuntimeErrorTestSuites: 1 }, 1)).toBe('crashed');
    expect(verdictOf({ ...report, numPassedTests: 0 }, 0)).toBe('crashed');
    expect(verdictOf(undefined, 1)).toBe('crashed');
  });
});
