import { LANGUAGES } from '@abato/contracts';
import { isForDevelopers, languageOf } from './developer-pages.js';

it.each([
  ['/dev/components', true],
  ['/dev', true],
  ['/dev?x=1', true],
  ['/developers', false],
  ['/contests/dev/', false],
  ['/', false],
])('%s is for developers only: %s', (url, expected) => {
  expect(isForDevelopers(url)).toBe(expected);
});

it.each([
  ['/contests?language=en-XA', false, 'en-XA'],
  ['/contests?page=2&language=en-XA', false, 'en-XA'],
  ['/contests?language=en-XA', true, 'en'],
  ['/contests?language="><script>', false, 'en'],
  ['/contests', false, 'en'],
])('%s speaks, in production %s, the language %s', (url, isProduction, language) => {
  expect(languageOf(url, isProduction)).toBe(language);
});

it('a language that translators have added is spoken for them, and not in production', () => {
  const languages = LANGUAGES as Record<string, unknown>;
  expect(languageOf('/contests?language=ak', false)).toBe('en');
  languages['ak'] = languages['en'];
  try {
    expect(languageOf('/contests?language=ak', false)).toBe('ak');
    expect(languageOf('/contests?language=ak', true)).toBe('en');
  } finally {
    delete languages['ak'];
  }
});
