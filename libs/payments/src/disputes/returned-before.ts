/** SQL: what went back of a payment by anything but this dispute, in pesewas. @param dispute SQL of its id, or a parameter */
export const returnedBefore = (payment: string, dispute: string): string =>
  `(SELECT coalesce(sum(r.amount_pesewas), 0)::bigint FROM money_returns r
    WHERE r.payment_id = ${payment} AND (r.source, r.source_id) IS DISTINCT FROM ('DISPUTE', (${dispute})::text))`;
