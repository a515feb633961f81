import { afterEach, expect, it } from '@jest/globals';
import { forgetForm, forgetFormOfOthers, keepForm, readKeptForm } from './kept-form';
import { KEPT_FORM, readPreference, writePreference } from './storage';

afterEach(forgetForm);

const WEEK_MS = 7 * 24 * 3_600_000;

it('a kept form comes back to its own name alone', () => {
  keepForm('contest:a', { title: 'Volta' });
  expect(readKeptForm('contest:a')?.values).toEqual({ title: 'Volta' });
  expect(readKeptForm('contest:b')).toBeNull();
});

it('a kept form is gone after a week', () => {
  keepForm('contest:a', {}, 0);
  expect(readKeptForm('contest:a', WEEK_MS - 1)).not.toBeNull();
  expect(readKeptForm('contest:a', WEEK_MS)).toBeNull();
});

it('a kept form is gone when it was saved, or was never there', () => {
  keepForm('contest:a', {});
  forgetForm();
  expect(readKeptForm('contest:a')).toBeNull();
});

it('a kept form that cannot be read is none', () => {
  writePreference(KEPT_FORM, '{ "of": "contest:a"');
  expect(readKeptForm('contest:a')).toBeNull();
});

it('a kept form is gone when another account signs in, and there for its own', () => {
  keepForm('contest:a', {});
  forgetFormOfOthers('a');
  expect(readKeptForm('contest:a')).not.toBeNull();
  forgetFormOfOthers('b');
  expect(readPreference(KEPT_FORM)).toBeNull();
});

it('a kept form of another version is passed over', () => {
  keepForm('contest:a', {});
  const kept = JSON.parse(readPreference(KEPT_FORM) ?? '') as { version: number };
  writePreference(KEPT_FORM, JSON.stringify({ ...kept, version: kept.version + 1 }));
  expect(readKeptForm('contest:a')).toBeNull();
});
