/** Rules that were changed after they had been sealed. */
export const amendmentTexts = {
  amended: (when: string) => `The rules were changed on ${when}.`,
  because: (reason: string) => `Reason: “${reason}”`,
  noReason: 'No reason was given.',
  earlier: (count: number) => `(${count} ${count === 1 ? 'change' : 'changes'} before.)`,
};
