import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { seedOf } from '../support/seed.js';
import { testState } from '../support/state.js';
import { sendToGateway, USSD_GATEWAYS, type UssdGateway } from '../support/ussd.js';

/** What is answered when a request has failed inside. */
const FAILED = 'Something went wrong';

async function expectNoFailure(answer: Response): Promise<void> {
  expect(answer.status).toBeLessThan(500);
  expect(await answer.text()).not.toContain(FAILED);
}

describe('the route of the gateways', () => {
  it('is there for the right secret and known gateways only', async () => {
    const body = JSON.stringify({
      sessionID: 'x',
      msisdn: '233241234567',
      newSession: true,
      userData: '*713#',
    });
    const ask = (gateway: string, secret: string) =>
      sendToGateway(gateway, body, 'application/json', secret).then(({ status }) => status);
    expect(await ask('arkesel', 'local')).toBe(200);
    for (const secret of ['locaL', 'loca', 'local1', '%20']) expect(await ask('arkesel', secret)).toBe(404);
    expect(await ask('twilio', 'local')).toBe(404);
  });

  it('answers anything without an error of its own', async () => {
    const fields = fc.constantFrom(
      'sessionId',
      'phoneNumber',
      'text',
      'networkCode',
      'sessionID',
      'msisdn',
      'userData',
      'newSession',
      'SESSIONID',
      'MSISDN',
      'USERDATA',
      'MSGTYPE',
      'SessionId',
      'Mobile',
      'Message',
      'Type',
      'Sequence',
    );
    const value = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.constantFrom(
        '233241234567',
        '+233241234567',
        '*713*7#',
        '*713*0*1*1#',
        '0*0*0*1',
        'Initiation',
        'Response',
      ),
      fc.constantFrom(null, true, false, {}, [], 1, -1, 1e300, 'x\0y'),
    );
    const gateways = fc.constantFrom(...USSD_GATEWAYS);
    await fc.assert(
      fc.asyncProperty(
        gateways,
        fc.dictionary(fields, value, { minKeys: 2 }),
        fc.boolean(),
        async (gateway: UssdGateway, fieldsOf, asForm) => {
          const texts = Object.entries(fieldsOf).map(([name, one]): [string, string] => [
            name,
            typeof one === 'string' ? one : JSON.stringify(one),
          ]);
          const form = new URLSearchParams(texts).toString();
          const answer = asForm
            ? await sendToGateway(gateway, form, 'application/x-www-form-urlencoded')
            : await sendToGateway(gateway, JSON.stringify(fieldsOf));
          await expectNoFailure(answer);
        },
      ),
      { numRuns: 60, seed: seedOf('ussd-gateways') },
    );
    for (const body of ['', '{', '[]', 'null', '\xff', 'a'.repeat(20_000)]) {
      await expectNoFailure(await sendToGateway('arkesel', body));
      await expectNoFailure(await sendToGateway('africastalking', body, 'application/x-www-form-urlencoded'));
    }
    // Whole requests, which random fields seldom are: what is typed reaches the session.
    const typed = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.constantFrom('0', '1', '7', '123456'),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(typed, { minLength: 1, maxLength: 5 }), async (inputs) => {
        const session = { sessionID: randomUUID(), msisdn: '233241234567', network: 'MTN' };
        const send = (newSession: boolean, userData: string) =>
          sendToGateway('arkesel', JSON.stringify({ ...session, newSession, userData }));
        await expectNoFailure(await send(true, '*713#'));
        for (const input of inputs) await expectNoFailure(await send(false, input));
      }),
      { numRuns: 20, seed: seedOf('ussd-gateways') },
    );
    // A form is for this route only.
    const elsewhere = await fetch(`${testState().baseUrl}/api/votes/cast`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'a=1',
    });
    expect(elsewhere.status).toBe(415);
  });
});
