/** Of votes whose money went back, or a part of it. */
export const afterRefundText = (cast: string, counted: string, returned: string) =>
  `${cast} cast, ${counted} counted after a refund of ${returned}`;
