import { plural } from '@abato/contracts';

export const nomineeSearchTexts = {
  search: 'Search by name or code',
  found: (count: number) => plural(count, { one: '# nominee found', other: '# nominees found' }),
  notFound: 'No nominee has this name.',
};
