import { listFiles } from './inputs.mjs';
import LongFilesFirst, { LONG } from '../../test/support/long-files-first.mjs';

/** As Jest hands them over; it takes the larger file of two first. */
const tests = (...sizes) =>
  sizes.map(([path, size]) => ({
    path,
    context: { config: { id: 'x', cacheDirectory: '/nowhere' }, hasteFS: { getSize: () => size } },
  }));

test('long files begin first, in the order of the list, whatever their size', () => {
  const [first, second] = LONG.map((name) => `/clone/${name}ts`);
  const sorted = new LongFilesFirst({}).sort(
    tests(['/clone/small.spec.ts', 10], [second, 20], ['/clone/large.spec.ts', 500], [first, 5]),
  );
  expect(sorted.map(({ path }) => path)).toEqual([
    first,
    second,
    '/clone/large.spec.ts',
    '/clone/small.spec.ts',
  ]);
});

test('each long file exists', () => {
  const files = ['apps', 'libs', 'scripts', 'test'].flatMap((folder) => listFiles(folder));
  for (const name of LONG) expect(files.filter((file) => file.startsWith(name))).toHaveLength(1);
});
