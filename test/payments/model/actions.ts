import fc from 'fast-check';
import type { Bundle, VoteWindow } from '@abato/contracts';
import type { PaymentUpdate } from '@abato/testing/payments';
import { type Endpoint, ENDPOINTS, type RefundAnswer } from './client.js';
import type { SettlementStatus } from './settlements.js';
import type { World } from './world.js';

/** What may happen, in any order. Numbers pick a vote or an attempt among those there are. */
export type Action =
  | { do: 'cast'; votes: number }
  | { do: 'begin'; vote: number; flow: 'CHECKOUT' | 'CHARGE'; answer: 'ok' | 'lost' | 'refused' }
  /** A lost page is asked for anew, and both are paid: left to chance this would happen in one life of five hundred. */
  | { do: 'payTwice'; vote: number }
  /** After the end, by a process whose clock or release let it through, and paid at once. */
  | { do: 'beginLate'; vote: number }
  /** Also after a decline, after the contest's end and later: a late success. */
  | { do: 'pay'; attempt: number; lie: 'none' | 'less' | 'more' | 'currency' }
  | { do: 'decline' | 'reverse' | 'win' | 'kept'; attempt: number }
  /** A person at the provider gives a part back, or a bank disputes or is given a part; a webhook tells of it, or nothing does. */
  | { do: 'foreign' | 'dispute' | 'lose' | 'loseAgain'; attempt: number; percent: number; told: boolean }
  /** A super admin says that the payer has a part of the money back. */
  | { do: 'returned'; attempt: number; percent: number }
  /** The provider's signed webhook, none to five times, at once. */
  | { do: 'webhook'; attempt: number; copies: number }
  /** Webhooks about everything paid, each so often, are kept and settled together by several readers at once. */
  | { do: 'inbox'; copies: number; readers: number }
  /** The return page asks. */
  | { do: 'verify'; attempt: number }
  /** What is due by the schedule is asked about, and the provider's list is read. */
  | { do: 'sweep' | 'list' | 'lists' }
  /** The provider refuses the next call of an endpoint with a 429. */
  | { do: 'limit'; endpoint: Endpoint }
  /** Everything that can be told is told at once, several times, in the order of `keys`. */
  | { do: 'storm'; copies: number; keys: number[] }
  /** A super admin gives money back, or accepts what is held. */
  | { do: 'order' | 'accept'; attempt: number }
  | { do: 'refund'; answer: RefundAnswer }
  /** The provider closes its day; a settlement under way reaches the account, or does not; the worker reads settlements. */
  | { do: 'close'; status: SettlementStatus; share: number; short: number }
  | { do: 'payout'; status: 'success' | 'failed' }
  | { do: 'settlements' }
  | { do: 'processed'; told: boolean; fails: boolean }
  | { do: 'end' | 'archive' }
  /** The worker looks whether results are final. */
  | { do: 'finish' }
  /** Bundles of 2 and 4 votes at a part of the single price, and a window around now. */
  | { do: 'price'; pesewas: number; bundles: number[]; multiplier: number }
  | { do: 'wait'; minutes: number };

const pick = fc.nat(7);
const percent = fc.constantFrom(1, 33, 50, 80, 100);
const rarely = fc.constantFrom(false, false, false, true);
const one = <T extends string>(...words: T[]): fc.Arbitrary<T> => fc.constantFrom(...words);
/** An action with these fields, drawn so many times as often as one with a weight of 1. */
const often = <A extends Action>(
  weight: number,
  fields: { [K in keyof A]: fc.Arbitrary<A[K]> },
): fc.WeightedArbitrary<Action> => ({ weight, arbitrary: fc.record(fields) as unknown as fc.Arbitrary<A> });

