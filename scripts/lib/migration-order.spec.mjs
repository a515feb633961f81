import { findMigrationMistakes } from './migration-order.mjs';

const index = `
import { First1700000000000 } from './1700000000000-first.js';
import { Second1700000000001 } from './1700000000001-second.js';

export const migrations = [First1700000000000, Second1700000000001];
`;
const files = ['1700000000000-first.ts', '1700000000001-second.ts', 'index.ts'];

test('a list in order is fine', () => {
  expect(findMigrationMistakes(files, index)).toEqual([]);
});

test('a migration that would never run is found', () => {
  expect(findMigrationMistakes([...files, '1700000000002-third.ts'], index)).toEqual([
    '1700000000002-third.ts: is not in the list of index.ts',
  ]);
});

test('a wrong order, a doubled time, a wrong class name and a wrong file name are found', () => {
  const reversed = index.replace(
    '[First1700000000000, Second1700000000001]',
    '[Second1700000000001, First1700000000000]',
  );
  expect(findMigrationMistakes(files, reversed).join()).toMatch(/not in the order/);
  expect(findMigrationMistakes([...files, '1700000000001-other.ts'], index).join()).toMatch(/same time/);
  expect(findMigrationMistakes(files, index.replaceAll('Second1700000000001', 'Second')).join()).toMatch(
    /must end in/,
  );
  expect(findMigrationMistakes([...files, 'add-column.ts'], index).join()).toMatch(/13 digits/);
});
