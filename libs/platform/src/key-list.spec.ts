import { readKeyList } from './key-list.js';

it.each([
  ['secret', [{ id: null, value: 'secret' }]],
  ['q83vEjRW+/=', [{ id: null, value: 'q83vEjRW+/=' }]],
  ['one, two', [{ id: null, value: 'one, two' }]],
  ['a:one, two', [{ id: null, value: 'a:one, two' }]],
  ['no id:secret', [{ id: null, value: 'no id:secret' }]],
  ['a:one', [{ id: 'a', value: 'one' }]],
  [
    'b:two:2, a:one',
    [
      { id: 'b', value: 'two:2' },
      { id: 'a', value: 'one' },
    ],
  ],
])('%s is read', (setting, expected) => expect(readKeyList(setting)).toEqual(expected));

it('refuses two keys with the same id', () =>
  expect(() => readKeyList('a:one,a:two')).toThrow('the same id'));
