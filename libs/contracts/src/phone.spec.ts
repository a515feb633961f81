import {
  isAssignedPhone,
  isMobilePhone,
  localPhone,
  maskEmail,
  maskPhone,
  normalisePhone,
  suggestNetwork,
  VALID_PHONE,
} from './phone.js';

it.each(['+233241234567', '0241234567', '024 123 4567', '+233 24 123 4567', '024-123-4567'])(
  'the phone library reads %s',
  (input) => expect(normalisePhone(input)).toBe('+233241234567'),
);

it.each([
  '241234567',
  '+234241234567',
  '0641234567',
  '02412345678',
  '',
  'phone',
  '+23324123456７',
  'x0241234567',
])('the phone library refuses %s', (input) => expect(normalisePhone(input)).toBeNull());

it('the phone library takes landlines for voting but not for mobile money', () => {
  const landline = normalisePhone('0302123456');
  expect(landline).toBe('+233302123456');
  expect(isMobilePhone(landline as string)).toBe(false);
  expect(isMobilePhone('+233551234987')).toBe(true);
});

it.each([
  '024',
  '025',
  '053',
  '054',
  '055',
  '0591',
  '020',
  '050',
  '026',
  '027',
  '056',
  '057',
  '023',
  '028',
  '029',
  '030',
  '039',
])('the phone library knows that numbers from %s on are in use', (prefix) =>
  expect(isAssignedPhone(`+233${prefix.slice(1).padEnd(9, '1')}`)).toBe(true),
);

it.each(['021', '022', '040', '049', '051', '052', '058', '0590'])(
  'the phone library knows that no number from %s on was given to anyone',
  (prefix) => expect(isAssignedPhone(`+233${prefix.slice(1).padEnd(9, '1')}`)).toBe(false),
);

it('the phone library suggests the network by prefix', () => {
  const networks = { mtn: [24, 25, 53, 54, 55, 59], telecel: [20, 50], at: [23, 26, 27, 56, 57] };
  for (const [network, prefixes] of Object.entries(networks)) {
    for (const prefix of prefixes) expect(suggestNetwork(`+233${prefix}1234567`)).toBe(network);
  }
  expect(suggestNetwork('+233302123456')).toBeNull();
});

it('numbers with a digit too many or something in front are in no range', () => {
  for (const known of ['+233241234567', '+233302123456']) {
    expect([isAssignedPhone(known), isAssignedPhone(`${known}8`), isAssignedPhone(`x${known}`)]).toEqual([
      true,
      false,
      false,
    ]);
  }
  expect([isMobilePhone('+2332412345678'), isMobilePhone('x+233241234567')]).toEqual([false, false]);
});

it('phone numbers are written for the provider as they are dialled in Ghana', () =>
  expect(localPhone('+233241234567')).toBe('0241234567'));

it('phone numbers are refused with an example that would be taken', () =>
  expect(normalisePhone(/\d[\d ]+/.exec(VALID_PHONE)?.[0] ?? '')).toBe('+233241234567'));

it('the phone library masks so that the owner recognises it and no one else can call it', () => {
  expect(maskPhone('+233241234567')).toBe('+233 24 *** **67');
  expect(maskEmail('kofi@example.com')).toBe('k***@example.com');
  expect(maskEmail('k@example.com')).toBe('k***@example.com');
  expect([maskEmail('no-address'), maskEmail('@example.com')]).toEqual(['***', '***']);
});
