import type { Transaction } from '../core/model.js';
import { moneyTaken } from '../provider/payments.js';
import { webAddress } from '../provider/request.js';

function cancelAddress({ metadata }: Transaction): string | null {
  if (typeof metadata !== 'object' || metadata === null || !('cancel_action' in metadata)) return null;
  return webAddress(metadata.cancel_action);
}

/**
 * Where the browser goes after the payment was decided: `callback_url?trxref=R&reference=R`, or the merchant's
 * `cancel_action` when the payer cancelled.
 * @returns null when the merchant gave no address: the payer is then never sent back
 */
export function returnAddress(transaction: Transaction, cancelled: boolean): string | null {
  const cancel = cancelled && !moneyTaken(transaction) ? cancelAddress(transaction) : null;
  if (cancel) return cancel;
  if (!transaction.callbackUrl) return null;
  const address = new URL(transaction.callbackUrl);
  address.searchParams.set('trxref', transaction.reference);
  address.searchParams.set('reference', transaction.reference);
  return address.toString();
}

/** Origins the page's forms may end at. Browsers hold `form-action` against redirects as well. */
export function formOrigins(transaction: Transaction): string[] {
  const addresses = [transaction.callbackUrl, cancelAddress(transaction)].filter(
    (address) => address !== null,
  );
  return [...new Set(addresses.map((address) => new URL(address).origin))];
}
