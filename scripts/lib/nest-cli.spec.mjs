import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { APPLICATIONS, listFiles } from './inputs.mjs';
import { ROOT } from './paths.mjs';

const read = (file) => readFileSync(join(ROOT, file), 'utf8');
/** A tsconfig, without the comments in lines of their own. */
const tsconfig = (file) => JSON.parse(read(file).replace(/^\s*\/\/.*$/gm, ''));
const nest = JSON.parse(read('nest-cli.json'));
const libraries = readdirSync(join(ROOT, 'libs'));

test('nest-cli.json names the applications of the build', () => {
  expect(Object.keys(nest.projects)).toEqual(APPLICATIONS);
  for (const { sourceRoot, entryFile } of Object.values(nest.projects)) {
    expect(existsSync(join(ROOT, sourceRoot, `${entryFile}.ts`))).toBe(true);
  }
});

test('Nest compiles what the build compiles, with the same options', () => {
  const { tsConfigPath, builder } = nest.compilerOptions;
  expect(builder).toBe('tsc');
  const { compilerOptions, ...rest } = tsconfig(tsConfigPath);
  expect(rest).toEqual({ extends: './tsconfig.build.json' });
  expect(Object.keys(compilerOptions)).toEqual(['outDir']);
  for (const project of Object.values(nest.projects)) {
    expect(project.compilerOptions.tsConfigPath).toBe(tsConfigPath);
  }
  // Without it Nest writes `.ts` into the imports of the libraries, and `nest start` finds no file.
  expect(tsconfig('tsconfig.json').compilerOptions.moduleResolution).toBe('nodenext');
  const { include } = tsconfig('tsconfig.build.json');
  expect(include).toEqual([...APPLICATIONS.map((name) => `apps/${name}/src`), 'libs/*/src']);
});

test('Nest copies every kind of file that the build copies beside the code', () => {
  const sources = [
    ...APPLICATIONS.map((name) => `apps/${name}/src`),
    ...libraries.map((name) => `libs/${name}/src`),
  ].flatMap((folder) => listFiles(folder));
  const kinds = sources
    .filter((file) => !/\.(tsx?|d\.mts)$/.test(file))
    .map((file) => file.split('.').at(-1));
  expect([...new Set(kinds)].sort()).toEqual(['css', 'html', 'js', 'lua', 'mjs', 'sql', 'ttf', 'txt']);
  expect(nest.compilerOptions.assets).toEqual([
    '../../../libs/*/src/**/*.{sql,lua,ttf,txt,mjs}',
    `../../../apps/{${APPLICATIONS.join(',')}}/src/**/*.{sql,lua,html,css,js}`,
  ]);
});
