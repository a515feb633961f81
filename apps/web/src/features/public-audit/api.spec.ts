import { expect, it } from '@jest/globals';
import { comparedWithLog } from './api';

it.each([
  ['same', ['a', 'b'], ['a', 'b']],
  ['behind', ['a'], ['a', 'b']],
  ['behind', [], ['a']],
  ['other', ['a', 'c'], ['a', 'b']],
  ['other', ['b', 'a'], ['a', 'b']],
  ['other', ['a', 'b'], ['a']],
])(
  'the sealed rules of a contest beside those of its log are %s: log %j, rules %j',
  (what, logged, published) => expect(comparedWithLog(logged, published)).toBe(what),
);