export const actions: fc.Arbitrary<Action[]> = fc.array(
  fc.oneof(
    often(4, { do: one('cast'), votes: fc.integer({ min: 1, max: 5 }) }),
    often(6, {
      do: one('begin'),
      vote: pick,
      flow: one('CHECKOUT', 'CHECKOUT', 'CHARGE'),
      answer: one('ok', 'ok', 'lost', 'refused'),
    }),
    often(6, {
      do: one('pay'),
      attempt: pick,
      lie: one('none', 'none', 'none', 'less', 'more', 'currency'),
    }),
    often(1, { do: one('payTwice', 'beginLate'), vote: pick }),
    often(4, { do: one('decline', 'decline', 'reverse', 'win', 'kept'), attempt: pick }),
    often(5, {
      do: one('foreign', 'foreign', 'dispute', 'dispute', 'lose', 'loseAgain'),
      attempt: pick,
      percent,
      told: fc.boolean(),
    }),
    often(1, { do: one('returned'), attempt: pick, percent }),
    often(1, { do: one('limit'), endpoint: one(...ENDPOINTS) }),
    often(4, { do: one('webhook'), attempt: pick, copies: fc.integer({ min: 0, max: 5 }) }),
    often(3, {
      do: one('inbox'),
      copies: fc.integer({ min: 0, max: 5 }),
      readers: fc.integer({ min: 1, max: 3 }),
    }),
    often(3, { do: one('verify'), attempt: pick }),
    often(2, { do: one('sweep', 'sweep', 'list', 'lists') }),
    often(3, {
      do: one('storm'),
      copies: fc.integer({ min: 1, max: 5 }),
      keys: fc.array(fc.nat(1000), { minLength: 8, maxLength: 8 }),
    }),
    often(4, { do: one('order', 'accept'), attempt: pick }),
    often(3, { do: one('refund'), answer: one('ok', 'ok', 'lost', 'down', 'raced') }),
    often(2, { do: one('processed'), told: fc.boolean(), fails: rarely }),
    often(3, {
      do: one('close'),
      status: one('success', 'success', 'processing', 'failed'),
      share: fc.constantFrom(1, 1, 0.5),
      short: fc.constantFrom(0, 0, 0, 1),
    }),
    often(1, { do: one('payout'), status: one('success', 'failed') }),
    often(2, { do: one('settlements') }),
    often(1, { do: one('end', 'archive') }),
    often(1, { do: one('finish') }),
    often(3, {
      do: one('price'),
      pesewas: fc.constantFrom(50, 97, 100, 250),
      bundles: fc.subarray([2, 4]),
      multiplier: fc.integer({ min: 1, max: 5 }),
    }),
    often(2, { do: one('wait'), minutes: fc.constantFrom(1, 12, 40) }),
  ),
  { minLength: 4, maxLength: 24, size: 'max' },
);

/** Bundles cost seven tenths of their votes; the window opens now and lasts ten minutes. */
function offersOf(
  { pesewas, bundles, multiplier }: Action & { do: 'price' },
  now: Date,
): [Bundle[], VoteWindow[]] {
  const until = new Date(now.getTime() + 600_000).toISOString();
  return [
    bundles.map((votes) => ({ votes, pricePesewas: Math.floor(votes * pesewas * 0.7) })),
    multiplier > 1 ? [{ from: now.toISOString(), until, multiplier }] : [],
  ];
}

const AFTER_PAYING = new Set<Action['do']>([
  'reverse',
  'dispute',
  'lose',
  'loseAgain',
  'win',
  'foreign',
  'returned',
  'kept',
  'order',
  'accept',
]);

/** Let one thing happen. An action about something that is not there does nothing. */
export async function perform(world: World, action: Action): Promise<void> {
  switch (action.do) {
    case 'cast':
      return world.cast(action.votes);
    case 'begin':
    case 'beginLate':
    case 'payTwice': {
      const vote = world.votes[action.vote % Math.max(1, world.votes.length)];
      if (!vote) return;
      if (action.do === 'beginLate') return beginLate(world, vote);
      return action.do === 'begin' ? world.begin(vote, action.answer, action.flow) : payTwice(world, vote);
    }
    case 'storm':
      return storm(world, action.copies, action.keys);
    case 'sweep':
      return world.sweep();
    case 'list':
      return world.readList();
    case 'inbox':
      return world.throughInbox(action.copies, action.readers);
    case 'refund':
      return world.returns.run(action.answer);
    case 'processed':
      return world.returns.processed(action);
    case 'close':
      return world.settlements.close(action);
    case 'payout':
      return world.settlements.payout(action.status);
    case 'settlements':
      return world.settlements.read();
    case 'lists':
      return world.returns.read();
    case 'limit':
      world.returns.client.limited.add(action.endpoint);
      return;
    case 'end':
      return world.endContest();
    case 'finish':
      return world.finish();
    case 'archive':
      return world.archive();
    case 'price':
      return world.changePrice(action.pesewas, ...offersOf(action, world.now));
    case 'wait':
      world.now = new Date(world.now.getTime() + action.minutes * 60_000);
      return;
    default: {
      // What happens to money needs money: else nearly all of it would happen to attempts that were not paid.
      const some = AFTER_PAYING.has(action.do) ? world.paidAttempts() : world.attempts;
      const attempt = some[action.attempt % Math.max(1, some.length)];
      if (attempt) await onAttempt(world, attempt.reference, action);
    }
  }
}

