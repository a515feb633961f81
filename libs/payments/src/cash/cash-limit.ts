import { formatCedis, MAX_CASH_PESEWAS } from '@abato/contracts';

/** Of one entry of cash: the provider's maximum holds for payments through the provider only. */
export const CASH_LIMIT = {
  most: MAX_CASH_PESEWAS,
  message: `Cash of one entry can be at most ${formatCedis(MAX_CASH_PESEWAS / 100)}.`,
} as const;
