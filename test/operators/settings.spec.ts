import { readFileSync, writeFileSync } from 'node:fs';
import { describeSettings, readSettings } from '@abato/platform';
import { repository } from './kustomize.js';

const WHEN = { always: '**always**', production: 'in production', no: '' } as const;

/** The reference as it should be; `docs/settings.md` is this text. */
function reference(): string {
  const rows = describeSettings().map(
    ({ name, meaning, fallback, required }) =>
      `| \`${name}\` | ${WHEN[required]} | ${fallback ? `\`${fallback}\`` : ''} | ${meaning.replaceAll('|', '\\|')} |`,
  );
  return [
    '# Settings',
    '',
    'Every environment variable of the API and the worker. Generated from the schema that reads them (`libs/platform`), and compared by a',
    'test: do not edit by hand but with `UPDATE_DOCS=1 npm test -- unit settings`. An empty variable counts as absent. A process that finds a mistake names every variable that is wrong and',
    'does not start. What `npm start` adds to them stands in the README.',
    '',
    '| variable | needed | default | meaning |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

it('describes every setting in docs/settings.md', () => {
  const file = repository('docs', 'settings.md');
  if (process.env['UPDATE_DOCS']) writeFileSync(file, reference());
  // The formatter leaves the file alone (.prettierignore), so the text can be compared as it is.
  expect(readFileSync(file, 'utf8')).toBe(reference());
});

it('gives every setting a meaning', () => {
  for (const { name, meaning } of describeSettings()) expect(`${name}: ${meaning}`).toMatch(/: .{10,}/);
});

it('reads a part of the settings without asking for the others', () => {
  const url = 'postgres://a@b/c';
  expect(readSettings(['DATABASE_URL'], { DATABASE_URL: url, JWT_SECRET: 'short' })).toEqual({
    DATABASE_URL: url,
  });
  expect(() => readSettings(['DATABASE_URL', 'REDIS_URL'], { REDIS_URL: 'http://x' })).toThrow(
    /DATABASE_URL[^]*REDIS_URL/,
  );
});
