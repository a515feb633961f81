import { afterAll, afterEach, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import { CODE_VALID_MS } from '@abato/contracts';
import { AnsweringServer } from '../../../../../test/support/answering-server';
import { codeFor, forgetProof, proofFor } from './phone-proof';

const ASK = '/voters/verification';
const server = new AnsweringServer();
beforeAll(() => server.start());
afterAll(() => server.stop());

let now = Date.now();
let ids = 0;
let phone: string;
beforeEach(() => {
  // Proofs are kept by number as long as the page is open.
  phone = `02412345${10 + ids}`;
  jest.spyOn(Date, 'now').mockImplementation(() => now);
  answerWith(201);
});
afterEach(() => void jest.restoreAllMocks());

/** Dialling is offered with this status, or refused; a code is always sent. */
function answerWith(status: number, code = ''): void {
  server.begin({
    [ASK]: ({ body }) => {
      const id = `proof-${++ids}`;
      if (body['channel'] === 'sms') return [202, { id }];
      return status < 400 ? [status, { id, ussd: '*713*1#' }] : [status, { code, message: 'No' }];
    },
  });
}
const channels = (): unknown[] => server.asked.map(({ body }) => body['channel']);

it('a proof of a number is a number to dial, and the same one while it is under way, however the phone is written', async () => {
  const first = await proofFor('contest', phone);
  expect(first).toMatchObject({ dial: '*713*1#', until: now + CODE_VALID_MS });
  expect(await proofFor('contest', phone)).toBe(first);
  expect(await proofFor('contest', `+233${phone.slice(1)}`)).toBe(first);
  expect(channels()).toEqual(['ussd']);
});

it('a proof of a number is another one for another contest, when it is asked for again, when it was used and when its time is over', async () => {
  const first = await proofFor('contest', phone);
  const others = [await proofFor('other', phone), await proofFor('contest', phone, true)];
  forgetProof(others[1] ?? first);
  others.push(await proofFor('contest', phone));
  now += CODE_VALID_MS;
  others.push(await proofFor('contest', phone));
  expect(new Set([first, ...others].map(({ id }) => id)).size).toBe(5);
});

it.each(['CONFLICT', 'RATE_LIMITED'])(
  'a proof of a number is a code by SMS where dialling is refused with %s',
  async (code) => {
    answerWith(409, code);
    const proof = await proofFor('contest', phone);
    expect(proof.dial).toBeNull();
    expect(channels()).toEqual(['ussd', 'sms']);
    // What is on its way is waited for: no second message.
    expect(await proofFor('contest', phone)).toBe(proof);
    expect(channels()).toHaveLength(2);
  },
);

it('a proof of a number sends no message when the server refuses the vote’s contest', async () => {
  answerWith(409, 'CONTEST_PAUSED');
  await expect(proofFor('contest', phone)).rejects.toMatchObject({ code: 'CONTEST_PAUSED' });
  expect(channels()).toEqual(['ussd']);
});

it('a proof of a number by SMS replaces the number to dial', async () => {
  await proofFor('contest', phone);
  const code = await codeFor('contest', phone);
  expect([code.dial, await proofFor('contest', phone)]).toEqual([null, code]);
});
