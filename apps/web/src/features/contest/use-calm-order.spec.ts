import { expect, it } from '@jest/globals';
import { inOrderOf } from './use-calm-order';

const people = (...ids: string[]) => ids.map((id) => ({ id }));

it('inOrderOf keeps the order of the ids, whatever the new order is', () =>
  expect(inOrderOf(['a', 'b', 'c'], people('c', 'a', 'b'))).toEqual(people('a', 'b', 'c')));

it('inOrderOf puts new contestants last, in their own order', () =>
  expect(inOrderOf(['b', 'a'], people('x', 'a', 'y', 'b'))).toEqual(people('b', 'a', 'x', 'y')));

it('inOrderOf leaves out contestants that are gone', () =>
  expect(inOrderOf(['a', 'b', 'c'], people('c', 'a'))).toEqual(people('a', 'c')));

it('inOrderOf follows the new order while none is kept', () =>
  expect(inOrderOf(null, people('c', 'a', 'b'))).toEqual(people('c', 'a', 'b')));

it('inOrderOf does not change the list it is given', () => {
  const list = people('b', 'a');
  inOrderOf(['a', 'b'], list);
  expect(list).toEqual(people('b', 'a'));
});
