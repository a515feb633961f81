export const nomineeSearchTexts = {
  search: 'Search by name or code',
  found: (count: number) => (count === 1 ? '1 nominee found' : `${count} nominees found`),
  notFound: 'No nominee has this name.',
};
