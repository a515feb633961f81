import type { ChargePaymentResult } from '@abato/contracts';
import { aContest, sql } from '../support/builders.js';
import { ApiClient } from '../support/http.js';
import { castPaid, initialize, ledgerOf, verify, waitForState } from '../support/payments.js';
import { phonesOf, typed } from '../support/phones.js';
import { SimulatorControl } from '../support/simulator.js';
import { secondsSinceFirst } from '../support/stored-times.js';
import { waitFor } from '../support/wait-for.js';

const api = new ApiClient();
const simulator = new SimulatorControl();

const contest = await aContest().paid('1.00').save();
const nextPhone = phonesOf('payments-charge');

/** A number of its own, so that no test takes another's script or its prompts; the simulator's wallet answers by hand only. */
const testPhone = (): string => typed(nextPhone('9100'));

const charge = (voteId: string, phoneNumber: string, network: string) =>
  api.post<ChargePaymentResult>('/payments/paystack/charge', { voteId, phoneNumber, network });
const step = async (reference: string) =>
  (await api.get<ChargePaymentResult>(`/payments/paystack/charge/${reference}`)).data;

it('paying by mobile money without a page asks for approval on the phone, counts once, and says when it is done', async () => {
  const voteId = await castPaid(contest, { voteCount: 2 });
  const begun = await charge(voteId, '0551234987', 'mtn');
  expect(begun.status).toBe(201);
  expect(begun.data).toMatchObject({ step: 'approve_on_phone' });
  expect(begun.data.message).toContain('*170#');
  await waitForState(begun.data.reference, 'COMPLETED');
  expect((await step(begun.data.reference)).step).toBe('done');
  expect(await ledgerOf(voteId)).toEqual([2]);
  expect((await verify(begun.data.reference)).success).toBe(true);
  expect((await simulator.show(begun.data.reference)).data).toMatchObject({
    amount: 200,
    channel: 'mobile_money',
  });
});

it('paying by mobile money without a page asks for a voucher with Telecel, again when it is wrong', async () => {
  const started = await charge(await castPaid(contest), '0201239999', 'telecel');
  const { reference } = started.data;
  expect(started.data).toMatchObject({
    step: 'enter_voucher',
    message: 'Please dial *110# to generate a voucher code. Then input the voucher',
  });
  const otp = (code: string) =>
    api.post<ChargePaymentResult>(`/payments/paystack/charge/${reference}/otp`, { otp: code });
  expect((await otp('')).message).toBe('Voucher code is required');
  const wrong = await otp('000000');
  expect(wrong.data.step).toBe('enter_voucher');
  expect(wrong.data.message).toContain('not correct');
  expect(await otp('123456')).toMatchObject({ status: 200, data: { step: 'approve_on_phone' } });
  expect((await otp('123456')).status).toBe(409);
  await simulator.complete(reference);
  await waitForState(reference, 'COMPLETED');
});

it.each([
  ['enter_pin', 'send_pin', 'pin', { pin: '1234' }, { pin: '12a4' }],
  ['enter_phone', 'send_phone', 'phone', { phone: '0241234567' }, { phone: 'x' }],
  ['enter_birthday', 'send_birthday', 'birthday', { birthday: '1990-04-23' }, { birthday: '1990-02-31' }],
  [
    'enter_address',
    'send_address',
    'address',
    { address: '1 Ring Road', city: 'Accra', state: 'Greater Accra', zipCode: 'GA-1' },
    { address: '1 Ring Road', city: 'Accra', state: 'Greater Accra' },
  ],
])(
  'paying by mobile money without a page asks for what the provider asks for (%s)',
  async (name, status, path, answer, incomplete) => {
    const phone = testPhone();
    await simulator.next({ charge: status, displayText: `Please give your ${path} now`, payer: phone });
    const { reference, ...asked } = (await charge(await castPaid(contest), phone, 'mtn')).data;
    expect(asked).toEqual({ step: name, message: `Please give your ${path} now` });
    // Verification has words of its own, which must not take the place of the question.
    await verify(reference);
    expect(await step(reference)).toEqual({ reference, ...asked });
    const send = (body: object, where = path) =>
      api.post<ChargePaymentResult>(`/payments/paystack/charge/${reference}/${where}`, body);
    expect((await send(incomplete)).code).toBe('VALIDATION_FAILED');
    expect((await send({ otp: '123456' }, 'otp')).status).toBe(409);
    expect(await send(answer)).toMatchObject({ status: 200, data: { step: 'approve_on_phone' } });
    expect((await send(answer)).status).toBe(409);
    await simulator.complete(reference);
    await waitForState(reference, 'COMPLETED');
  },
);

