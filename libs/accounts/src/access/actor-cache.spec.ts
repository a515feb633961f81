import { EventEmitter } from 'node:events';
import { ActorCache } from './actor-cache.js';
import { type Actor, actorOf, isApproved, ownerScope } from './actor.js';

const organiser = (id: string): Actor => ({
  id,
  role: 'COMPANY_ADMIN',
  approvalStatus: 'APPROVED',
  tokenVersion: 1,
});

describe('what is remembered of users', () => {
  let now: number;
  let users: Map<string, Actor>;
  let asked: string[];
  let live: EventEmitter;
  let cache: ActorCache;

  beforeEach(() => {
    now = Date.parse('2026-11-21T20:00:00Z');
    users = new Map([organiser('a'), organiser('b')].map((user) => [user.id, user]));
    asked = [];
    live = new EventEmitter();
    cache = new ActorCache(
      (id) => {
        asked.push(id);
        return Promise.resolve(users.get(id) ?? null);
      },
      { now: () => new Date(now) },
      live,
    );
  });

  it('is asked for once in five seconds', async () => {
    expect(await cache.find('a')).toEqual(organiser('a'));
    now += 4_999;
    expect(await cache.find('a')).toEqual(organiser('a'));
    expect(asked).toEqual(['a']);
    users.set('a', { ...organiser('a'), approvalStatus: 'REJECTED' });
    now += 1;
    expect(await cache.find('a')).toMatchObject({ approvalStatus: 'REJECTED' });
  });

  it('includes that there is no such user', async () => {
    expect(await cache.find('nobody')).toBeNull();
    expect(await cache.find('nobody')).toBeNull();
    expect(asked).toEqual(['nobody']);
  });

  it.each([
    ['this process changed the user', () => cache.drop('a'), ['a']],
    ['another process did', () => live.emit('user', { userId: 'a' }), ['a']],
    ['messages may have been missed', () => live.emit('connected'), ['a', 'b']],
  ])('is forgotten at once when %s', async (_, happens, again) => {
    await cache.find('a');
    await cache.find('b');
    asked.length = 0;
    happens();
    await cache.find('a');
    await cache.find('b');
    expect(asked).toEqual(again);
  });

  it('does not grow without end, however many users there are', async () => {
    for (let i = 0; i < 10_000; i++) await cache.find(`user ${i}`);
    asked.length = 0;
    await cache.find('user 0');
    expect(asked).toEqual([]);
    await cache.find('one more');
    await cache.find('user 0');
    expect(asked).toEqual(['one more', 'user 0']);
  });
});

const row = { ...organiser('a'), deletedAt: null, email: 'a@example.com' };

it('an actor is made of what decides, and of no personal data', () =>
  expect(actorOf(row)).toEqual(organiser('a')));

it('an actor is null when the user is unknown or deleted', () => {
  expect(actorOf(null)).toBeNull();
  expect(actorOf({ ...row, deletedAt: new Date() })).toBeNull();
});

it('an actor is approved only after a super admin has approved it', () => {
  expect(isApproved(organiser('a'))).toBe(true);
  expect(isApproved({ ...organiser('a'), approvalStatus: 'PENDING' })).toBe(false);
  expect(isApproved({ ...organiser('a'), approvalStatus: 'REJECTED' })).toBe(false);
});

it('an actor sees its own lists; a super admin sees those of all owners', () => {
  expect(ownerScope(organiser('a'))).toBe('a');
  expect(ownerScope({ ...organiser('a'), role: 'USER' })).toBe('a');
  expect(ownerScope({ ...organiser('a'), role: 'SUPER_ADMIN' })).toBeNull();
});
