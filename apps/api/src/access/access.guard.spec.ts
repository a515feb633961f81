import { Controller, Get } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, NestFactory, Reflector } from '@nestjs/core';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import { PassportModule } from '@nestjs/passport';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { EventEmitter } from 'node:events';
import jwt from 'jsonwebtoken';
import { type Actor, TokenService } from '@abato/accounts';
import { ActorCache } from '@abato/testing/accounts';
import type { ApprovalStatus, ErrorBody, Role } from '@abato/contracts';
import { CLOCK, ENVIRONMENT, LOGGER, systemClock } from '@abato/platform';
import { createLogger } from '@abato/testing/platform';
import { ErrorFilter } from '../http/error.filter.js';
import {
  CurrentActor,
  Organiser,
  Public,
  Reauthenticated,
  SignedIn,
  SuperAdmin,
} from './access.decorators.js';
import { AccessGuard } from './access.guard.js';
import { JwtStrategy } from './jwt.strategy.js';

const SECRET = 'a secret of the guard test, long enough to sign with';

/** One route for every kind of access, and one without a decision. */
@Controller()
class Routes {
  @Public() @Get('public') open() {
    return 'public';
  }
  @SignedIn({ unapproved: true }) @Get('unapproved') unapproved(@CurrentActor() actor: Actor) {
    return actor.id;
  }
  @SignedIn() @Get('signed-in') signedIn(@CurrentActor() actor: Actor) {
    return actor.id;
  }
  @Organiser('contest.read') @Get('organiser') organiser(@CurrentActor() actor: Actor) {
    return actor.id;
  }
  @SuperAdmin() @Get('super-admin') superAdmin(@CurrentActor() actor: Actor) {
    return actor.id;
  }
  @SignedIn() @Reauthenticated() @Get('personal') personal(@CurrentActor() actor: Actor) {
    return actor.id;
  }
  @SignedIn() @Reauthenticated({ always: true }) @Get('sign-in') signIn(@CurrentActor() actor: Actor) {
    return actor.id;
  }
  // oxlint-disable-next-line abato/guarded-routes -- what a forgotten decorator does is under test
  @Get('undecided') undecided() {
    return 'undecided';
  }
}

const person = (digit: number, role: Role, approvalStatus: ApprovalStatus): Actor => ({
  id: `00000000-0000-4000-8000-00000000000${digit}`,
  role,
  approvalStatus,
  tokenVersion: 3,
});
const PEOPLE = {
  approved: person(1, 'COMPANY_ADMIN', 'APPROVED'),
  pending: person(2, 'COMPANY_ADMIN', 'PENDING'),
  rejected: person(3, 'COMPANY_ADMIN', 'REJECTED'),
  admin: person(4, 'SUPER_ADMIN', 'APPROVED'),
  user: person(5, 'USER', 'APPROVED'),
  // Only organisers need an approval.
  newUser: person(6, 'USER', 'PENDING'),
  withFactor: { ...person(7, 'COMPANY_ADMIN', 'APPROVED'), secondFactor: true as const },
};
const UNREADABLE = '00000000-0000-4000-8000-00000000000f';

const env = { JWT_SECRET: SECRET, production: false };
let app: NestFastifyApplication;
let url: string;

beforeAll(async () => {
  const known = new Map(Object.values(PEOPLE).map((actor) => [actor.id, actor]));
  const read = (id: string) =>
    id === UNREADABLE ? Promise.reject(new Error('no database')) : Promise.resolve(known.get(id) ?? null);
  class GuardedModule {}
  app = await NestFactory.create<NestFastifyApplication>(
    {
      module: GuardedModule,
      imports: [PassportModule],
      controllers: [Routes],
      providers: [
        { provide: ENVIRONMENT, useValue: env },
        { provide: CLOCK, useValue: systemClock },
        { provide: LOGGER, useValue: createLogger('api', 'silent') },
        { provide: ActorCache, useValue: new ActorCache(read, systemClock, new EventEmitter()) },
        { provide: APP_GUARD, useClass: AccessGuard },
        { provide: APP_FILTER, useClass: ErrorFilter },
        TokenService,
        JwtStrategy,
      ],
    },
    new FastifyAdapter(),
    { logger: false, abortOnError: false },
  );
  await app.listen(0, '127.0.0.1');
  url = await app.getUrl();
});
afterAll(() => app.close());

const tokenOf = ({ id, tokenVersion }: Actor): string => app.get(TokenService).sign(id, tokenVersion);
async function call(route: string, headers: Record<string, string> = {}) {
  const answer = await fetch(`${url}/${route}`, { headers });
  const body = await answer.text();
  return { status: answer.status, body, refusal: answer.ok ? null : (JSON.parse(body) as ErrorBody) };
}
const as = (actor: Actor, route: string) => call(route, { authorization: `Bearer ${tokenOf(actor)}` });

describe('who gets in', () => {
  it.each([
    ['public', 'approved pending rejected admin user newUser withFactor'],
    ['unapproved', 'approved pending rejected admin user newUser withFactor'],
    ['signed-in', 'approved admin user newUser withFactor'],
    ['organiser', 'approved admin withFactor'],
    ['super-admin', 'admin'],
    ['undecided', ''],
  ])('%s: %s', async (route, allowed) => {
    for (const [name, actor] of Object.entries(PEOPLE)) {
      const { status } = await as(actor, route);
      expect([name, status]).toEqual([name, allowed.split(' ').includes(name) ? 200 : 403]);
    }
  });

  it('is the person of the token, as the database knows them', async () => {
    for (const route of ['unapproved', 'signed-in', 'organiser'])
      expect((await as(PEOPLE.approved, route)).body).toBe(PEOPLE.approved.id);
    expect((await as(PEOPLE.admin, 'super-admin')).body).toBe(PEOPLE.admin.id);
  });

  it('is refused without a token, except on public routes', async () => {
    expect(await call('public')).toMatchObject({ status: 200, body: 'public' });
    for (const route of ['unapproved', 'signed-in', 'organiser', 'super-admin', 'undecided']) {
      const { status, refusal } = await call(route);
      expect([route, status, refusal]).toEqual([
        route,
        401,
        expect.objectContaining({ success: false, code: 'UNAUTHENTICATED' }),
      ]);
    }
  });

  it('asks only HTTP requests: sockets show their token when they connect', async () => {
    const socket = new ExecutionContextHost([]);
    socket.setType('ws');
    const log = createLogger('api', 'silent');
    const guard = new AccessGuard(new Reflector(), log, { production: false }, systemClock);
    expect(await guard.canActivate(socket)).toBe(true);
  });
});

