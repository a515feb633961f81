export const contestNotFoundTexts = {
  title: 'Contest not found',
  text: 'It may have been taken down, or the link is not complete.',
  back: 'Back to Contests',
};
