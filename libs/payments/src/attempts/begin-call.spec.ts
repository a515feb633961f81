import { payerFrom } from './begin-call.js';

const VOTE = { voteId: 'vote-1', contestId: 'contest-1', phone: '+233241234567' };
const KEY = 'a key of the test, long enough to digest with';
const inProduction = { production: true, DATA_ENCRYPTION_KEY: KEY };
const inDevelopment = { production: false, DATA_ENCRYPTION_KEY: KEY };

it.each([inProduction, inDevelopment])(
  'a payer in the waiting room has a digest of its address and phone (%j)',
  (env) => {
    const payer = payerFrom(VOTE, '203.0.113.7', env);
    expect(payer).toMatchObject({ ticket: 'vote-1', contestId: 'contest-1' });
    expect([payer.address, payer.phone]).toEqual([
      expect.stringMatching(/^[\w-]{22}$/),
      expect.stringMatching(/^[\w-]{22}$/),
    ]);
    expect(payerFrom(VOTE, '203.0.113.8', env).address).not.toBe(payer.address);
    expect(payerFrom({ ...VOTE, phone: null }, '203.0.113.7', env)).toEqual({ ...payer, phone: null });
  },
);

it('a payer in the waiting room shares its address with the IPv6 network of the same customer', () => {
  const addressOf = (address: string) => payerFrom(VOTE, address, inProduction).address;
  expect(addressOf('2001:db8:0:1::8')).toBe(addressOf('2001:db8:0:1::7'));
  expect(addressOf('2001:db8:0:2::7')).not.toBe(addressOf('2001:db8:0:1::7'));
});

it('a payer in the waiting room has no address on a developer’s machine, and has one there in production', () => {
  expect(payerFrom(VOTE, '127.0.0.1', inDevelopment).address).toBeNull();
  expect(payerFrom(VOTE, '127.0.0.1', inProduction).address).toEqual(expect.any(String));
});
