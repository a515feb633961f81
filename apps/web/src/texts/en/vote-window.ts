/** Announces when paid votes count several times. */
export const windowTexts = {
  today: 'today',
  /** From twice on. */
  votes: ['Double votes', 'Triple votes', 'Fourfold votes', 'Fivefold votes'],
};
