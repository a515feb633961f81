import { expect, it } from '@jest/globals';
import { adminKeys, keepRowsOf } from './api';

const key = (contestId: string) => ({ queryKey: [...adminKeys.contest(contestId), 'votes', '', 1] });

it('keepRowsOf keeps the rows of the same contest while another page is read', () =>
  expect(keepRowsOf('one')(['row'], key('one'))).toEqual(['row']));

it('keepRowsOf never shows the rows of another contest', () => {
  expect(keepRowsOf('two')(['row'], key('one'))).toBeUndefined();
  expect(keepRowsOf('two')(undefined, undefined)).toBeUndefined();
});
