import { codeSms } from './verification-code.js';
import { smsParts } from './sms-parts.js';

describe('the parts of a message', () => {
  it.each([
    ['', 1],
    ['a'.repeat(160), 1],
    ['a'.repeat(161), 2],
    ['a'.repeat(306), 2],
    ['a'.repeat(307), 3],
    // Counts twice.
    ['€'.repeat(80), 1],
    ['€'.repeat(81), 2],
    // Not of the alphabet: 70 and 67.
    ['ɔ'.repeat(70), 1],
    ['ɔ'.repeat(71), 2],
  ])('of a text are what providers charge for', (text, parts) => {
    expect(smsParts(text)).toBe(parts);
  });

  it('of a code are one', () => {
    expect(smsParts(codeSms('123456', 'https://vote.example.com'))).toBe(1);
  });
});
