import { describe, expect, it } from '@jest/globals';
import { descriptionOf, emptyGroup, groupsProblem } from './nominee-groups';

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

  it('gives each group a key of its own, also after one was removed', () => {
    const [first, second] = [emptyGroup(), emptyGroup([emptyGroup()])];
    expect(emptyGroup([second]).key).not.toBe(second.key);
    expect(second.key).not.toBe(first.key);
  });
});
