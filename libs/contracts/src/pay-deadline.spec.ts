import { payDeadline } from './pay-deadline.js';

it('a payer is told in the last ten minutes until when a payment counts, a minute longer for a prompt', () => {
  const end = Date.parse('2026-12-05T20:00:00Z');
  const told = (seconds: number, byPrompt: boolean) => payDeadline(end, end + seconds * 1000, byPrompt);
  expect([told(-601, false), told(-600, false), told(0, false), told(1, false)]).toEqual([
    null,
    '20:00:00',
    '20:00:00',
    null,
  ]);
  expect([told(-600, true), told(60, true), told(61, true)]).toEqual(['20:01:00', '20:01:00', null]);
});
