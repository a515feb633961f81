import { smsParts } from '@abato/contracts';
import { refundSms } from '../money-mails.js';
import { receiptSms } from '../receipt.js';
import { codeSms } from './code-sms.service.js';

const LONGEST = {
  code: '0000-0000-0000',
  votes: 100_000,
  amountPesewas: 1_000_000,
  publicUrl: 'https://vote.a-long-name.example',
  contestantName: 'A'.repeat(255),
};
const refund = (event: 'REFUNDED' | 'REFUND_DELAYED') =>
  refundSms({ event, reference: `A-${'0'.repeat(26)}`, amountPesewas: 1_000_000, currency: 'GHS' });

it('each SMS is one message, with the longest values', () => {
  const texts = [
    codeSms('000000', LONGEST.publicUrl),
    receiptSms(LONGEST),
    receiptSms({ ...LONGEST, publicUrl: `https://${'x'.repeat(200)}` }),
    refund('REFUNDED'),
    refund('REFUND_DELAYED'),
  ];
  expect(texts.filter((text) => smsParts(text) > 1)).toEqual([]);
  for (const text of texts) expect(text).toMatch(/0{4}/);
});
