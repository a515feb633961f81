import { findMigrationMistakes } from './migration-order.mjs';

const migration = (name) => `export class ${name} implements MigrationInterface {\n}\n`;
const sources = {
  '1700000000000-first.ts': migration('First1700000000000'),
  '1700000000001-second.ts': migration('Second1700000000001'),
  'index.ts': 'export const migrations = [];\n',
};
const mistakesWith = (more) => findMigrationMistakes({ ...sources, ...more }).join('\n');

test('files whose classes end in their times are fine', () =>
  expect(findMigrationMistakes(sources)).toEqual([]));

test('a migration that would never run is found', () =>
  expect(mistakesWith({ 'add-column.ts': migration('AddColumn1700000000002') })).toBe(
    'add-column.ts: the name must be 13 digits (milliseconds), a dash and words',
  ));

test('a doubled time is found', () =>
  expect(mistakesWith({ '1700000000001-other.ts': migration('Other1700000000001') })).toBe(
    '1700000000001: two migrations have the same time',
  ));

test('a class of another time, and an export besides the class, are found', () => {
  const mistake =
    '1700000000001-second.ts: must export one class, whose name ends in 1700000000001, and nothing else';
  expect(mistakesWith({ '1700000000001-second.ts': migration('Second') })).toBe(mistake);
  const two = `${migration('Second1700000000001')}export const more = 1;\n`;
  expect(mistakesWith({ '1700000000001-second.ts': two })).toBe(mistake);
});
