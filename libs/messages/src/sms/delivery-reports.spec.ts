import { readReport } from './delivery-reports.js';

it.each([
  ['arkesel', { sms_id: '9b752841', status: 'DELIVERED' }, '9b752841', 'DELIVERED'],
  ['arkesel', { sms_id: '9b752841', status: 'SUBMITTED' }, '9b752841', null],
  ['hubtel', { MessageId: 'd5a2', Status: 'Undelivered' }, 'd5a2', 'FAILED'],
  ['hubtel', { messageId: 'd5a2', status: 'Delivered' }, 'd5a2', 'DELIVERED'],
  ['mnotify', { _id: 'A59C', status: 'NOT_DELIVERED' }, 'A59C', 'FAILED'],
  ['mnotify', { _id: 20180308, status: 'Expired' }, '20180308', 'FAILED'],
] as const)(
  'a delivery report of %s %j says what became of a message',
  (provider, fields, messageId, state) => expect(readReport(provider, fields)).toEqual({ messageId, state }),
);

it.each(['DELIVERED', 'Delivered', ' delivered ', 'DELIVRD', 'DeliveredToTerminal', 'DELIVERED_TO_HANDSET'])(
  'a delivery report of the state "%s" is final: delivered',
  (status) => expect(readReport('arkesel', { sms_id: '1', status })?.state).toBe('DELIVERED'),
);

it.each([
  'Pending delivery',
  'OUT_FOR_DELIVERY',
  'DELIVERED_TO_OPERATOR',
  'DeliveredToNetwork',
  'DELIVERING',
])('a delivery report of the state "%s" is of a message on the way', (status) =>
  expect(readReport('arkesel', { sms_id: '1', status })?.state).toBeNull(),
);

it.each([
  {},
  { sms_id: '1' },
  { status: 'DELIVERED' },
  { sms_id: {}, status: 'x' },
  { sms_id: 'x'.repeat(101), status: 'x' },
  { sms_id: 'x\0y', status: 'x' },
])('a delivery report is none without id and status: %j', (fields) =>
  expect(readReport('arkesel', fields)).toBeNull(),
);
