import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { PublicContestantView, PublicContestView } from '@abato/contracts';
import { readPendingPayment } from '@/lib/payment/pending-payment';
import { AnsweringServer, type Asked } from '../../../../../test/support/answering-server';
import { giveStorage, removeStorage } from '../../../../../test/support/browser-storage';
import { waitFor } from '../../../../../test/support/wait-for';
import { VoteAttempt } from './cast-vote';
import { sendVote } from './send-vote';

const CAST = '/votes/cast';
const PAGE = '/payments/paystack/initialize';
const PROMPT = '/payments/paystack/charge';

const server = new AnsweringServer();
beforeAll(() => server.start());
afterAll(() => server.stop());
beforeEach(() => void giveStorage('sessionStorage'));
afterEach(removeStorage);

const contestOf = (votePrice: number, verification = 'OPEN') =>
  ({ id: 'contest', votePrice, verification }) as PublicContestView;
const [free, paid, proving] = [contestOf(0), contestOf(0.5), contestOf(0, 'SMS')];
const nominee = { id: 'nominee', categoryId: 'category', name: 'Ama' } as PublicContestantView;
const values = { voteCount: '4', voterName: '', voterEmail: '', voterPhone: '0241234567' };

type Options = Parameters<typeof sendVote>[4];
const press = (contest: PublicContestView, attempt = new VoteAttempt(), options: Partial<Options> = {}) =>
  sendVote(contest, nominee, { ...values, ballotCode: undefined }, attempt, { ...quiet(), ...options });
const quiet = (): Options => ({
  network: null,
  acceptHold: false,
  onCheck: () => undefined,
  onWait: () => undefined,
  onCutOff: () => undefined,
  signal: new AbortController().signal,
  shown: { amountPesewas: 200, votes: 4 },
});

/** The answer to a cast: 4 votes for GHS 2.00. */
const vote = (status: string, other = {}): [number, object] => [
  201,
  { id: 'vote', status, voteCount: 4, amount: 2, ...other },
];
const page: [number, object] = [201, { reference: 'R-1', authorizationUrl: 'https://pay.example/1' }];
const prompt: [number, object] = [201, { reference: 'R-2', step: 'approve_on_phone', message: 'Approve' }];
const paths = (): string[] => server.asked.map(({ path }) => path);
const keys = (): unknown[] => server.asked.map(({ headers }) => headers['idempotency-key']);

it('a free vote is sent without the fields that were left empty, and counted', async () => {
  server.begin({ [CAST]: vote('COMPLETED', { amount: 0, receiptCode: 'AAAA-BBBB-CCCC' }) });
  expect(await press(free)).toEqual({ kind: 'counted', votes: 4, receiptCode: 'AAAA-BBBB-CCCC' });
  expect(server.asked[0]?.body).toEqual({
    contestId: 'contest',
    categoryId: 'category',
    contestantId: 'nominee',
    voteCount: 4,
    voterPhone: '0241234567',
    deviceId: expect.any(String),
  });
});

it('a free vote that counts is followed by a new attempt', async () => {
  server.begin({ [CAST]: vote('COMPLETED') });
  const attempt = new VoteAttempt();
  for (let nr = 0; nr < 2; nr++) await press(free, attempt);
  expect(new Set(keys()).size).toBe(2);
});

it.each([
  ['PENDING', { kind: 'held', votes: 4 }],
  ['FAILED', { kind: 'undone' }],
])('a free vote that is %s is not called cast', async (status, outcome) => {
  server.begin({ [CAST]: vote(status) });
  expect(await press(free)).toEqual(outcome);
});

it('a free vote asks for a proof first where one is needed and none is kept, without asking the server', async () => {
  server.begin({ [CAST]: vote('COMPLETED') });
  expect(await press(proving)).toEqual({ kind: 'prove' });
  expect(paths()).toEqual([]);
});

it('a free vote asks for a proof when the server does not take the one that is kept', async () => {
  server.begin({ [CAST]: [403, { code: 'PHONE_NOT_VERIFIED', message: 'Prove it' }] });
  expect(await press(free)).toEqual({ kind: 'prove' });
});

