import { describe, expect, it } from '@jest/globals';
import { descriptionOf, emptyGroup, groupsProblem, listedIn, withSaved } from './nominee-groups';

const group = (fields: Partial<ReturnType<typeof emptyGroup>>) => ({ ...emptyGroup(), ...fields });

describe('categories of a new contest', () => {
  it('lets a group that is empty pass: nominees may be added later', () => {
    expect(groupsProblem([emptyGroup()])).toBeUndefined();
  });

  it('names the category that has contestants and no name', () => {
    expect(groupsProblem([emptyGroup(), group({ list: 'Ama' })])).toBe(
      'Category 2: Category name is required',
    );
  });

  it('names the line of a list that cannot be used', () => {
    expect(groupsProblem([group({ name: 'Best Song', list: 'Ama\nama' })])).toBe(
      'Category 1: Line 2: ama is already on line 1',
    );
  });

  it('accepts a category whose contestants come later', () => {
    expect(groupsProblem([group({ name: 'Best Song' })])).toBeUndefined();
  });

  it('gives a category without a description one', () => {
    expect(descriptionOf(group({ name: ' Best Song ' }))).toBe('The nominees for Best Song');
    expect(descriptionOf(group({ name: 'Best Song', about: ' Of the year ' }))).toBe('Of the year');
  });

  it('gives each group a key of its own, also after the newest was removed', () => {
    const first = emptyGroup();
    const removed = emptyGroup([first]);
    const third = emptyGroup([first]);
    expect(new Set([first, removed, third].map(({ key }) => key)).size).toBe(3);
    expect(emptyGroup([{ ...first, key: 900 }]).key).toBe(901);
  });

  it('say what of them is saved', () => {
    const groups = [1, 2, 3].map((key) => group({ key }));
    const categories = new Map([1, 2].map((key) => [key, {}]));
    expect(withSaved(groups, { categories, listed: new Set([1]) }).map(({ saved }) => saved)).toEqual([
      'list',
      'category',
      undefined,
    ]);
  });
});

describe('a list whose answer was lost', () => {
  const present = ['Kofi', 'AMA', 'Esi'].map((name) => ({ name }));

  it('is saved when its category has all its names, in the order of the list', () => {
    expect(listedIn(present, 'Ama, sings\nKofi')).toEqual([{ name: 'AMA' }, { name: 'Kofi' }]);
  });

  it('is not saved when one is missing', () => {
    expect(listedIn(present, 'Ama\nYaw')).toBeNull();
    expect(listedIn([], 'Ama')).toBeNull();
  });
});
