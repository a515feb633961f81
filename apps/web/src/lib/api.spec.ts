import { expect, it } from '@jest/globals';
import { ApiError, errorText, NetworkError, queryString } from './api';

it.each([
  [{}, ''],
  [{ page: 1, pageSize: 20 }, '?page=1&pageSize=20'],
  [{ search: '  Ama Serwaa ', status: '' }, '?search=Ama+Serwaa'],
  [{ search: '   ', status: undefined, role: null }, ''],
  [{ page: 0 }, '?page=0'],
])('queryString of %j is %s', (values, query) => expect(queryString(values)).toBe(query));

it.each([
  ['the message of the server', new ApiError(400, { message: 'Title is required' }), 'Title is required'],
  ['a fixed text when the server gives no message', new ApiError(500, null), 'An error occurred'],
  ['a fixed text without an answer', new NetworkError(), 'Network error. Please check your connection.'],
  ['the message of another error', new Error('Worker stopped'), 'Worker stopped'],
  ['a fixed text for anything else', 'text', 'An unexpected error occurred'],
])('errorText is %s', (_, error, text) => expect(errorText(error)).toBe(text));

it('ApiError carries code, field errors and the waiting time of the answer', () => {
  const fields = [{ field: 'title', message: 'Title is required' }];
  const error = new ApiError(429, { message: 'Later', code: 'LIMITED', errors: fields, retryAfter: 30 });
  expect([error.status, error.code, error.fields, error.retryAfter]).toEqual([429, 'LIMITED', fields, 30]);
});

it('ApiError takes an answer that is no object', () => {
  const error = new ApiError(502, '<html>');
  expect([error.code, error.fields]).toEqual(['INTERNAL', []]);
});
