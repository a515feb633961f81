import { readEnvironment } from './environment.js';

const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://vote.example',
  DATABASE_URL: 'postgres://abato@localhost/abato',
  REDIS_URL: 'redis://localhost',
  JWT_SECRET: 'j'.repeat(40),
  DATA_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
  PAYSTACK_SECRET_KEY: 'sk_live_1',
};

describe('a process', () => {
  it('starts in production with secrets of its own', () => {
    expect(readEnvironment(production).production).toBe(true);
  });

  it.each(['JWT_SECRET', 'DATA_ENCRYPTION_KEY', 'PAYSTACK_SECRET_KEY', 'PUBLIC_URL'])(
    'does not start in production without %s, and says so',
    (name) => {
      expect(() => readEnvironment({ ...production, [name]: '' })).toThrow(name);
    },
  );

  it.each([
    ['a development key of the provider', { PAYSTACK_SECRET_KEY: 'sk_test_local' }],
    ['a short signing secret', { JWT_SECRET: 'change-me' }],
    ['a key that is not 32 bytes', { DATA_ENCRYPTION_KEY: 'c2hvcnQ=' }],
    ['vote limits switched off', { VOTE_LIMITS: 'off' }],
  ])('does not start in production with %s', (_what, wrong) => {
    expect(() => readEnvironment({ ...production, ...wrong })).toThrow(Object.keys(wrong)[0]);
  });

  it('does not start outside production with a key that moves money, and does not print it', () => {
    const start = () => readEnvironment({ ...production, NODE_ENV: 'development' });
    expect(start).toThrow('a live key is refused outside production');
    expect(start).not.toThrow('sk_live_1');
  });
});
