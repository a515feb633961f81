import { describe, expect, it } from '@jest/globals';
import { readContestantList } from '@abato/contracts';
import {
  anotherGroup,
  descriptionOf,
  emptyGroup,
  groupsProblem,
  isFilled,
  listedIn,
  missingOf,
  withSaved,
} from './nominee-groups';

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
    const removed = anotherGroup([first]);
    const third = anotherGroup([first]);
    expect(new Set([first, removed, third].map(({ key }) => key)).size).toBe(3);
    expect(anotherGroup([{ ...first, key: 900 }]).key).toBe(901);
  });

  it('say what of them is saved', () => {
    const groups = [1, 2, 3, 4, 5].map((key) => group({ key }));
    const sent = { categories: { 1: 'a', 2: 'b', 4: 'c' }, listed: [1], unsure: [4, 5] };
    expect(withSaved(groups, sent).map(({ saved }) => saved)).toEqual([
      'list',
      'category',
      undefined,
      'unsure',
      'unsure',
    ]);
  });

  it('refuses to empty a category that is saved', () => {
    expect(isFilled(emptyGroup())).toBe(false);
    expect(isFilled(group({ saved: 'category' }))).toBe(true);
    expect(groupsProblem([group({ saved: 'category' })])).toBe('Category 1: Category name is required');
  });
});

describe('a list whose answer was lost', () => {
  const present = ['Kofi', 'AMA', 'Esi'].map((name) => ({ name }));

  it('is saved when its category has all its names, in the order of the list', () => {
    expect(missingOf(present, 'Ama, sings\nKofi')).toBe('');
    expect(listedIn(present, 'Ama, sings\nKofi')).toEqual([{ name: 'AMA' }, { name: 'Kofi' }]);
  });

  it('is sent as it is when none of its names is there', () => {
    expect(missingOf(present, 'Yaw, sings')).toBe('Yaw, sings');
    expect(listedIn(present, 'Yaw')).toBeNull();
  });

  it('is sent without the names that are there, also where cells hold quotes, dividers, line breaks or words for columns', () => {
    const list = 'Bio;Name\n"""Best"", of;\nAccra";"Name ""Q"", B"\nSings;Ama\nDances;Contestant';
    expect(
      readContestantList(missingOf(present, list)).contestants.map(({ name, bio }) => [name, bio]),
    ).toEqual([
      ['Name "Q", B', '"Best", of;\nAccra'],
      ['Contestant', 'Dances'],
    ]);
  });
});
