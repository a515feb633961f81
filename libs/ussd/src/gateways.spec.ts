import { dialledInputs, GATEWAYS } from './gateways.js';

/** Requests as the gateways' documentation and samples show them. */
const goesOn = { text: 'How many votes?', goesOn: true };
const over = { text: 'Thank you!', goesOn: false };

const gateway = GATEWAYS.africastalking;
const body = {
  sessionId: 'ATUid_a1b2',
  phoneNumber: '+233241234567',
  networkCode: '62001',
  serviceCode: '*713#',
  text: '4821*5',
};

it("Africa's Talking sends everything that was typed, joined by stars", () => {
  expect(gateway.read(body)).toEqual({
    sessionId: 'ATUid_a1b2',
    phone: '+233241234567',
    network: 'mtn',
    input: { kind: 'all', inputs: ['4821', '5'] },
  });
  expect(gateway.read({ ...body, text: '' })?.input).toEqual({ kind: 'all', inputs: [] });
});

it("Africa's Talking is answered with CON or END before the text", () => {
  expect(gateway.write(goesOn, body)).toEqual({
    type: 'text/plain; charset=utf-8',
    body: 'CON How many votes?',
  });
  expect(gateway.write(over, body).body).toBe('END Thank you!');
});

it("Africa's Talking reports the end of a session without a text", () => {
  const { text: _, ...report } = body;
  expect(gateway.read({ ...report, status: 'Success', cost: '0.05' })?.input).toEqual({ kind: 'gone' });
});

describe('Arkesel', () => {
  const gateway = GATEWAYS.arkesel;
  const body = {
    sessionID: '1234-5678',
    userID: 'U1',
    newSession: true,
    msisdn: '233241234567',
    userData: '*713*4821#',
    network: 'MTN',
  };

  it('begins with the dialled string and goes on with single inputs', () => {
    expect(gateway.read(body)).toEqual({
      sessionId: '1234-5678',
      phone: '233241234567',
      network: 'mtn',
      input: { kind: 'dial', text: '*713*4821#' },
    });
    expect(gateway.read({ ...body, newSession: false, userData: '5' })?.input).toEqual({
      kind: 'next',
      text: '5',
      sequence: null,
    });
  });

  it('is answered with message and continueSession', () => {
    expect(JSON.parse(gateway.write(goesOn, body).body)).toEqual({
      sessionID: '1234-5678',
      userID: 'U1',
      msisdn: '233241234567',
      message: 'How many votes?',
      continueSession: true,
    });
    expect(JSON.parse(gateway.write(over, body).body)).toMatchObject({ continueSession: false });
  });
});

describe('Nalo', () => {
  const gateway = GATEWAYS.nalo;
  const body = {
    USERID: 'NALOTest',
    MSISDN: '233204567890',
    USERDATA: '*713#',
    MSGTYPE: true,
    NETWORK: 'VODAFONE',
    SESSIONID: '16315344',
  };

  it('begins with MSGTYPE true', () => {
    expect(gateway.read(body)).toEqual({
      sessionId: '16315344',
      phone: '233204567890',
      network: 'telecel',
      input: { kind: 'dial', text: '*713#' },
    });
    expect(gateway.read({ ...body, MSGTYPE: false, USERDATA: '4821', NETWORK: 'AIRTELTIGO' })).toMatchObject({
      network: 'at',
      input: { kind: 'next', text: '4821' },
    });
  });

  it('is answered with MSG, and MSGTYPE false at the end', () =>
    expect(JSON.parse(gateway.write(over, body).body)).toEqual({
      USERID: 'NALOTest',
      MSISDN: '233204567890',
      MSG: 'Thank you!',
      MSGTYPE: false,
    }));
});

describe('Hubtel', () => {
  const gateway = GATEWAYS.hubtel;
  const body = {
    SessionId: '3c796dac28174f739de4262d08409c51',
    ServiceCode: '713',
    Type: 'Initiation',
    Message: '*713#',
    Operator: 'mtn',
    Platform: 'USSD',
    Mobile: '233241234567',
    ClientState: '',
    Sequence: 1,
  };

  it('counts its requests and says what they are', () => {
    expect(gateway.read(body)).toEqual({
      sessionId: '3c796dac28174f739de4262d08409c51',
      phone: '233241234567',
      network: 'mtn',
      input: { kind: 'dial', text: '*713#' },
    });
    expect(gateway.read({ ...body, Type: 'Response', Message: '4821', Sequence: 2 })?.input).toEqual({
      kind: 'next',
      text: '4821',
      sequence: 2,
    });
    for (const Type of ['Release', 'Timeout', 'AddToCart', 'Query'])
      expect(gateway.read({ ...body, Type })?.input).toEqual({ kind: 'gone' });
  });

  it('is answered with Response while it goes on and Release at the end', () => {
    expect(JSON.parse(gateway.write(goesOn, body).body)).toMatchObject({
      SessionId: body.SessionId,
      Type: 'Response',
      Message: 'How many votes?',
      DataType: 'input',
    });
    expect(JSON.parse(gateway.write(over, body).body)).toMatchObject({
      Type: 'Release',
      DataType: 'display',
    });
  });
});

it.each(Object.keys(GATEWAYS) as (keyof typeof GATEWAYS)[])(
  'a body of no gateway is refused by %s',
  (name) => {
    const fields = [
      'sessionId',
      'phoneNumber',
      'text',
      'sessionID',
      'msisdn',
      'userData',
      'SESSIONID',
      'MSISDN',
      'USERDATA',
    ];
    const all = [...fields, 'SessionId', 'Mobile', 'Message', 'Type'];
    for (const value of [null, {}, [], '', 'x'.repeat(300), Number.NaN, true])
      expect(GATEWAYS[name].read(Object.fromEntries(all.map((field) => [field, value])))).toBeNull();
  },
);

it.each([
  ['*713#', []],
  ['*713*#', []],
  ['713', []],
  ['', []],
  ['*713*4821#', ['4821']],
  ['*713*4821*5#', ['4821', '5']],
  ['4821*5', ['4821', '5']],
  ['*713*7*4821#', ['7', '4821']],
  ['*920*44#', []],
])('a dialled string %s has the inputs %j', (text, inputs) =>
  expect(dialledInputs(text, '*713#')).toEqual(inputs),
);

it('a dialled string of a code with an extension has those behind it', () => {
  expect(dialledInputs('*920*44*4821*5#', '*920*44#')).toEqual(['4821', '5']);
  expect(dialledInputs('*920*44#', '*920*44#')).toEqual([]);
});
