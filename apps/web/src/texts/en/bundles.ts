import { plural } from '@abato/contracts';

export const bundleTexts = {
  title: 'Bundles',
  votes: (count: number) => plural(count, { one: '# vote', other: '# votes' }),
  save: (amount: string) => `save ${amount}`,
};
