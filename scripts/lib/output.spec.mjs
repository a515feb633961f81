import { checkNodeVersion, isNodeRecentEnough } from './output.mjs';

test.each([
  ['20.19.0', true],
  ['20.18.9', false],
  ['22.0.0', true],
  ['18.20.4', false],
])('Node.js %s is recent enough: %s', (version, expected) =>
  expect(isNodeRecentEnough(version)).toBe(expected),
);

test('the refusal names both versions in one sentence', () =>
  expect(() => checkNodeVersion('18.20.4')).toThrow(/20\.19 or newer, and this is 18\.20\.4/));
