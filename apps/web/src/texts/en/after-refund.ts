/** Of votes whose money went back, or a part of it. */
export const afterRefundTexts = {
  votes: (cast: string, counted: string, returned: string) =>
    `${cast} cast, ${counted} counted after a refund of ${returned}`,
};
