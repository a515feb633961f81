import { createLogger, type Environment } from '@abato/platform';
import { type Session, type SessionStore } from './session-store.js';
import { type NomineeInSession, nextStep, type SessionState } from './machine.js';
import { type Turns } from './turns.js';
import { UssdService } from './ussd.service.js';

const SECOND = 1_000;
const nominee: NomineeInSession = {
  ...{ contestId: 'c', categoryId: 'k', contestantId: 'p', name: 'Ama', title: 'Awards' },
  ...{ price: 0, perHour: 10 },
};
let now: number;
let casts: number;

/** The service with its machine; sessions in memory, and a nominee of every code. */
function aService(env: Partial<Environment> = {}): UssdService {
  const kept = new Map<string, string>();
  const sessions: Pick<SessionStore, 'keysOf' | 'read' | 'write'> = {
    keysOf: (...parts) => ({ redis: parts.join(), vote: parts.join() }),
    read: async (key) => (kept.has(key) ? (JSON.parse(kept.get(key) ?? '') as Session) : null),
    write: async (key, session) => void kept.set(key, JSON.stringify(session)),
  };
  const turns = {
    take: async (state: SessionState, input: string) => {
      const step = nextStep(state, input);
      if (step.kind === 'ask') return { screen: { text: step.text, goesOn: true }, state: step.state };
      if (step.kind === 'find-code')
        return {
          screen: { text: 'How many votes?', goesOn: true },
          state: { at: 'votes', mistakes: 0, nominee },
        };
      if (step.kind === 'cast') casts += 1;
      return { screen: { text: step.kind, goesOn: false }, state };
    },
    castAlready: async () => null,
    waitingVoucher: async () => null,
  };
  return new UssdService(
    { USSD_SECRET: 'local', USSD_CODE: '*713#', production: true, ...env } as Environment,
    { now: () => new Date(now) },
    createLogger('ussd', 'silent'),
    sessions as SessionStore,
    turns as unknown as Turns,
  );
}

beforeEach(() => {
  now = 1_000_000;
  casts = 0;
});

describe('one vote at a gateway that neither counts requests nor sends all inputs', () => {
  const send = async (service: UssdService, userData: string, newSession = false) => {
    const body = { sessionID: 's', msisdn: '233241234567', userData, newSession };
    const answer = await service.answer('arkesel', 'local', body);
    return (JSON.parse(answer.body) as { message: string }).message;
  };
  const atConfirm = async (service: UssdService): Promise<string> => {
    await send(service, '*713*4821#', true);
    return send(service, '1');
  };

  it('is not cast by the request for its number of votes when the gateway repeats it after its time-out', async () => {
    const service = aService();
    const confirm = await atConfirm(service);
    now += 10 * SECOND;
    expect(await send(service, '1')).toBe(confirm);
    expect(casts).toBe(0);
    now += 4 * SECOND;
    expect(await send(service, '1')).toBe('cast');
    expect(casts).toBe(1);
  });

  it('is cast by `1` at once outside production, and at any time when it was dialled', async () => {
    const service = aService({ production: false });
    await atConfirm(service);
    expect(await send(service, '1')).toBe('cast');
    expect(await send(aService(), '*713*4821*1*1#', true)).toBe('cast');
  });
});

describe('the secret of the gateways', () => {
  const statusOf = (service: UssdService, secret: string): Promise<string> =>
    service
      .answer('hubtel', secret, { SessionId: 's', Mobile: '233241234567', Type: 'Release', Message: '' })
      .then(
        () => 'answered',
        (error: { code: string }) => error.code,
      );

  it('is one of two while it is changed', async () => {
    const service = aService({ USSD_SECRET: 'b:the-new-one,a:the-old-one' });
    expect(await statusOf(service, 'the-new-one')).toBe('answered');
    expect(await statusOf(service, 'the-old-one')).toBe('answered');
    for (const wrong of ['b:the-new-one', 'the-new-one,a:the-old-one', 'a', ''])
      expect(await statusOf(service, wrong)).toBe('NOT_FOUND');
  });

  it('is none where USSD is off', async () => {
    expect(await statusOf(aService({ USSD_SECRET: '' }), '')).toBe('NOT_FOUND');
  });
});
