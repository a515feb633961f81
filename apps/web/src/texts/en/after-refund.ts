import { texts } from '../catalogue.js';

/** Of votes whose money went back, or a part of it. */
export const afterRefundTexts = texts('after-refund', {
  votes: (cast: string, counted: string, returned: string) =>
    `${cast} cast, ${counted} counted after a refund of ${returned}`,
});
