import { readdirSync, readFileSync } from 'node:fs';
import { REDIS_DATABASES } from '../support/redis-databases.js';
import { repository } from './kustomize.js';

/** A Redis has 16 databases unless it is told otherwise. */
const LAST_DATABASE = 15;

const sources = readdirSync(repository('test'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => ({ path, text: readFileSync(repository('test', path), 'utf8') }));

it('no two spec files share a database of Redis, and none has the platform’s', () => {
  const numbers = Object.values(REDIS_DATABASES);
  expect(new Set(numbers).size).toBe(numbers.length);
  for (const number of numbers) expect(number >= 1 && number <= LAST_DATABASE).toBe(true);
});

it.each(Object.keys(REDIS_DATABASES))('the database "%s" is used by one spec file', (name) => {
  const users = sources.filter(({ text }) => text.includes(`REDIS_DATABASES.${name}`));
  expect(users.map(({ path }) => path)).toHaveLength(1);
});

it('a spec file names its database of Redis by the list', () => {
  const own = sources.filter(({ text }) => /\bdb: *\d/.test(text));
  expect(own.map(({ path }) => path)).toEqual([]);
});
