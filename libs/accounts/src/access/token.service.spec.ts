import { EventEmitter } from 'node:events';
import { jest } from '@jest/globals';
import jwt from 'jsonwebtoken';
import { ActorCache } from './actor-cache.js';
import type { Actor } from './actor.js';
import { TokenService } from './token.service.js';

const SECRET = 'a secret of the token test, long enough to sign with';
const ACTOR: Actor = {
  id: '00000000-0000-4000-8000-000000000001',
  role: 'COMPANY_ADMIN',
  approvalStatus: 'APPROVED',
  tokenVersion: 3,
};
const BEGIN = new Date('2026-11-21T20:00:00Z');

describe('session tokens', () => {
  let readable: boolean;
  let asked: string[];
  let tokens: TokenService;

  beforeEach(() => {
    jest.useFakeTimers({ now: BEGIN });
    readable = true;
    asked = [];
    const read = (id: string) => {
      asked.push(id);
      if (!readable) return Promise.reject(new Error('no database'));
      return Promise.resolve(id === ACTOR.id ? ACTOR : null);
    };
    const actors = new ActorCache(read, { now: () => new Date() }, new EventEmitter());
    tokens = new TokenService({ JWT_SECRET: SECRET }, actors);
  });
  afterEach(() => jest.useRealTimers());

  it('name their user for twelve hours', async () => {
    const token = tokens.sign(ACTOR.id, 3);
    jest.setSystemTime(+BEGIN + 12 * 3_600_000 - 1);
    expect(await tokens.verify(token)).toEqual(ACTOR);
    jest.setSystemTime(+BEGIN + 12 * 3_600_000);
    expect(await tokens.verify(token)).toBeNull();
  });

  it('hold the user and the version and nothing else about anybody', () =>
    expect(Object.keys(jwt.decode(tokens.sign(ACTOR.id, 3)) as object).sort()).toEqual([
      'exp',
      'iat',
      'sub',
      'ver',
    ]));

  it('are revoked by a newer version', async () => {
    expect(await tokens.verify(tokens.sign(ACTOR.id, 2))).toBeNull();
    expect(await tokens.verify(tokens.sign(ACTOR.id, 3))).toEqual(ACTOR);
  });

  it('of another key, another algorithm or none, or without an end, are refused without a query for the user', async () => {
    const payload = { sub: ACTOR.id, ver: 3 };
    // With an end: a token without one is refused for that alone, whatever signed it.
    const ends = { expiresIn: 60 };
    for (const token of [
      jwt.sign(payload, 'another secret that nobody has agreed on', ends),
      jwt.sign(payload, SECRET, { algorithm: 'HS512', ...ends }),
      jwt.sign(payload, '', { algorithm: 'none', ...ends }),
      jwt.sign({ sub: 'everybody', ver: 3 }, SECRET, ends),
      jwt.sign(payload, SECRET),
      `${tokens.sign(ACTOR.id, 3)}x`,
      '',
      'nonsense',
      undefined,
      null,
      7,
      { token: 'x' },
      ['x'],
    ]) {
      expect(await tokens.verify(token)).toBeNull();
    }
    expect(asked).toEqual([]);
  });

  describe('with a new key in front of the one before', () => {
    const OLD = 'the secret before that of the token test';
    const NEW = 'the next secret of the token test without commas';
    const at = (setting: string) =>
      new TokenService(
        { JWT_SECRET: setting },
        new ActorCache(() => Promise.resolve(ACTOR), { now: () => new Date() }, new EventEmitter()),
      );
    const both = at(`b:${NEW},a:${OLD}`);

    it('are signed by the new one, which their header names', async () => {
      const token = both.sign(ACTOR.id, 3);
      expect(jwt.decode(token, { complete: true })?.header.kid).toBe('b');
      expect(await at(`c:${OLD},b:${NEW}`).verify(token)).toEqual(ACTOR);
      expect(await at(`b:${OLD}`).verify(token)).toBeNull();
    });

    it('hold on when the one before signed them, with a name or without', async () => {
      for (const before of [at(OLD), at(`a:${OLD}`)])
        expect(await both.verify(before.sign(ACTOR.id, 3))).toEqual(ACTOR);
    });

    it('end with the key that signed them', async () => {
      const after = at(`b:${NEW}`);
      for (const before of [at(OLD), at(`a:${OLD}`)])
        expect(await after.verify(before.sign(ACTOR.id, 3))).toBeNull();
    });

    it('cannot choose their key by a name that is none', async () => {
      const payload = { sub: ACTOR.id, ver: 3 };
      for (const keyid of ['', 'x', 'a,b', '__proto__'])
        expect(await both.verify(jwt.sign(payload, NEW, { keyid, expiresIn: 60 }))).toBeNull();
      expect(await both.verify(jwt.sign(payload, OLD, { keyid: 'b', expiresIn: 60 }))).toBeNull();
    });
  });

  it('are not called bad when the database cannot be asked', async () => {
    readable = false;
    await expect(tokens.verify(tokens.sign(ACTOR.id, 3))).rejects.toThrow('no database');
  });
});
