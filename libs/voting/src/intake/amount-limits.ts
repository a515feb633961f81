import { ERROR_MESSAGES, MAX_PAYMENT_PESEWAS, MIN_PAYMENT_PESEWAS } from '@abato/contracts';
import { AppError } from '@abato/platform';

/** How much one vote's payment may be, in pesewas, and what is said about more. */
export interface AmountLimit {
  most: number;
  message?: string;
}
const PROVIDER_LIMIT: AmountLimit = { most: MAX_PAYMENT_PESEWAS };

/** Why a paid vote costs too much or too little to be paid; null when it does not. @param amount pesewas */
export function amountRefusal(amount: number, limit: AmountLimit = PROVIDER_LIMIT): AppError | null {
  if (amount > limit.most) return wrongTotal('AMOUNT_TOO_LARGE', limit.message);
  return amount < MIN_PAYMENT_PESEWAS ? wrongTotal('AMOUNT_TOO_SMALL') : null;
}

/** The total follows from the number of votes: that is the field to change. */
function wrongTotal(
  code: 'AMOUNT_TOO_LARGE' | 'AMOUNT_TOO_SMALL',
  message: string = ERROR_MESSAGES[code],
): AppError {
  return new AppError(code, { message, errors: [{ field: 'voteCount', message }] });
}
