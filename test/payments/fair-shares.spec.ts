import { randomUUID } from 'node:crypto';
import { type Provider, ProviderError } from '@abato/paystack';
import { budgetOf, payerPace, SharedCallLimit } from '@abato/testing/paystack';
import { redis, useRedis } from '../support/own-redis.js';

const CALLS_PER_MINUTE = 600;
const START = Date.parse('2026-11-21T20:00:00Z');
const PACE = payerPace(budgetOf(CALLS_PER_MINUTE));

let now = START;
let limit: SharedCallLimit;

useRedis();
beforeEach(() => {
  now = START;
  limit = new SharedCallLimit(redis, CALLS_PER_MINUTE, { now: () => new Date(now) }, `test:${randomUUID()}`);
});

let payers = 0;
/** A payer of their own: vote, network and phone, unless told otherwise. */
function aPayer(fields: Partial<Provider.Payer> = {}): Provider.Payer {
  payers += 1;
  return {
    ticket: `vote-${String(payers).padStart(6, '0')}`,
    contestId: 'contest-1',
    address: `network-${payers}`,
    phone: `phone-${payers}`,
    ...fields,
  };
}

interface Refusal {
  retryAfter: number;
  position?: number;
}

/** @returns null when the payer's turn has come */
async function ask(payer: Provider.Payer): Promise<Refusal | null> {
  return limit.pass('begin', { endpoint: 'initialize', payer }).then(
    () => null,
    (error: unknown) => {
      if (!(error instanceof ProviderError)) throw error;
      const { retryAfter = 0, position } = error.details;
      return { retryAfter, position };
    },
  );
}

/** Ask until a payer has to wait. @returns turns taken */
async function useUp(of: () => Provider.Payer): Promise<number> {
  let turns = 0;
  while ((await ask(of())) === null) turns += 1;
  return turns;
}

it('fair shares of the calls that begin payments let a burst through and then the pace, within the budget of every minute', async () => {
  expect(PACE.burst + PACE.perMinute).toBeLessThanOrEqual(
    budgetOf(CALLS_PER_MINUTE).total -
      budgetOf(CALLS_PER_MINUTE).reserved.answer -
      budgetOf(CALLS_PER_MINUTE).reserved.books,
  );
  expect(await useUp(() => aPayer())).toBe(PACE.burst);
});

it('fair shares of the calls that begin payments serve another network next, however many tickets one network has waiting', async () => {
  await useUp(() => aPayer({ address: 'attacker' }));
  for (let nr = 0; nr < 300; nr++) await ask(aPayer({ address: 'attacker' }));
  const payer = aPayer();
  const told = await ask(payer);
  expect(told?.position).toBeLessThanOrEqual(3);
  expect(told?.retryAfter).toBeLessThanOrEqual(2);
  now += (told?.retryAfter ?? 0) * 1000;
  expect(await ask(payer)).toBeNull();
});

it('fair shares of the calls that begin payments serve another phone next, also where addresses do not count', async () => {
  const flood = () => aPayer({ address: null, phone: 'attacker' });
  await useUp(flood);
  for (let nr = 0; nr < 100; nr++) await ask(flood());
  expect((await ask(aPayer({ address: null })))?.position).toBeLessThanOrEqual(3);
});

it('fair shares of the calls that begin payments let another contest’s payer in soon, however many networks wait in one contest', async () => {
  for (let nr = 0; nr < PACE.burst + 200; nr++) await ask(aPayer());
  expect((await ask(aPayer()))?.position).toBeGreaterThan(190);
  expect((await ask(aPayer({ contestId: 'contest-2' })))?.position).toBeLessThanOrEqual(25);
});

it('fair shares of the calls that begin payments give all of it to one network while no one else waits', async () => {
  await useUp(() => aPayer({ address: 'carrier' }));
  const waiting = Array.from({ length: 50 }, () => aPayer({ address: 'carrier' }));
  for (const payer of waiting) await ask(payer);
  const from = now;
  for (const [place, payer] of waiting.entries()) {
    now = Math.ceil(from + ((place + 2) / PACE.perMinute) * 60_000);
    expect(await ask(payer)).toBeNull();
  }
});

it('fair shares of the calls that begin payments keep what was promised: a payer who comes back when told is served, and asking in between changes nothing', async () => {
  await useUp(() => aPayer());
  const crowd = [];
  for (let nr = 0; nr < 100; nr++) {
    const payer = aPayer();
    const told = await ask(payer);
    expect(await ask(payer)).toEqual(told);
    crowd.push({ payer, at: now + (told?.retryAfter ?? 0) * 1000 });
  }
  for (const { payer, at } of crowd) {
    now = at;
    expect(await ask(payer)).toBeNull();
  }
});

