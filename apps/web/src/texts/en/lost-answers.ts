/** What became of a write whose answer was lost on the way. */
export const lostAnswers = {
  unknown: 'We do not know yet whether this was done.',
  done: 'This may have been done: its answer was lost. Load the page again to see how things stand.',
  title: 'We do not know yet whether this was done',
  text: 'The answer got lost on the way. We keep asking the server; nothing is done twice.',
};
