import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles } from '../lib/inputs.mjs';
import { ROOT } from '../lib/paths.mjs';

/** What hand-written documents repeat of the code must be what the code says. */
const read = (file) => readFileSync(join(ROOT, file), 'utf8');
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  ...listFiles('docs').filter((file) => file.endsWith('.md')),
];

describe('the libraries', () => {
  const source = /const LAYERS = \[([^]*?)\n\];/.exec(read('.dependency-cruiser.cjs'))?.[1] ?? '';
  const layers = [...source.matchAll(/\[([^\]]+)\]/g)].map(([, names]) =>
    [...names.matchAll(/'([\w-]+)'/g)].map(([, name]) => name),
  );

  it('are drawn in the order of their layers', () => {
    expect(layers.length).toBeGreaterThan(8);
    const chain = [...layers.map((names) => names.join(', ')), 'apps'].join(' ← ');
    for (const file of ['CONTRIBUTING.md', 'docs/architecture.md'])
      expect(read(file)).toContain(`\`${chain}\``);
  });

  it('are listed in the order of their layers', () => {
    const map = /^libs\/ .*\n([^]*?)^test\//m.exec(read('README.md'))?.[1] ?? '';
    expect([...map.matchAll(/(?:^| {5}) {0,2}([a-z]+) +(?=\S)/gm)].map(([, name]) => name)).toEqual(
      layers.flat(),
    );
    const table = /^## Libraries\n([^]*?)^## /m.exec(read('docs/architecture.md'))?.[1] ?? '';
    expect([...table.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name)).toEqual(layers.flat());
  });
});

it('the index of documents links each of them', () => {
  const index = read('docs/README.md');
  const below = documents.filter((file) => /^docs\/(?!README|adr\/)/.test(file));
  expect(below.length).toBeGreaterThan(25);
  expect(below.filter((file) => !index.includes(`](${file.slice('docs/'.length)}`))).toEqual([]);
});

it('CONTRIBUTING names the limits of the linter for the length of a file', () => {
  const limits = [...read('.oxlintrc.json').matchAll(/"max-lines": \["error", \{ "max": (\d+)/g)];
  expect(limits).toHaveLength(2);
  const [file, spec] = limits.map(([, most]) => most);
  expect(read('CONTRIBUTING.md')).toContain(
    `A file has at most ${file} lines, a spec in TypeScript ${spec};`,
  );
});

it('documents name the person or process that acts', () => {
  const vague = /\b(somebody|nobody|anybody|everybody|whoever)\b/i;
  const found = documents
    // The glossary lists these words as old ones.
    .filter((file) => file !== 'docs/glossary.md')
    .flatMap((file) =>
      read(file)
        .replaceAll(/```[^]*?```|`[^`\n]*`/g, '')
        .split('\n')
        .filter((line) => vague.test(line))
        .map((line) => `${file}: ${line}`),
    );
  expect(found).toEqual([]);
});
