/** Bodies in the shapes of the provider's documentation, with invented people. For tests. */

const reference = 'A-7N42DGM5TFLNXR5C5TCD6ZQ1C0';

export const mobileMoneySuccess = {
  id: 5_000_000_123,
  domain: 'live',
  status: 'success',
  reference,
  receipt_number: null,
  amount: 500,
  message: 'madePayment',
  gateway_response: 'Approved',
  paid_at: '2026-11-21T20:01:02.000Z',
  created_at: '2026-11-21T20:00:00.000Z',
  channel: 'mobile_money',
  currency: 'GHS',
  ip_address: '154.160.0.10',
  metadata: '',
  log: null,
  fees: 10,
  fees_split: null,
  authorization: {
    authorization_code: 'AUTH_1',
    bin: '055XXX',
    last4: 'X987',
    exp_month: '12',
    exp_year: '9999',
    channel: 'mobile_money',
    bank: 'MTN Mobile Money',
    country_code: 'GH',
    reusable: false,
    signature: null,
    account_name: null,
  },
  customer: { id: 1, email: 'ama@example.com', customer_code: 'CUS_1', phone: '0551234987', metadata: null },
  plan: null,
  split: {},
  requested_amount: 500,
  transaction_date: '2026-11-21T20:00:00.000Z',
};

export const chargeSuccess = { event: 'charge.success', data: mobileMoneySuccess };

export const refund = (status: string, amount: string | number) => ({
  event: `refund.${status}`,
  data: {
    status,
    transaction_reference: reference,
    refund_reference: 'RF-1',
    amount,
    currency: 'GHS',
    processor: 'mpgs_zen',
    customer: { first_name: null, last_name: null, email: 'ama@example.com' },
    integration: 1,
    domain: 'live',
  },
});

export const dispute = (event: string, resolution: string | null) => ({
  event,
  data: {
    id: 2,
    refund_amount: 500,
    status: resolution ? 'resolved' : 'awaiting-merchant-feedback',
    resolution,
    transaction: mobileMoneySuccess,
    dueAt: '2026-11-23T20:00:00.000Z',
  },
});
