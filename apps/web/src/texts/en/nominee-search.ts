import { plural, texts } from '../catalogue.js';

export const nomineeSearchTexts = texts('nominee-search', {
  search: 'Search by name or code',
  found: (count: number) => plural(count, { one: '# nominee found', other: '# nominees found' }),
  notFound: 'No nominee has this name.',
});
