import type { Transaction } from '../core/model.js';
import { moneyTaken } from './payments.js';
import { NETWORKS } from './test-numbers.js';
import { transactionData } from './transaction-data.js';

/** A direct charge as `POST /charge`, `POST /charge/submit_otp` and `GET /charge/:reference` show it. */
export function chargeData(transaction: Transaction): Record<string, unknown> {
  const { reference, prompt } = transaction;
  if (moneyTaken(transaction) || !prompt) return transactionData(transaction, 'api');
  if (prompt.state === 'timeout') return { reference, status: 'timeout', message: transaction.message };
  if (transaction.status === 'failed') return { reference, status: 'failed', message: transaction.message };
  switch (prompt.state) {
    case 'pending':
      return { reference, status: 'pending' };
    case 'send_otp':
      return {
        reference,
        status: 'send_otp',
        display_text:
          prompt.wrongOtps > 0
            ? 'The voucher code is not correct. Please try again'
            : `Please dial ${NETWORKS[prompt.network].dial} to generate a voucher code. Then input the voucher`,
      };
    case 'pay_offline':
      return {
        reference,
        status: 'pay_offline',
        display_text: 'Please complete authorization process on your mobile phone',
      };
  }
}