it('fair shares of the calls that begin payments let a crowd wait as long as the pace of turns makes it', async () => {
  const [perSecond, seconds] = [16.7, 30];
  const asks = Array.from({ length: perSecond * seconds }, (_, nr) => {
    const came = START + Math.ceil(((nr + 1) * 1_000) / perSecond);
    return { payer: aPayer(), came, at: came };
  });
  let longest = 0;
  // In the order of time: each asks when they come, and again when they were told to.
  for (let next = asks.shift(); next; next = asks.shift()) {
    now = next.at;
    const told = await ask(next.payer);
    longest = Math.max(longest, now - next.came);
    if (!told) continue;
    const again = { ...next, at: now + told.retryAfter * 1_000 };
    const later = asks.findIndex(({ at }) => at > again.at);
    asks.splice(later === -1 ? asks.length : later, 0, again);
  }
  const pace = PACE.perMinute / 60;
  const calculated = ((perSecond - pace) * seconds - PACE.burst) / pace;
  expect(calculated).toBeGreaterThan(60);
  // Payers are told whole seconds.
  expect(Math.abs(longest / 1_000 - calculated)).toBeLessThanOrEqual(2);
});

it('fair shares of the calls that begin payments forget who does not come back', async () => {
  await useUp(() => aPayer());
  for (let nr = 0; nr < 200; nr++) await ask(aPayer());
  now += 200_000;
  expect(await useUp(() => aPayer())).toBe(PACE.burst);
});

it('fair shares of the calls that begin payments bound how many tickets one sender may have waiting', async () => {
  await useUp(() => aPayer({ address: 'attacker' }));
  for (let nr = 0; nr < PACE.perMinute * 5 + 50; nr++) await ask(aPayer({ address: 'attacker' }));
  const [one, other] = [aPayer({ address: 'attacker' }), aPayer({ address: 'attacker' })];
  // Without a ticket both are told the same position.
  expect((await ask(one))?.position).toBe((await ask(other))?.position);
});

it('fair shares of the calls that begin payments serve at least 95 % of honest payers while one address asks as fast as it can', async () => {
  const honest = new Map<Provider.Payer, number>();
  let served = 0;
  let longest = 0;
  for (let second = 0; second < 90; second++) {
    for (let nr = 0; nr < 100; nr++) await ask(aPayer({ address: 'attacker' }));
    honest.set(aPayer(), now);
    for (const [payer, since] of honest) {
      if ((await ask(payer)) !== null) continue;
      honest.delete(payer);
      served += 1;
      longest = Math.max(longest, now - since);
    }
    now += 1_000;
  }
  expect(served).toBeGreaterThanOrEqual(0.95 * 90);
  expect(longest).toBeLessThanOrEqual(5_000);
});

it('a pause after a 429 holds for its endpoint only: a refused refund does not stop verify and list', async () => {
  await limit.refused('refund', 60);
  await expect(limit.pass('refunds', { endpoint: 'refund' })).rejects.toMatchObject({
    details: { retryAfter: 60 },
  });
  await expect(limit.pass('books', { endpoint: 'verify' })).resolves.toBeUndefined();
  await expect(limit.pass('books', { endpoint: 'list' })).resolves.toBeUndefined();
  await expect(limit.pass('refunds', { endpoint: 'list-refunds' })).resolves.toBeUndefined();
});

it('a pause after a 429 lets one call probe after ten seconds, and ends when it is answered', async () => {
  await limit.refused('initialize', 60);
  expect(await ask(aPayer())).toMatchObject({ retryAfter: 60, position: 1 });
  now += 10_000;
  expect(await ask(aPayer())).toBeNull();
  expect(await ask(aPayer())).toMatchObject({ position: expect.any(Number) as number });
  await limit.answered('initialize');
  expect(await ask(aPayer())).toBeNull();
  expect(await ask(aPayer())).toBeNull();
});

it('a pause after a 429 probes with one call after the provider’s window, too', async () => {
  await limit.refused('verify', 5);
  now += 5_000;
  await expect(limit.pass('answer', { endpoint: 'verify' })).resolves.toBeUndefined();
  await expect(limit.pass('answer', { endpoint: 'verify' })).rejects.toMatchObject({
    details: { retryAfter: 2 },
  });
  await limit.answered('verify');
  await expect(limit.pass('answer', { endpoint: 'verify' })).resolves.toBeUndefined();
});

it('a pause after a 429 keeps a payer’s place when the turn cannot be used', async () => {
  await limit.refused('initialize', 20);
  const payer = aPayer();
  expect((await ask(payer))?.position).toBe(1);
  for (let nr = 0; nr < 5; nr++) await ask(aPayer());
  expect((await ask(payer))?.position).toBe(1);
});

it('refunds come last: they get only what no one else is owed', async () => {
  const { total, reserved } = budgetOf(CALLS_PER_MINUTE);
  let refunds = 0;
  while (
    await limit.pass('refunds', { endpoint: 'refund' }).then(
      () => true,
      () => false,
    )
  )
    refunds += 1;
  expect(refunds).toBe(total - reserved.begin - reserved.answer - reserved.books);
  for (let nr = 0; nr < reserved.books; nr++) await limit.pass('books', { endpoint: 'verify' });
});
