import { imageNodeVersion, wantsImageNode } from './image-node.mjs';

const MAJOR = imageNodeVersion().split('.')[0];

test('the version is the one that the Dockerfile says', () =>
  expect(imageNodeVersion('# base\nARG NODE_VERSION=31.4.1\nFROM node')).toBe('31.4.1'));

test.each([
  ['an older major version', {}, '20.19.0', true],
  ['a newer major version', {}, '99.0.0', true],
  ['the same major version', {}, `${MAJOR}.0.1`, false],
  ['an older one that the person asked for', { ABATO_TEST_NODE: 'own' }, '20.19.0', false],
])('tests run with the Node.js of the images in place of %s: %s, %s', (_, env, version, expected) =>
  expect(wantsImageNode(env, version)).toBe(expected),
);
