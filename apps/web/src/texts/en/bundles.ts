export const bundleTexts = {
  title: 'Bundles',
  votes: (count: string) => `${count} votes`,
  save: (amount: string) => `save ${amount}`,
};
