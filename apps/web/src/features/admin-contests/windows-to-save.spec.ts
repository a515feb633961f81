import { expect, it } from '@jest/globals';
import { windowsToSave } from './api';

const stored = [
  { from: '2026-12-05T20:00:30.500Z', until: '2026-12-05T21:00:45.000Z', multiplier: 2 },
  { from: '2026-12-05T22:00:00.000Z', until: '2026-12-05T23:00:00.000Z', multiplier: 2 },
];
const typed = (from: string, until: string, multiplier = 2) => ({
  from: `2026-12-05T${from}:00.000Z`,
  until: `2026-12-05T${until}:00.000Z`,
  multiplier,
});

it('the windows of a saved form are those that there were when none was touched, with their seconds', () =>
  expect(windowsToSave([typed('20:00', '21:00'), typed('22:00', '23:00')], stored)).toEqual(stored));

it('the windows of a saved form have what was typed where they were touched', () => {
  const changed = [typed('20:00', '21:00', 3), typed('22:00', '23:30'), typed('23:40', '23:50')];
  expect(windowsToSave(changed, stored)).toEqual([{ ...stored[0], multiplier: 3 }, changed[1], changed[2]]);
  expect(windowsToSave([], stored)).toEqual([]);
});
