import { isForDevelopers } from './page-policy.js';

it.each([
  ['/dev/components', true],
  ['/dev', true],
  ['/dev?x=1', true],
  ['/developers', false],
  ['/contests/dev/', false],
  ['/', false],
])('%s is for developers only: %s', (url, expected) => {
  expect(isForDevelopers(url)).toBe(expected);
});
