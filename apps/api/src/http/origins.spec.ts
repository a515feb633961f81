import { Origins } from './origins.js';

const origins = new Origins({
  PUBLIC_URL: 'https://vote.example',
  CORS_ORIGINS: 'https://partner.example, http://partner.example:8080',
});

it.each([
  [undefined, 'vote.example', true],
  ['https://vote.example', undefined, true],
  ['https://partner.example', 'vote.example', true],
  ['http://partner.example:8080', 'vote.example', true],
  ['https://vote.example:443', 'elsewhere.example', false],
  ['http://vote.example', 'internal', false],
  ['http://partner.example', 'vote.example', false],
  ['https://vote.example.elsewhere.example', 'vote.example', false],
  ['null', 'vote.example', false],
  ['', 'vote.example', false],
  ['https://www.vote.example', 'www.vote.example', true],
  ['https://www.vote.example', 'www.vote.example:443', true],
  ['https://www.vote.example:8443', 'www.vote.example', false],
  ['file://vote.example', 'vote.example', false],
  ['https://elsewhere.example', 'a b', false],
])('a write from origin %s at host %s is allowed: %s', (origin, host, expected) =>
  expect(origins.allow({ origin, host })).toBe(expected),
);
