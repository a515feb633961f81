import { expect, it } from '@jest/globals';
import { windowText } from './vote-window';

const window = { from: '2026-12-05T20:00:00.000Z', until: '2026-12-05T21:00:00.000Z', multiplier: 2 };

it.each([
  [window, 'December 5, 2026', 'Double votes today 20:00–21:00'],
  [window, 'December 4, 2026', 'Double votes December 5, 2026 20:00–21:00'],
  [
    { ...window, multiplier: 3, until: '2026-12-06T00:00:00.000Z' },
    'December 5, 2026',
    'Triple votes today 20:00–00:00',
  ],
  [
    { ...window, multiplier: 5, until: '2026-12-06T01:30:00.000Z' },
    'December 5, 2026',
    'Fivefold votes today 20:00 – December 6, 2026 01:30',
  ],
])('announces %j on %s', (announced, today, text) => expect(windowText(announced, today)).toBe(text));