it.each(['PENDING', 'FAILED'])(
  'a paid vote that is %s is paid on the provider’s page, which the tab remembers',
  async (status) => {
    server.begin({ [CAST]: vote(status), [PAGE]: page });
    expect(await press(paid)).toEqual({
      kind: 'pay',
      authorizationUrl: 'https://pay.example/1',
      reference: 'R-1',
    });
    expect(server.asked.map(({ path, body }) => [path, body['voteId']])).toEqual([
      [CAST, undefined],
      [PAGE, 'vote'],
    ]);
    expect(readPendingPayment('R-1')).toMatchObject({ voteId: 'vote', voteCount: 4, amount: 2 });
  },
);

it('a paid vote is paid by a prompt to the wallet of the chosen network', async () => {
  server.begin({ [CAST]: vote('PENDING'), [PROMPT]: prompt });
  const { kind, charge } = (await press(paid, new VoteAttempt(), { network: 'telecel' })) as {
    kind: string;
    charge: object;
  };
  expect([kind, charge]).toEqual([
    'charge',
    expect.objectContaining({ reference: 'R-2', network: 'telecel', phone: '0241234567', amount: 2 }),
  ]);
  expect(server.asked[1]?.body).toEqual({ voteId: 'vote', phoneNumber: '0241234567', network: 'telecel' });
  expect(readPendingPayment('R-2')).toMatchObject({ voteId: 'vote' });
});

it('a paid vote that was paid meanwhile asks for no money', async () => {
  server.begin({ [CAST]: vote('COMPLETED'), [PAGE]: page });
  expect(await press(paid)).toMatchObject({ kind: 'counted', votes: 4 });
  expect(paths()).toEqual([CAST]);
});

it.each([
  ['costs more', { amount: 2.01 }],
  ['costs less', { amount: 1.99 }],
  ['counts less', { voteCount: 3 }],
])(
  'a paid vote that %s than was shown asks for no money, and the next press is a new attempt',
  async (_, other) => {
    server.begin({ [CAST]: vote('PENDING', other), [PAGE]: page });
    const attempt = new VoteAttempt();
    expect(await press(paid, attempt)).toEqual({ kind: 'changed' });
    expect(paths()).toEqual([CAST]);
    await press(paid, attempt);
    expect(new Set(keys()).size).toBe(2);
  },
);

it('a paid vote that counts more than was shown is paid', async () => {
  server.begin({ [CAST]: vote('PENDING', { voteCount: 8 }), [PAGE]: page });
  expect(await press(paid)).toMatchObject({ kind: 'pay' });
});

