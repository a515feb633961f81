import { describe, expect, it } from '@jest/globals';
import { adminKeys, keepRowsOf } from './api';

describe('keepRowsOf', () => {
  const key = (contestId: string) => ({ queryKey: [...adminKeys.contest(contestId), 'votes', '', 1] });

  it('rows of the same contest stay while another page is read', () => {
    expect(keepRowsOf('one')(['row'], key('one'))).toEqual(['row']);
  });

  it('rows of another contest are never shown', () => {
    expect(keepRowsOf('two')(['row'], key('one'))).toBeUndefined();
    expect(keepRowsOf('two')(undefined, undefined)).toBeUndefined();
  });
});
