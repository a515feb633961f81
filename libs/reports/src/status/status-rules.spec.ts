import type { ServiceState, StatusReason, StatusService } from '@abato/contracts';
import { judge, type StatusFacts, worseOf } from './status-rules.js';

const HEALTHY: StatusFacts = {
  stores: true,
  redisWorks: true,
  casting: 2,
  votes: { answered: 1_000, refused: 0 },
  provider: { answered: 50, failed: 0, unauthorized: 0 },
  payers: { called: 40, heldBack: 0, refused: 0 },
  oldestWebhookSeconds: 0,
  oldestCountSeconds: 0.2,
};

const told = (facts: Partial<StatusFacts>, service: StatusService) => {
  const { state, reason } = judge({ ...HEALTHY, ...facts })[service];
  return [state, reason];
};

it('says that everything works only when everything was measured and works', () => {
  const works = { state: 'OPERATIONAL', reason: null };
  expect(judge(HEALTHY)).toEqual({ voting: works, payments: works, live: works });
});

it.each<[StatusService, Partial<StatusFacts>, ServiceState, StatusReason | null]>([
  ['voting', { stores: false }, 'DOWN', 'NOT_STORED'],
  ['payments', { stores: false }, 'DOWN', 'NOT_STORED'],
  ['live', { stores: false }, 'DOWN', 'NOT_STORED'],
  ['voting', { casting: 0 }, 'DOWN', 'NO_PROCESS'],
  ['voting', { casting: null }, 'UNKNOWN', 'UNREADABLE'],
  ['voting', { redisWorks: false }, 'OPERATIONAL', null],
  ['voting', { votes: { answered: 98, refused: 2 } }, 'OPERATIONAL', null],
  ['voting', { votes: { answered: 95, refused: 5 } }, 'DEGRADED', 'OVERLOADED'],
  ['voting', { votes: { answered: 1_000, refused: 5 } }, 'OPERATIONAL', null],
  ['voting', { votes: { answered: 5, refused: 5 } }, 'DOWN', 'OVERLOADED'],
  ['payments', { provider: { answered: 17, failed: 3, unauthorized: 0 } }, 'DEGRADED', 'PROVIDER'],
  ['payments', { provider: { answered: 2, failed: 3, unauthorized: 0 } }, 'DOWN', 'PROVIDER'],
  ['payments', { provider: { answered: 0, failed: 2, unauthorized: 0 } }, 'OPERATIONAL', null],
  ['payments', { provider: { answered: 0, failed: 0, unauthorized: 0 } }, 'UNKNOWN', 'IDLE'],
  ['payments', { oldestWebhookSeconds: null }, 'UNKNOWN', 'UNREADABLE'],
  ['payments', { oldestWebhookSeconds: 60 }, 'OPERATIONAL', null],
  ['payments', { oldestWebhookSeconds: 61 }, 'DEGRADED', 'LATE_PAYMENTS'],
  ['payments', { payers: { called: 10, heldBack: 100, refused: 0 } }, 'DEGRADED', 'WAITING_LINE'],
  ['payments', { provider: { answered: 50, failed: 0, unauthorized: 1 } }, 'DEGRADED', 'PAYMENTS_REFUSED'],
  ['payments', { provider: { answered: 19, failed: 3, unauthorized: 1 } }, 'DEGRADED', 'PAYMENTS_REFUSED'],
  ['payments', { provider: { answered: 1, failed: 3, unauthorized: 1 } }, 'DOWN', 'PROVIDER'],
  ['payments', { payers: { called: 10, heldBack: 0, refused: 2 } }, 'OPERATIONAL', null],
  ['payments', { payers: { called: 20, heldBack: 0, refused: 3 } }, 'DEGRADED', 'PAYMENTS_REFUSED'],
  ['payments', { payers: { called: 5, heldBack: 0, refused: 5 } }, 'DOWN', 'PAYMENTS_REFUSED'],
  ['live', { redisWorks: false }, 'DEGRADED', 'DELAYED'],
  ['live', { oldestCountSeconds: null }, 'UNKNOWN', 'UNREADABLE'],
  ['live', { oldestCountSeconds: 11 }, 'DEGRADED', 'LATE_COUNTS'],
  ['live', { oldestCountSeconds: 61 }, 'DOWN', 'LATE_COUNTS'],
])('%s with %j is %s because of %s', (service, facts, state, reason) =>
  expect(told(facts, service)).toEqual([state, reason]),
);

it('keeps the worst state of a minute, and none where one was measured', () => {
  expect(worseOf('OPERATIONAL', 'DOWN')).toBe('DOWN');
  expect(worseOf('DEGRADED', 'OPERATIONAL')).toBe('DEGRADED');
  expect(worseOf('UNKNOWN', 'OPERATIONAL')).toBe('OPERATIONAL');
});