it('a paid vote has one key for every press until it is paid: no second vote is paid for', async () => {
  server.begin({ [CAST]: vote('PENDING'), [PAGE]: page });
  const attempt = new VoteAttempt();
  for (let nr = 0; nr < 3; nr++) await press(paid, attempt);
  const cast = server.asked.filter(({ path }) => path === CAST);
  expect(new Set(cast.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
});

it('a paid vote asks for no money once its sheet is closed', async () => {
  const closed = new AbortController();
  const answer = (_: Asked): [number, object] => {
    closed.abort();
    return vote('PENDING');
  };
  server.begin({ [CAST]: answer, [PAGE]: page });
  await expect(press(paid, new VoteAttempt(), { signal: closed.signal })).rejects.toMatchObject({
    name: 'AbortError',
  });
  expect(paths()).toEqual([CAST]);
});

it('a paid vote that the server refuses asks for no money', async () => {
  server.begin({ [CAST]: [409, { code: 'CONTEST_PAUSED', message: 'Paused' }], [PAGE]: page });
  await expect(press(paid)).rejects.toMatchObject({ code: 'CONTEST_PAUSED' });
  expect(paths()).toEqual([CAST]);
});

/** What a gateway or a portal answers in place of the server, or is left of its answer. */
const LOST: [string, [number, string]][] = [
  ['502', [502, '<html>Bad Gateway</html>']],
  ['504', [504, '<html>Gateway Time-out</html>']],
  ['524', [524, '<html>A timeout occurred</html>']],
  ['the page of a portal', [200, '<html>Sign in to the Wi-Fi</html>']],
  ['an answer that is cut', [201, '{"success":true,"data":{"id":"vo']],
];

describe('an answer that was lost', () => {
  beforeAll(() => void Object.defineProperty(navigator, 'onLine', { value: true, configurable: true }));
  afterAll(() => void Reflect.deleteProperty(navigator, 'onLine'));

  it.each(LOST)('as %s is asked for by the key of the vote', async (_, lost) => {
    const outcome = { state: 'DONE', status: 201, answer: { success: true, data: vote('COMPLETED')[1] } };
    server.begin({ [CAST]: lost, '*': [200, outcome] });
    expect(await press(free)).toMatchObject({ kind: 'counted', votes: 4 });
    expect(paths()).toEqual([CAST, `/requests/${String(keys()[0])}`]);
  });

  it('is asked for by sending the same vote again while the key cannot be asked about', async () => {
    const answers: [number, object | string][] = [[504, '<html>'], vote('COMPLETED')];
    server.begin({ [CAST]: () => answers.shift() ?? [504, ''], '*': [504, '<html>'] });
    expect(await press(free)).toMatchObject({ kind: 'counted', votes: 4 });
    const cast = server.asked.filter(({ path }) => path === CAST);
    expect(new Set(cast.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(cast).toHaveLength(2);
  });

  it('of a vote that never arrived is told as what it is', async () => {
    server.begin({ [CAST]: [504, '<html>'] });
    await expect(press(free)).rejects.toMatchObject({ name: 'NetworkError' });
  });

  /** `GET /requests/{key}` of every call whose answer is lost, by the key. */
  const outcomes = (of: (key: string) => [number, object]) => {
    const begun = { [CAST]: vote('PENDING'), [PROMPT]: LOST[0]?.[1] ?? page, [PAGE]: page };
    const verify: [number, string] = [200, '{"success":false,"data":{"status":"PENDING"}}'];
    server.begin({
      ...begun,
      '/payments/paystack/verify/R-2': verify,
      '*': ({ path }) => of(path.split('/')[2] ?? ''),
    });
  };
  const done: [number, object] = [
    200,
    { state: 'DONE', status: 201, answer: { success: true, data: prompt[1] } },
  ];

  it('of a prompt leads to the prompt, also after the number was corrected: nothing is paid twice', async () => {
    outcomes(() => done);
    const attempt = new VoteAttempt();
    const options = { network: 'mtn' } as const;
    const expected = { kind: 'charge', charge: expect.objectContaining({ reference: 'R-2' }) };
    expect(await press(paid, attempt, options)).toEqual(expected);
    const corrected = { ...values, voterPhone: '0241234568', ballotCode: undefined };
    const before = server.asked.length;
    expect(await sendVote(paid, nominee, corrected, attempt, { ...quiet(), ...options })).toEqual(expected);
    expect(paths().slice(before)).toEqual(['/payments/paystack/verify/R-2']);
  });

  it('of a prompt is asked for by the next press when the voter has stopped the asking', async () => {
    outcomes(() => [500, { code: 'INTERNAL', message: 'Later' }]);
    const stopped = new AbortController();
    const attempt = new VoteAttempt();
    const lost = press(paid, attempt, { network: 'mtn', signal: stopped.signal });
    await waitFor(() => paths().some((path) => path.startsWith('/requests/')));
    stopped.abort();
    await expect(lost).rejects.toMatchObject({ name: 'AbortError' });
    outcomes(() => done);
    const corrected = { ...values, voterPhone: '0241234568', ballotCode: undefined };
    expect(await sendVote(paid, nominee, corrected, attempt, quiet())).toEqual({
      kind: 'verify',
      reference: 'R-2',
    });
    expect(paths().filter((path) => !path.startsWith('/requests/'))).toEqual([]);
  });

  it('of a prompt is found after the page was loaded again, before another payment is begun', async () => {
    outcomes(() => done);
    sessionStorage.setItem('openWrites', '{"fingerprint":"01a1fd3f-6bee-7321-a744-7d319e22c28d"}');
    expect(await press(paid, new VoteAttempt())).toEqual({ kind: 'verify', reference: 'R-2' });
    expect(paths()).toEqual(['/requests/01a1fd3f-6bee-7321-a744-7d319e22c28d']);
    expect(sessionStorage.getItem('openWrites')).toBeNull();
  });

  it('of a prompt that never arrived is told as what it is, and the next press is the same request', async () => {
    outcomes(() => [404, { code: 'NOT_FOUND', message: 'No' }]);
    const attempt = new VoteAttempt();
    for (let nr = 0; nr < 2; nr++)
      await expect(press(paid, attempt, { network: 'mtn' })).rejects.toMatchObject({ name: 'NetworkError' });
    const sent = server.asked.filter(({ path }) => path === PROMPT);
    expect([sent.length, new Set(sent.map(({ headers }) => headers['idempotency-key'])).size]).toEqual([
      2, 1,
    ]);
  });
});
