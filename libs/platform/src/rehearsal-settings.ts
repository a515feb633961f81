import { z } from 'zod';
import { url } from './setting-types.js';

const whole = (least: number, most: number) => z.coerce.number().int().min(least).max(most);

/** Settings of dress rehearsals that are started from the console. A part of the environment. */
export const rehearsalSettings = {
  REHEARSAL_URL: url(['http:', 'https:'])
    .optional()
    .describe('where a worker sends the votes and viewers of a rehearsal; empty: PUBLIC_URL'),
  REHEARSAL_MAX_VOTES_PER_SECOND: whole(1, 50_000)
    .default(1_000)
    .describe('most votes per second of a rehearsal that a super admin starts'),
  REHEARSAL_MAX_VIEWERS: whole(1, 50_000)
    .default(1_500)
    .describe(
      'most viewers of such a rehearsal; they come from one address, so SOCKETS_PER_ADDRESS bounds them too',
    ),
  REHEARSAL_MAX_MINUTES: whole(1, 240).default(30).describe('longest such rehearsal'),
  REHEARSAL_ORGANISER_VOTES_PER_SECOND: whole(0, 50_000)
    .default(50)
    .describe('the same for organisers; 0: only super admins start rehearsals'),
  REHEARSAL_ORGANISER_VIEWERS: whole(1, 50_000).default(200).describe('the same for organisers'),
  REHEARSAL_ORGANISER_MINUTES: whole(1, 240).default(5).describe('the same for organisers'),
  REHEARSAL_ORGANISER_PER_DAY: whole(1, 100)
    .default(6)
    .describe('most rehearsals that one organiser starts within 24 hours'),
  REHEARSAL_ORGANISER_QUIET_MINUTES: whole(0, 1_440)
    .default(10)
    .describe(
      "organisers' rehearsals are refused, and end, while another organiser's contest had a vote within so many minutes or ends within two hours; 0: only when their votes are refused or late",
    ),
};
