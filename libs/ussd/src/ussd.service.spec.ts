import { type Environment } from '@abato/platform';
import { createLogger } from '@abato/testing/platform';
import { AWAY, type Session, type SessionStore } from './session-store.js';
import { foundContests, type NomineeInSession, nextStep, type SessionState } from './machine.js';
import { type Turns } from './turns.js';
import { UssdService } from './ussd.service.js';

const SECOND = 1_000;
const nominee: NomineeInSession = {
  contestId: 'c',
  categoryId: 'k',
  contestantId: 'p',
  name: 'Ama',
  title: 'Awards',
  price: 0,
  perHour: 10,
};
let now: number;
let casts: string[];
/** Sessions, in place of Redis; null while it is away. */
let kept: Map<string, string> | null;
/** Names of the nominees that a list shows. */
let listed: string[];

/** The service with its machine; sessions in memory, a nominee of every code, and one list. */
function aService(env: Partial<Environment> = {}): UssdService {
  kept = new Map();
  const sessions: Pick<SessionStore, 'keysOf' | 'read' | 'write'> = {
    keysOf: (...parts) => ({ redis: parts.join(), vote: parts.join() }),
    read: async (key) => {
      if (!kept) return AWAY;
      return kept.has(key) ? (JSON.parse(kept.get(key) ?? '') as Session) : null;
    },
    write: async (key, session) => void (key !== null && kept?.set(key, JSON.stringify(session))),
  };
  const turns = {
    take: async (state: SessionState, input: string) => {
      let step = nextStep(state, input);
      if (step.kind === 'find-contests')
        step = foundContests(
          step.state,
          listed.map((name) => ({ id: name, name })),
        );
      if (step.kind === 'find-contest')
        return {
          screen: { text: `How many votes for ${step.contestId}?`, goesOn: true },
          state: { at: 'votes', mistakes: 0, nominee: { ...nominee, name: step.contestId } },
        };
      if (step.kind === 'ask') return { screen: { text: step.text, goesOn: true }, state: step.state };
      if (step.kind === 'find-code')
        return {
          screen: { text: 'How many votes?', goesOn: true },
          state: { at: 'votes', mistakes: 0, nominee },
        };
      if (step.kind === 'cast') casts.push(step.nominee.name);
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
  casts = [];
  listed = ['Ama', 'Esi'];
});

const send = async (service: UssdService, userData: string, newSession = false) => {
  const body = { sessionID: 's', msisdn: '233241234567', userData, newSession };
  const answer = await service.answer('arkesel', 'local', body);
  return (JSON.parse(answer.body) as { message: string }).message;
};
const atConfirm = async (service: UssdService): Promise<string> => {
  await send(service, '*713*4821#', true);
  return send(service, '1');
};

it('one vote at a gateway that neither counts requests nor sends all inputs is not cast by the request for its number of votes when the gateway repeats it after its time-out', async () => {
  const service = aService();
  const confirm = await atConfirm(service);
  now += 10 * SECOND;
  expect(await send(service, '1')).toBe(confirm);
  expect(casts).toEqual([]);
  now += 4 * SECOND;
  expect(await send(service, '1')).toBe('cast');
  expect(casts).toEqual(['Ama']);
});

it('one vote at a gateway that neither counts requests nor sends all inputs is cast by `1` at once outside production, and at any time when it was dialled', async () => {
  const service = aService({ production: false });
  await atConfirm(service);
  expect(await send(service, '1')).toBe('cast');
  expect(await send(aService(), '*713*4821*1*1#', true)).toBe('cast');
});

describe('a session at a gateway that sends everything that was typed', () => {
  const send = async (service: UssdService, text: string) => {
    const body = { sessionId: 's', phoneNumber: '+233241234567', text };
    return (await service.answer('africastalking', 'local', body)).body;
  };

  it('that was lost shows again what lines of lists lead to before it is confirmed, because they may name others by now', async () => {
    const service = aService();
    for (const text of ['', '0', '0*1', '0*1*2']) await send(service, text);
    kept = new Map();
    listed = ['Kofi', ...listed];
    expect(await send(service, '0*1*2*1')).toBe('CON 2 votes for Kofi\n1 Confirm\n2 Cancel');
    expect(casts).toEqual([]);
    expect(await send(service, '0*1*2*1*1')).toBe('END cast');
    expect(casts).toEqual(['Kofi']);
  });

  it('is confirmed at the second time also while no session is kept, and cancelled at any', async () => {
    const service = aService();
    kept = null;
    expect(await send(service, '0*2*2*1')).toBe('CON 2 votes for Esi\n1 Confirm\n2 Cancel');
    expect(await send(service, '0*2*2*1*2')).toMatch(/^END /);
    expect(casts).toEqual([]);
    expect(await send(service, '0*2*2*1*1')).toBe('END cast');
    expect(casts).toEqual(['Esi']);
  });

  it('that began with a code goes on where it was', async () =>
    expect(await send(aService(), '4821*2*1')).toBe('END cast'));
});

it('a session whose Redis did not answer is not written by an answer that has not read it', async () => {
  const service = aService();
  const dial = (userData: string, newSession: boolean) =>
    service.answer('arkesel', 'local', { sessionID: 's', msisdn: '233241234567', userData, newSession });
  await dial('*713*4821#', true);
  const before = new Map(kept);
  const sessions = kept;
  kept = null;
  // Away while it is read, there again when it would be written.
  const answer = dial('*713#', true);
  kept = sessions;
  await answer;
  expect(kept).toEqual(before);
});

const statusOf = (service: UssdService, secret: string): Promise<string> =>
  service
    .answer('hubtel', secret, { SessionId: 's', Mobile: '233241234567', Type: 'Release', Message: '' })
    .then(
      () => 'answered',
      (error: { code: string }) => error.code,
    );

it('the secret of the gateways is one of two while it is changed', async () => {
  const service = aService({ USSD_SECRET: 'b:the-new-one,a:the-old-one' });
  expect(await statusOf(service, 'the-new-one')).toBe('answered');
  expect(await statusOf(service, 'the-old-one')).toBe('answered');
  for (const wrong of ['b:the-new-one', 'the-new-one,a:the-old-one', 'a', ''])
    expect(await statusOf(service, wrong)).toBe('NOT_FOUND');
});

it('the secret of the gateways is none where USSD is off', async () =>
  expect(await statusOf(aService({ USSD_SECRET: '' }), '')).toBe('NOT_FOUND'));
