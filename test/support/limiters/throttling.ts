import fc from 'fast-check';
import { ThrottlingService } from '@abato/accounts';
import { AppError, createLogger, type Environment } from '@abato/platform';
import { HOUR, type Limiter, MINUTE, repeat, SECOND, START } from './limiter.js';

interface Try {
  afterMs: number;
  kind: 'register' | 'forgotPassword' | 'findVote';
  account: number;
  address: number;
}

const aTry = (fields: Partial<Try>): Try => ({
  ...{ afterMs: 0, kind: 'register', account: 0, address: 1 },
  ...fields,
});

export const throttling: Limiter<Try> = {
  start({ redis }) {
    let now = START;
    const service = new ThrottlingService(
      redis,
      { production: true } as Environment,
      { now: () => new Date(now) },
      createLogger('test', 'silent'),
    );
    return Promise.resolve(async ({ kind, account, address }, nowMs) => {
      now = nowMs;
      const work = (): Promise<never> => Promise.reject(new Error('guessed wrong'));
      const refusal = await service
        .guard(kind, `account-${account}`, `203.0.${address}.7`, work)
        .catch(codeOf);
      const asked = await service.ask(kind, `203.0.${address}.7`).then(() => 'may try', codeOf);
      return { refusal, asked };
    });
  },
  cases: [
    {
      title: 'the wait of an account, which doubles',
      steps: repeat(40, (nr) => aTry({ kind: 'forgotPassword', address: nr, afterMs: 45 * SECOND })),
      reaches: 'RATE_LIMITED',
    },
    {
      title: 'the wait of an address',
      steps: repeat(30, (account) => aTry({ account, afterMs: 2 * SECOND })),
      reaches: 'RATE_LIMITED 8',
    },
    {
      title: 'tries that are forgotten',
      steps: repeat(5, () => aTry({ kind: 'forgotPassword' })).concat(
        repeat(5, (nr) => aTry({ kind: 'forgotPassword', afterMs: nr ? 0 : 61 * MINUTE })),
      ),
      reaches: 'RATE_LIMITED 60',
    },
  ],
  // No sum of these comes close to the hour after which tries are forgotten: keys also age by the time that the test takes.
  generated: fc.record({
    afterMs: fc.constantFrom(0, SECOND, 5 * SECOND, 17 * MINUTE, 2 * HOUR),
    kind: fc.constantFrom('register', 'forgotPassword', 'findVote'),
    account: fc.integer({ min: 0, max: 1 }),
    address: fc.integer({ min: 1, max: 2 }),
  }),
};

function codeOf(error: unknown): string {
  return error instanceof AppError ? `${error.code} ${error.retryAfter}` : (error as Error).message;
}
