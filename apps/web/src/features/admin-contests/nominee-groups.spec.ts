import { describe, expect, it } from '@jest/globals';
import {
  anotherGroup,
  categoriesOf,
  descriptionOf,
  emptyGroup,
  groupsProblem,
  photosByName,
} from './nominee-groups';

const group = (fields: Partial<ReturnType<typeof emptyGroup>>) => ({ ...emptyGroup(), ...fields });

describe('categories of a new contest', () => {
  it('lets a group that is empty pass: nominees may be added later', () =>
    expect(groupsProblem([emptyGroup()])).toBeUndefined());

  it('names the category that has contestants and no name', () =>
    expect(groupsProblem([emptyGroup(), group({ list: 'Ama' })])).toBe(
      'Category 2: Category name is required',
    ));

  it('names the line of a list that cannot be used', () =>
    expect(groupsProblem([group({ name: 'Best Song', list: 'Ama\nama' })])).toBe(
      'Category 1: Line 2: ama is already on line 1',
    ));

  it('accepts a category whose contestants come later', () =>
    expect(groupsProblem([group({ name: 'Best Song' })])).toBeUndefined());

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

  it('are sent with the contestants of their lists, in the order of the lists', () =>
    expect(
      categoriesOf([group({ name: ' Best Song ', list: 'Ama, sings\nKofi' }), group({ name: 'Video' })]),
    ).toEqual([
      {
        name: 'Best Song',
        description: 'The nominees for Best Song',
        contestants: [
          { name: 'Ama', bio: 'sings' },
          { name: 'Kofi', bio: '' },
        ],
      },
      { name: 'Video', description: 'The nominees for Video', contestants: [] },
    ]));
});

const names = (contestants: { name: string; photo: string }[], files: string[]) =>
  photosByName(
    contestants,
    files.map((name) => ({ name })),
  ).map((file) => file?.name);

it('photos of a list are the files that the list names', () => {
  const list = [{ name: 'Ama Serwaa', photo: 'IMG_12.jpg' }];
  expect(names(list, ['ama-serwaa.png', 'img_12.JPG'])).toEqual(['img_12.JPG']);
  expect(names(list, ['ama-serwaa.png'])).toEqual([undefined]);
});

it('photos of a list are else the files that are called like the contestants', () => {
  const list = [
    { name: 'Ɔdɔ Adé', photo: '' },
    { name: 'DJ 2.0', photo: '' },
    { name: 'Kofi', photo: '' },
  ];
  expect(names(list, ['dj-20.webp', 'ɔdɔ_ade\u0301.png'])).toEqual([
    'ɔdɔ_ade\u0301.png',
    'dj-20.webp',
    undefined,
  ]);
});