it('who is not approved is told so, and a rejected organiser whom to ask', async () => {
  const answers = await Promise.all([as(PEOPLE.pending, 'organiser'), as(PEOPLE.rejected, 'organiser')]);
  const [pending, rejected] = answers.map(({ refusal }) => refusal);
  // The web client looks for these words (specification §6).
  expect(pending).toMatchObject({ code: 'NOT_APPROVED', message: expect.stringContaining('not approved') });
  expect(pending?.message).toContain('notified');
  expect(rejected).toMatchObject({
    code: 'NOT_APPROVED',
    message: expect.stringContaining('not approved'),
  });
  expect(rejected?.message).toContain('contact support');
});

const signed = (payload: object, secret = SECRET, options: jwt.SignOptions = {}) =>
  call('signed-in', {
    authorization: `Bearer ${jwt.sign(payload, secret, { expiresIn: 60, ...options })}`,
  });
const { id: sub, tokenVersion: ver } = PEOPLE.approved;

it('a token is taken when we signed it', async () => expect((await signed({ sub, ver })).status).toBe(200));

it.each([
  ['signed with another key', { sub, ver }, 'another secret that nobody has agreed on', {}],
  ['signed in another way', { sub, ver }, SECRET, { algorithm: 'HS512' as const }],
  ['that is over', { sub, ver }, SECRET, { expiresIn: -1 }],
  ['of before a logout everywhere', { sub, ver: ver - 1 }, SECRET, {}],
  ['of a version that does not exist yet', { sub, ver: ver + 1 }, SECRET, {}],
  ['without a version', { sub }, SECRET, {}],
  ['of a deleted user', { sub: sub.replace(/1$/, '9'), ver }, SECRET, {}],
  ['of something that is no user', { sub: 'everybody', ver }, SECRET, {}],
  ['without a user', { ver }, SECRET, {}],
])('a token %s is refused', async (_, payload, secret, options) => {
  const { status, refusal } = await signed(payload, secret, options);
  expect([status, refusal?.code]).toEqual([401, 'UNAUTHENTICATED']);
});

it('a token is taken from the header only, as a bearer', async () => {
  const token = tokenOf(PEOPLE.approved);
  for (const [name, value] of [
    ['authorization', token],
    ['authorization', `Basic ${token}`],
    ['cookie', token],
  ] as const) {
    expect((await call('signed-in', { [name]: value })).status).toBe(401);
  }
  expect((await call(`signed-in?token=${token}&access_token=${token}&auth_token=${token}`)).status).toBe(401);
});

it('a token counts for nothing on public routes', async () =>
  expect(await call('public', { authorization: 'Bearer nonsense' })).toMatchObject({
    status: 200,
    body: 'public',
  }));

it('a token is not called bad when the database could not be asked', async () => {
  const { status, refusal } = await signed({ sub: UNREADABLE, ver });
  expect([status, refusal?.code]).toEqual([500, 'INTERNAL']);
});

describe('how strong a sign-in must be', () => {
  afterEach(() => {
    env.production = false;
  });
  /** A call by a token that was given out so long ago. */
  const signedIn = (actor: Actor, secondsAgo: number, route: string) => {
    const iat = Math.floor(Date.now() / 1000) - secondsAgo;
    const token = jwt.sign({ sub: actor.id, ver: actor.tokenVersion, iat }, SECRET, { expiresIn: 3_600 });
    return call(route, { authorization: `Bearer ${token}` });
  };

  it('in production a super admin without a second factor reaches nothing but the set-up', async () => {
    env.production = true;
    const refused = await as(PEOPLE.admin, 'super-admin');
    expect([refused.status, refused.refusal]).toEqual([
      403,
      expect.objectContaining({
        code: 'SECOND_FACTOR_REQUIRED',
        message: 'Set up a second factor in your profile before you continue.',
      }),
    ]);
    expect((await as(PEOPLE.admin, 'unapproved')).status).toBe(200);
    expect((await as(PEOPLE.approved, 'organiser')).status).toBe(200);
  });

  it('users with a second factor confirm themselves again before what shows personal data, all before a change of the sign-in', async () => {
    const again = async (actor: Actor, secondsAgo: number, route: string) =>
      (await signedIn(actor, secondsAgo, route)).refusal?.code;
    expect(await again(PEOPLE.withFactor, 600, 'personal')).toBe('REAUTHENTICATION_REQUIRED');
    expect(await again(PEOPLE.withFactor, 10, 'personal')).toBeUndefined();
    expect(await again(PEOPLE.withFactor, 600, 'signed-in')).toBeUndefined();
    expect(await again(PEOPLE.approved, 600, 'personal')).toBeUndefined();
    expect(await again(PEOPLE.approved, 600, 'sign-in')).toBe('REAUTHENTICATION_REQUIRED');
    expect(await again(PEOPLE.approved, 10, 'sign-in')).toBeUndefined();
  });
});
