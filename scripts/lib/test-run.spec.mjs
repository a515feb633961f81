import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './paths.mjs';
import { PRODUCT_SETTINGS } from './test-run.mjs';

it('no setting of the shell reaches the tests', () => {
  const reference = readFileSync(join(ROOT, 'docs', 'settings.md'), 'utf8');
  const names = [...reference.matchAll(/^\| `([A-Z\d_]+)`/gm)].map(([, name]) => name);
  expect(names).toContain('DATABASE_URL');
  expect(names.filter((name) => !PRODUCT_SETTINGS.test(name))).toEqual([]);
});
