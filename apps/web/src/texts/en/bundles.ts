import { plural, texts } from '../catalogue.js';

export const bundleTexts = texts('bundles', {
  title: 'Bundles',
  votes: (count: number) => plural(count, { one: '# vote', other: '# votes' }),
  save: (amount: string) => `save ${amount}`,
});
