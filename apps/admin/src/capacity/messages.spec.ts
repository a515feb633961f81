import { readSettings } from '@abato/platform';
import { type Audience, bytesPerSecondOf, MESSAGE_SETTINGS, messagesTo } from './messages.js';

const settings = readSettings(MESSAGE_SETTINGS, {});
const to = (audience: Partial<Audience>) =>
  messagesTo({ viewers: 1_000_000, contestants: 500, categories: 1, ...audience }, settings);

it('names the first places of each category to a crowd, and all five seconds later, as ADR 149 says', () => {
  const messages = to({ categories: 10 });
  expect(messages).toEqual({ pauseMs: 1_000, allBytes: 5_538, first: { bytes: 588, restMs: 5_000 } });
  // Four messages in five, with the heads of their packets.
  expect(bytesPerSecondOf(messages)).toBeCloseTo(0.8 * 666 + 0.2 * 5_616);
});

it.each([
  [49_999, 499, undefined],
  [50_000, 499, 93],
  [49_999, 500, 93],
  // No more places than contestants.
  [1_000_000, 3, 71],
])('sends %d viewers of %d contestants the first places in %p bytes', (viewers, contestants, bytes) => {
  expect(to({ viewers, contestants }).first?.bytes).toBe(bytes);
});

it('sends a few viewers all with every message', () => {
  const messages = to({ viewers: 1_000, contestants: 20 });
  expect(messages).toEqual({ pauseMs: 250, allBytes: 258, first: null });
  expect(bytesPerSecondOf(messages)).toBe(4 * (258 + 78));
});