it('paying by mobile money without a page leads to the page of the payer’s bank, and names the reason of a refusal in the data of its answer', async () => {
  const [atBank, refused] = [testPhone(), testPhone()];
  await simulator.next({ charge: 'open_url', payer: atBank });
  const bank = (await charge(await castPaid(contest), atBank, 'mtn')).data;
  expect(bank).toMatchObject({ step: 'open_page', url: 'https://standard.paystack.co/close' });
  expect(await step(bank.reference)).toEqual(bank);
  await simulator.next({ charge: 'send_pin', refusesAnswer: true, payer: refused });
  const { reference } = (await charge(await castPaid(contest), refused, 'mtn')).data;
  const path = `/payments/paystack/charge/${reference}/pin`;
  const answer = await api.post<ChargePaymentResult>(path, { pin: '1234' });
  expect(answer.data).toMatchObject({ step: 'failed' });
  expect(answer.data.message).toContain('not enough balance');
});

it('paying by mobile money without a page tells the provider’s dashboard what is paid for', async () => {
  const { reference } = (await charge(await castPaid(contest, { voteCount: 3 }), testPhone(), 'mtn')).data;
  const { metadata } = (await simulator.show(reference)).data as { metadata: { custom_fields: object[] } };
  expect(metadata.custom_fields).toMatchObject([
    { variable_name: 'contest', value: contest.title },
    { variable_name: 'nominee', value: contest.contestant.name },
    { variable_name: 'votes', value: '3' },
  ]);
});

it('paying by mobile money without a page tells of a voucher that the provider wants only after a while', async () => {
  const begun = await charge(await castPaid(contest), '0241230008', 'mtn');
  const { reference } = begun.data;
  expect(begun.data.step).toBe('wait');
  await waitFor(
    async () => {
      await verify(reference);
      return (await step(reference)).step === 'enter_voucher';
    },
    { withinMs: 120_000, what: 'the voucher to be asked for' },
  );
  await api.post(`/payments/paystack/charge/${reference}/otp`, { otp: '123456' });
  await waitForState(reference, 'COMPLETED');
});

it('paying by mobile money without a page names the reason when there is not enough balance', async () => {
  const begun = await charge(await castPaid(contest), '0241230001', 'mtn');
  const failed = await waitFor(async () => {
    const now = await step(begun.data.reference);
    if (now.step !== 'failed') await verify(begun.data.reference);
    return now.step === 'failed' && now;
  });
  expect(failed.message).toBe('There is not enough balance, or a limit of the wallet or card was reached.');
});

it('paying by mobile money without a page never asks twice while a prompt may be on the phone', async () => {
  const voteId = await castPaid(contest);
  const first = await charge(voteId, '0241230003', 'mtn');
  const second = await charge(voteId, '0241230003', 'mtn');
  expect(second.data).toEqual(first.data);
  const page = await initialize(voteId);
  expect([page.status, page.code]).toEqual([409, 'CONFLICT']);
  const seconds = Number(page.headers.get('retry-after'));
  expect(seconds).toBeGreaterThanOrEqual(179 - (await secondsSinceFirst('payments', [voteId])));
  expect(await sql`SELECT FROM payments WHERE vote_id = ${voteId}`).toHaveLength(1);
});

it('paying by mobile money without a page takes mobile numbers only', async () => {
  const voteId = await castPaid(contest);
  expect((await charge(voteId, '0302123456', 'mtn')).code).toBe('PHONE_NOT_MOBILE');
  expect((await charge(voteId, '0241234567', 'glo')).code).toBe('VALIDATION_FAILED');
  expect((await api.get('/payments/paystack/charge/A-unknown')).code).toBe('PAYMENT_NOT_FOUND');
});
