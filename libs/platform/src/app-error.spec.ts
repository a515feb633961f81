import { ERROR_MESSAGES } from '@abato/contracts';
import { AppError } from './app-error.js';

it('a refusal speaks in the words of its code, unless it is given better ones', () => {
  const plain = new AppError('CONTEST_ENDED');
  expect([plain.code, plain.message, plain.name]).toEqual([
    'CONTEST_ENDED',
    ERROR_MESSAGES.CONTEST_ENDED,
    'AppError',
  ]);
  expect([plain.errors, plain.retryAfter, plain.cause]).toEqual([undefined, undefined, undefined]);
  expect(new AppError('CONTEST_ENDED', { message: 'Over.' }).message).toBe('Over.');
});

it('a refusal says when to try again, and keeps what caused it for the log', () => {
  const cause = new Error('no database');
  const refusal = new AppError('UNAVAILABLE', { retryAfter: 2, cause });
  expect([refusal.retryAfter, refusal.cause]).toEqual([2, cause]);
});

it('a refusal of a form names every wrong field, the first as its message', () => {
  const errors = [
    { field: 'voterPhone', message: 'Phone is required' },
    { field: 'voteCount', message: 'Vote count must be at least 1' },
  ];
  expect(AppError.validation(errors)).toMatchObject({
    code: 'VALIDATION_FAILED',
    message: 'Phone is required',
    errors,
  });
  expect(AppError.validation([]).message).toBe(ERROR_MESSAGES.VALIDATION_FAILED);
});
