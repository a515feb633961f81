import { createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type {
  CastVoteResult,
  ContestTally,
  InitializePaymentResult,
  PaymentVerification,
} from '@abato/contracts';
import { findFreePort } from '../../apps/local/src/ports.js';
import { aContest, aUser, aVote } from '../support/builders.js';
import { roleFor, roleRules } from '../support/gateway-routes.mjs';
import { ApiClient } from '../support/http.js';
import { OwnProcess } from '../support/process.js';
import { RoundRobin } from '../support/round-robin.mjs';
import { SimulatorControl } from '../support/simulator.js';
import { connectSocket, nextMessage } from '../support/sockets.js';
import { testRun, testState } from '../support/state.js';

/** Three API processes, one of each role, behind a proxy that follows the gateway's rules. */
const ROLES = ['cast', 'live', 'web'] as const;
type Role = (typeof ROLES)[number];

class Gateway extends RoundRobin {
  private readonly rules = roleRules();

  protected override portFor({ url = '/' }: IncomingMessage): number {
    return ports[roleFor(this.rules, url)];
  }
}

const ports = { cast: 0, live: 0, web: 0 };
const processes: OwnProcess[] = [];
const gateway = new Gateway();
let address: string;
const direct = (role: Role): string => `http://127.0.0.1:${ports[role]}`;

beforeAll(async () => {
  // All at once: what was found for a process that does not listen yet would be free for the next one, too.
  const first = await findFreePort(2 * ROLES.length);
  for (const [nr, role] of ROLES.entries()) {
    const port = first + 2 * nr;
    ports[role] = port;
    processes.push(
      OwnProcess.start(testRun().buildDir, 'api', { port, metricsPort: port + 1 }, { ABATO_ROLE: role }),
    );
  }
  await Promise.all(processes.map((own) => own.ready()));
  address = `http://127.0.0.1:${await gateway.listen()}`;
});

afterAll(async () => {
  gateway.close();
  for (const own of processes) own.kill();
});

it('casts a vote in one process and shows it to viewers of another', async () => {
  const contest = await aContest().withContestants(2).save();
  const viewer = await connectSocket({}, address);
  const shown = nextMessage<ContestTally>(viewer, 'contest:tally', ({ contestants }) =>
    contestants.some(({ id, votes }) => id === contest.contestant.id && votes === 3),
  );
  expect(await viewer.emitWithAck('contest:watch', { contestId: contest.id })).toMatchObject({ ok: true });
  const api = new ApiClient(address);
  const cast = await api.post<CastVoteResult>('/votes/cast', aVote(contest, { voteCount: 3 }));
  expect([cast.status, cast.data.status]).toEqual([201, 'COMPLETED']);
  await shown;
  expect((await api.get(`/contests/${contest.id}/public`)).status).toBe(200);
});

it('takes a payment from its beginning to the counted vote', async () => {
  const contest = await aContest().paid('1.00').save();
  const api = new ApiClient(address);
  const cast = await api.post<CastVoteResult>('/votes/cast', aVote(contest));
  const begun = await api.post<InitializePaymentResult>('/payments/paystack/initialize', {
    voteId: cast.data.id,
  });
  expect(begun.status).toBe(201);
  await new SimulatorControl().complete(begun.data.reference);
  const path = `/payments/paystack/verify/${begun.data.reference}`;
  expect(await api.get<PaymentVerification>(path)).toMatchObject({ status: 200, code: undefined });
  const body = JSON.stringify({ event: 'charge.success', data: { reference: begun.data.reference } });
  const signature = createHmac('sha512', 'sk_test_local').update(body).digest('hex');
  const webhook = await api.call('POST', '/payments/paystack/webhook', body, {
    headers: { 'content-type': 'application/json', 'x-paystack-signature': signature },
  });
  expect(webhook.status).toBe(200);
});

it('serves pages and organisers from the process for them', async () => {
  const organiser = await aUser().save();
  const page = await fetch(`${address}/login`);
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(await new ApiClient(address, organiser.token).get('/contests')).toMatchObject({ status: 200 });
});

it.each([
  ['POST', '/api/votes/cast', 'cast'],
  ['GET', '/api/payments/paystack/verify/A-1', 'cast'],
  ['GET', '/api/contests/public', 'live'],
  ['GET', '/socket.io/?EIO=4&transport=websocket', 'live'],
  ['GET', '/api/contests', 'web'],
  ['POST', '/api/auth/login', 'web'],
  ['GET', '/login', 'web'],
  ['GET', '/uploads/a.webp', 'web'],
] as const)('answers %s %s in the role %s only', async (method, path, owner) => {
  const json = { 'content-type': 'application/json' };
  for (const role of ROLES) {
    const answer = await fetch(direct(role) + path, {
      method,
      ...(method === 'POST' && { body: '{}', headers: json }),
    });
    const body = await answer.text();
    const isRefused = answer.status === 421 && body.includes('WRONG_ROLE');
    expect({ role, isRefused }).toEqual({ role, isRefused: role !== owner });
    if (isRefused)
      expect(body).toContain(`This process has the role ${role}; what was asked for belongs to ${owner}.`);
  }
});

it.each(ROLES)('says in its readiness and its metrics that it has the role %s', async (role) => {
  const ready = (await (await fetch(`${direct(role)}/health/ready`)).json()) as object;
  expect(ready).toEqual({ status: 'ok', role, failing: [], degraded: [] });
  expect((await fetch(`${direct(role)}/health/live`)).status).toBe(200);
  const metrics = await (await fetch(`http://127.0.0.1:${ports[role] + 1}/metrics`)).text();
  expect(metrics).toContain(`abato_process_started_seconds{process="api",role="${role}"}`);
  expect(metrics.includes('abato_sockets')).toBe(role === 'live');
});

it('has a role for every route of a running process', async () => {
  const { metricsUrl } = testState();
  const answer = await fetch(new URL('/health/ready?verbose', metricsUrl));
  const { role, hints } = (await answer.json()) as { role: string; hints: string[] };
  expect(role).toBe('all');
  expect(hints.filter((hint) => hint.startsWith('routes without a role'))).toEqual([]);
});
