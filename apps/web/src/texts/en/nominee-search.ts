export const nomineeSearchTexts = {
  search: 'Search nominees',
  found: (count: number) => (count === 1 ? '1 nominee found' : `${count} nominees found`),
  notFound: 'No nominee has this name.',
};