async function onAttempt(
  world: World,
  reference: string,
  action: Extract<Action, { attempt: number }>,
): Promise<void> {
  const { provider } = world;
  switch (action.do) {
    case 'pay': {
      const { asked } = provider.find(reference);
      const lies = {
        none: {},
        less: { amount: asked - 1 },
        more: { amount: asked + 1 },
        currency: { currency: 'NGN' },
      };
      return provider.pay(reference, world.now, lies[action.lie]);
    }
    case 'decline':
      return provider.decline(reference);
    case 'reverse':
      return provider.reverse(reference);
    case 'foreign':
      provider.refundByHand(reference, action.percent);
      return action.told ? world.returns.tellRefunds(reference) : undefined;
    case 'dispute':
      provider.dispute(reference, action.percent);
      return action.told ? world.returns.tellDispute(reference) : undefined;
    case 'lose':
      provider.dispute(reference, action.percent);
      provider.resolve(reference, 'merchant-accepted');
      return action.told ? world.returns.tellDispute(reference) : undefined;
    case 'loseAgain':
      provider.chargeBackAgain(reference, action.percent);
      return action.told ? world.returns.tellDispute(reference) : undefined;
    case 'win':
      provider.resolve(reference, 'declined');
      return world.returns.tellDispute(reference);
    case 'returned':
      return world.returns.returnByHand(reference, action.percent);
    case 'kept':
      return world.returns.keepByHand(reference);
    case 'webhook': {
      const update = world.webhookOf(reference);
      await Promise.all(
        Array.from({ length: update ? action.copies : 0 }, () => world.confirm(update as PaymentUpdate)),
      );
      return;
    }
    case 'verify':
      await world.confirm(world.answerAbout(reference, 'verify'));
      return;
    case 'order':
      return world.orderRefund(reference);
    case 'accept':
      return world.accept(reference);
  }
}

async function payTwice(world: World, vote: string): Promise<void> {
  await world.begin(vote, 'lost');
  await world.begin(vote, 'ok');
  for (const { reference, voteId } of world.attempts)
    if (voteId === vote) world.provider.pay(reference, world.now);
}

/** As a process of an earlier release, which refuses later: begun after the end, and paid at once. */
export async function beginLate(world: World, vote: string): Promise<void> {
  const [now, known] = [world.now, world.attempts.length];
  if (now <= world.end) return;
  world.now = new Date(world.end.getTime() - 1);
  await world.begin(vote, 'ok');
  world.now = now;
  for (const attempt of world.attempts.slice(known)) {
    attempt.begunAt = now;
    await world.owner.query('UPDATE payments SET created_at = $2 WHERE reference = $1', [
      attempt.reference,
      now,
    ]);
    world.provider.pay(attempt.reference, now);
  }
}

async function storm(world: World, copies: number, keys: number[]): Promise<void> {
  const all = world.attempts.flatMap(({ reference }) => world.updatesOf(reference));
  const repeated = Array.from({ length: copies }, () => all).flat();
  const order = repeated
    .map((update, index) => ({ update, key: ((keys[index % keys.length] ?? 0) * (index + 1)) % 1009 }))
    .sort((a, b) => a.key - b.key);
  await Promise.all(order.map(({ update }) => world.confirm(update)));
}
