import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './paths.mjs';

const FOLDER = join(ROOT, 'docs', 'adr');

it('the index of decisions has every record once, in the order of their numbers', () => {
  const index = readFileSync(join(FOLDER, 'README.md'), 'utf8');
  const listed = [...index.matchAll(/^\| \[\d+\]\((\d{4}-[^)]+\.md)\)/gm)].map(([, file]) => file);
  const records = readdirSync(FOLDER).filter((file) => /^\d{4}-/.test(file));
  expect(listed).toEqual(records.sort());
});
