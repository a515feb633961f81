import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REVIEWED } from '../../test/mutants/reviewed.mjs';
import { ROOT } from './paths.mjs';
import { applyMutant, chooseReviewed, compiled, differentTests } from './reviewed-mutants.mjs';

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

  it('is chosen by a part of its path, such as the language', () => {
    const script = { ...MUTANT, file: 'limit.lua' };
    expect(chooseReviewed(['.lua'], [MUTANT, script])).toEqual([script]);
  });

  it('is not chosen when no test can notice it', () => {
    const equivalent = { ...MUTANT, equivalent: 'the caller asks itself' };
    expect(chooseReviewed(['limit'], [equivalent, MUTANT])).toEqual([MUTANT]);
  });
});

it('every mutant of the list changes one place of its file: a guard that was rewritten takes its mutant along', () => {
  for (const mutant of REVIEWED)
    expect(applyMutant(readFileSync(join(ROOT, mutant.file), 'utf8'), mutant)).toBeDefined();
});

it('no mutant of a migration changes what a later migration replaces: nothing could notice it', () => {
  const folder = join('libs', 'database', 'src', 'migrations');
  const functionsOf = (file) =>
    new Set(
      [...readFileSync(join(ROOT, file), 'utf8').matchAll(/CREATE (?:OR REPLACE )?FUNCTION (\w+)/g)].map(
        ([, name]) => name,
      ),
    );
  const order = readdirSync(join(ROOT, folder))
    .filter((name) => /^\d.*\.ts$/.test(name))
    .sort()
    .flatMap((name) =>
      [...readFileSync(join(ROOT, folder, name), 'utf8').matchAll(/['"]\.\/([\w-]+\/[\w-]+\.sql)/g)].map(
        ([, sql]) => join(folder, sql),
      ),
    );
  expect(order.length).toBeGreaterThan(20);
  for (const { name, file, text } of REVIEWED.filter((mutant) => order.includes(mutant.file))) {
    const source = readFileSync(join(ROOT, file), 'utf8');
    const before = source.slice(0, source.indexOf(text));
    const changed = before.match(/CREATE (?:OR REPLACE )?FUNCTION (\w+)(?![\s\S]*\$\$;)/)?.[1];
    const later = order.slice(order.indexOf(file) + 1).filter((other) => functionsOf(other).has(changed));
    expect({ name, later }).toEqual({ name, later: [] });
  }
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
