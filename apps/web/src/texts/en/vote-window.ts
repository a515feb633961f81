import { texts } from '../catalogue.js';

/** Announces when paid votes count several times. */
export const windowTexts = texts('vote-window', {
  today: 'today',
  /** From twice on. */
  votes: ['Double votes', 'Triple votes', 'Fourfold votes', 'Fivefold votes'],
});
