import { LANGUAGES, mailTexts, smsParts, smsTexts, speakGenerated } from '@abato/contracts';
import { refundLetter, refundSms } from '../money-letters.js';
import { receiptLetter, receiptSms } from '../receipt.js';
import { codeSms } from './verification-code.js';

const LONGEST = {
  code: '0000-0000-0000',
  votes: 100_000,
  amountPesewas: 1_000_000,
  publicUrl: 'https://vote.a-long-name.example',
  contestantName: 'A'.repeat(255),
};
const refund = (event: 'REFUNDED' | 'REFUND_DELAYED') =>
  refundSms({ event, reference: `A-${'0'.repeat(26)}`, amountPesewas: 1_000_000, currency: 'GHS' });

describe.each(Object.entries(LANGUAGES))('each SMS in the language %s', (_, { sms }) => {
  const english = { ...smsTexts };
  beforeAll(() => Object.assign(smsTexts, sms));
  afterAll(() => Object.assign(smsTexts, english));

  it('is one message, with the longest values', () => {
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
});

describe('in the generated language', () => {
  beforeAll(() => {
    speakGenerated(smsTexts, 'digits');
    speakGenerated(mailTexts, 'digits');
  });

  it('no SMS says a text that does not come from the catalogue', () => {
    const site = 'https://1.2.3.4';
    const texts = [
      codeSms('000000', site).replace('@1.2.3.4', ''),
      receiptSms({ ...LONGEST, contestantName: '999', publicUrl: site }),
      refund('REFUNDED'),
      refund('REFUND_DELAYED'),
    ];
    expect(texts.filter((text) => /[a-z]/i.test(text))).toEqual([]);
  });

  it('no mail to a voter says one either', () => {
    const receipt = { ...LONGEST, contestantName: '999', contestTitle: '888', reference: '7' };
    const mails = [
      receiptLetter({
        ...receipt,
        countedAt: new Date('2026-11-21T20:01:02Z'),
        publicUrl: 'https://1.2.3.4',
      }),
      ...(['REFUNDED', 'REFUNDED_PART', 'REFUND_DELAYED'] as const).map((event) =>
        refundLetter({ event, reference: '7-7', amountPesewas: 100, currency: 'GHS' }),
      ),
    ];
    const said = mails.map(({ subject, body }) =>
      `${subject} ${body}`.replace(/GHS|https|find-my-vote|\/r\//g, ''),
    );
    expect(new Set(said).size).toBe(4);
    expect(said.filter((text) => /[a-z]/i.test(text))).toEqual([]);
  });
});
