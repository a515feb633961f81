import { texts } from '../catalogue.js';

export const contestNotFoundTexts = texts('contest-not-found', {
  title: 'Contest not found',
  text: 'It may have been taken down, or the link is not complete.',
  back: 'Back to Contests',
});
