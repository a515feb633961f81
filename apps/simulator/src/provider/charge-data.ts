import type { Prompt, Transaction } from '../core/model.js';
import { moneyTaken } from './payments.js';
import { NETWORKS } from './test-numbers.js';
import { transactionData } from './transaction-data.js';

/** A direct charge as `POST /charge`, `POST /charge/submit_otp` and `GET /charge/:reference` show it. */
export function chargeData(transaction: Transaction): Record<string, unknown> {
  const { reference, prompt } = transaction;
  if (moneyTaken(transaction) || !prompt) return transactionData(transaction, 'api');
  if (prompt.state === 'timeout') return { reference, status: 'timeout', message: transaction.message };
  if (transaction.status === 'failed') return { reference, status: 'failed', message: transaction.message };
  const { state } = prompt;
  const display_text = transaction.script.displayText ?? textOf(prompt);
  switch (state) {
    case 'pending':
      return { reference, status: state };
    // The samples of this one alone have no text.
    case 'send_pin':
      return { reference, status: state, ...(transaction.script.displayText && { display_text }) };
    case 'open_url':
      return { reference, status: state, url: 'https://standard.paystack.co/close' };
    case 'send_address':
      return { reference, status: state, display_text, country_code: 'GH' };
    case 'send_otp':
    case 'send_phone':
    case 'send_birthday':
    case 'pay_offline':
      return { reference, status: state, display_text };
  }
}

function textOf({ state, network, wrongOtps }: Prompt): string {
  switch (state) {
    case 'send_otp':
      return wrongOtps > 0
        ? 'The voucher code is not correct. Please try again'
        : `Please dial ${NETWORKS[network].dial} to generate a voucher code. Then input the voucher`;
    case 'send_phone':
      return 'Please send phone';
    case 'send_birthday':
      return 'Please send your birthday';
    case 'send_address':
      return 'Please send details for address verification';
    default:
      return 'Please complete authorization process on your mobile phone';
  }
}
