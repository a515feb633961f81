import type { StartRehearsalInput } from '@abato/contracts';
import { readSettings } from '@abato/platform';
import { limitRefusal, limitsOf } from './limits.js';

const SETTINGS = [
  'REHEARSAL_MAX_VOTES_PER_SECOND',
  'REHEARSAL_MAX_VIEWERS',
  'REHEARSAL_MAX_MINUTES',
  'REHEARSAL_ORGANISER_VOTES_PER_SECOND',
  'REHEARSAL_ORGANISER_VIEWERS',
  'REHEARSAL_ORGANISER_MINUTES',
] as const;
const organiser = { role: 'COMPANY_ADMIN' } as const;
const superAdmin = { role: 'SUPER_ADMIN' } as const;
const load: StartRehearsalInput = { votesPerSecond: 10, viewers: 10, minutes: 1, shape: 'STEADY' };

it('gives organisers never more than super admins', () => {
  const env = readSettings(SETTINGS, { REHEARSAL_MAX_VOTES_PER_SECOND: '20', REHEARSAL_MAX_MINUTES: '2' });
  expect(limitsOf(superAdmin, env)).toEqual({ votesPerSecond: 20, viewers: 1_500, minutes: 2 });
  expect(limitsOf(organiser, env)).toEqual({ votesPerSecond: 20, viewers: 200, minutes: 2 });
});

it('keeps organisers out where the setting says so, and lets super admins in', () => {
  const env = readSettings(SETTINGS, { REHEARSAL_ORGANISER_VOTES_PER_SECOND: '0' });
  expect(limitRefusal(load, limitsOf(organiser, env))?.code).toBe('FORBIDDEN');
  expect(limitRefusal(load, limitsOf(superAdmin, env))).toBeNull();
});

it('names every field that is above the limit, and takes what is at it', () => {
  const limits = { votesPerSecond: 10, viewers: 10, minutes: 1 };
  expect(limitRefusal(load, limits)).toBeNull();
  const above = limitRefusal({ ...load, viewers: 11, minutes: 1.01 }, limits);
  expect(above?.errors).toEqual([
    { field: 'viewers', message: 'Viewers can be at most 10 for you' },
    { field: 'minutes', message: 'Minutes can be at most 1 for you' },
  ]);
});
