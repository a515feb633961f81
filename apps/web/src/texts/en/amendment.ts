import { plural } from '@abato/contracts';

/** Rules that were changed after they had been sealed. */
export const amendmentTexts = {
  amended: (when: string) => `The rules were changed on ${when}.`,
  because: (reason: string) => `Reason: “${reason}”`,
  noReason: 'No reason was given.',
  earlier: (count: number) => plural(count, { one: '(# change before.)', other: '(# changes before.)' }),
  corrected: (count: number) =>
    plural(count, {
      one: 'The final result was corrected once; what it was before is on the audit page.',
      other: 'The final result was corrected # times; what it was before is on the audit page.',
    }),
};
