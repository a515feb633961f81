import { randomUUID } from 'node:crypto';
import {
  aContest,
  aUser,
  type BuiltContest,
  type BuiltUser,
  closeDatabase,
  database,
} from '../support/builders.js';
import { ApiClient } from '../support/http.js';
import { apiRoutes } from '../support/open-api.js';
import { aPicture } from '../support/pictures.js';

/**
 * Every route × every kind of person × own, foreign and missing things. The routes come from the API's own document: a new route
 * without a row in `ROWS` fails.
 */
type Thing = 'host' | 'contest' | 'category' | 'contestant' | 'user' | 'vote' | 'payment';
type World = Record<Thing, string>;

interface Row {
  /** Who gets past the guard; `self` is any signed-in user, also an unapproved one. */
  access: 'public' | 'self' | 'organiser' | 'super-admin';
  /** What the path's parameter (or the body's parent) is; absent for routes about nothing in particular. */
  of?: Thing;
  /** What a super admin gets for a thing of another user. */
  adminForeign?: number;
  /** The specification's words for it. */
  adminMessage?: string;
  /** What the owner gets. */
  own?: number;
  body?: (world: World) => unknown;
  /** Answers, but not by ownership: only the guard is tested. */
  guardOnly?: true;
}

const read = (of: Thing): Row => ({ access: 'organiser', of, adminForeign: 200 });
const write = (of: Thing, adminMessage: string, body?: Row['body'], own = 200): Row => ({
  access: 'organiser',
  of,
  adminForeign: 403,
  adminMessage,
  own,
  body,
});
const guard = (access: Row['access']): Row => ({ access, guardOnly: true });
const list: Row = { access: 'organiser' };

const EDIT_HOST = 'Super Admins can view all hosts but can only edit their own hosts';
const MANAGE = 'Super Admins can only manage their own contests';
const soon = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();

const ROWS: Record<string, Row> = {
  'POST /api/auth/register': guard('public'),
  'POST /api/auth/login': guard('public'),
  'POST /api/auth/forgot-password': guard('public'),
  'POST /api/auth/reset-password': guard('public'),
  'POST /api/auth/verify-email': guard('public'),
  'POST /api/auth/verify-email/send': guard('self'),
  'POST /api/auth/reauthenticate': guard('self'),
  'GET /api/auth/second-factor': { access: 'self' },
  'POST /api/auth/second-factor/setup': guard('self'),
  'POST /api/auth/second-factor/confirm': guard('self'),
  'POST /api/auth/second-factor/recovery-codes': guard('self'),
  'DELETE /api/auth/second-factor': guard('self'),
  'GET /api/auth/profile': { access: 'self' },
  'POST /api/auth/logout': guard('self'),

  'GET /api/contests/public': guard('public'),
  'GET /api/contests/{id}/public': guard('public'),
  'POST /api/votes/cast': guard('public'),
  'POST /api/votes/challenge': guard('public'),
  'POST /api/votes/find': guard('public'),
  'POST /api/payments/{provider}/initialize': guard('public'),
  'GET /api/payments/{provider}/verify/{reference}': guard('public'),
  'POST /api/payments/{provider}/charge': guard('public'),
  'GET /api/payments/{provider}/charge/{reference}': guard('public'),
  'POST /api/payments/{provider}/charge/{reference}/otp': guard('public'),
  'POST /api/payments/{provider}/charge/{reference}/pin': guard('public'),
  'POST /api/payments/{provider}/charge/{reference}/phone': guard('public'),
  'POST /api/payments/{provider}/charge/{reference}/birthday': guard('public'),
  'POST /api/payments/{provider}/charge/{reference}/address': guard('public'),

  'GET /api/hosts': list,
  'GET /api/hosts/admin/all': { access: 'super-admin' },
  'POST /api/hosts': {
    access: 'organiser',
    own: 201,
    body: () => ({ name: 'A', email: 'a@b.example', phone: '0241234567', description: 'D' }),
  },
  'GET /api/hosts/{id}': read('host'),
  'GET /api/hosts/{id}/stats': read('host'),
  'PUT /api/hosts/{id}': write('host', EDIT_HOST, () => ({ name: 'New' })),
  'PATCH /api/hosts/{id}/toggle-status': write('host', EDIT_HOST),
  // The world's host has a contest, so its owner is told about that.
  'DELETE /api/hosts/{id}': write('host', 'Super Admins can only delete their own hosts', undefined, 409),

  'GET /api/contests': list,
  'GET /api/contests/admin/all': { access: 'super-admin' },
  'POST /api/contests': write(
    'host',
    MANAGE,
    ({ host }) => ({ hostId: host, title: 'T', description: 'D', startDate: soon(1), endDate: soon(2) }),
    201,
  ),
  'GET /api/contests/{id}': read('contest'),
  'PUT /api/contests/{id}': write('contest', MANAGE, () => ({ title: 'New' })),
  'DELETE /api/contests/{id}': write('contest', 'Super Admins can only delete their own contests'),
  'POST /api/contests/{id}/duplicate': write('contest', MANAGE, undefined, 201),
  'PATCH /api/contests/{id}/toggle-pause': write('contest', MANAGE),
  'PATCH /api/contests/{id}/toggle-results': write('contest', MANAGE),
  'GET /api/contests/{id}/stats': read('contest'),
  'GET /api/contests/{id}/preview': read('contest'),
  'GET /api/contests/{contestId}/console': read('contest'),
  'GET /api/contests/{contestId}/export/payments.csv': read('contest'),
  'GET /api/contests/{contestId}/export/votes.csv': read('contest'),

  'GET /api/categories': list,
  'GET /api/categories/admin/all': { access: 'super-admin' },
  'GET /api/categories/contest/{contestId}': read('contest'),
  'POST /api/categories': write(
    'contest',
    MANAGE,
    ({ contest }) => ({ contestId: contest, name: 'N', description: 'D' }),
    201,
  ),
  'GET /api/categories/{id}': read('category'),
  'PUT /api/categories/{id}': write('category', MANAGE, () => ({ name: 'New' })),
  'DELETE /api/categories/{id}': write('category', MANAGE),
  'GET /api/categories/{id}/stats': read('category'),

  'GET /api/contestants': list,
  'GET /api/contestants/admin/all': { access: 'super-admin' },
  'GET /api/contestants/category/{categoryId}': read('category'),
  'POST /api/contestants': write('category', MANAGE, ({ category }) => contestantForm(category), 201),
  'POST /api/contestants/list': write(
    'category',
    MANAGE,
    ({ category }) => ({ categoryId: category, list: 'N' }),
    201,
  ),
  'GET /api/contestants/{id}': read('contestant'),
  'PUT /api/contestants/{id}': write('contestant', MANAGE, () => ({ name: 'New' })),
  'DELETE /api/contestants/{id}': write('contestant', MANAGE),
  'GET /api/contestants/{id}/stats': read('contestant'),

  'GET /api/votes/contest/{contestId}': read('contest'),
  'GET /api/votes/contest/{contestId}/stats': read('contest'),
  'GET /api/votes/contest/{contestId}/daily': read('contest'),
  'GET /api/votes/contest/{contestId}/pace': read('contest'),
  'GET /api/votes/contest/{contestId}/timeline': read('contest'),
  'GET /api/votes/contest/{contestId}/intake': read('contest'),
  'GET /api/votes/contest/{contestId}/held': read('contest'),
  'POST /api/votes/contest/{contestId}/held/decide': write('contest', MANAGE, () => ({
    decision: 'REJECTED',
    all: true,
  })),
  'POST /api/votes/{id}/reveal': read('vote'),
  'POST /api/votes/manual': guard('organiser'),
  'GET /api/votes/manual': list,
  'GET /api/votes/manual/admin/all': { access: 'super-admin' },
  'POST /api/votes/manual/{id}/confirm': guard('super-admin'),
  'POST /api/votes/manual/{id}/reject': guard('organiser'),
  'GET /api/payments/contest/{contestId}': read('contest'),
  'GET /api/payments/contest/{contestId}/reconciliation': read('contest'),
  'GET /api/payments/contest/{contestId}/stats': read('contest'),
  'GET /api/payments/revenue': list,
  'GET /api/payments/disputes': list,
  // Whose dispute it is: disputes.spec.
  'POST /api/payments/disputes/{id}/evidence': guard('organiser'),
  'POST /api/payments/disputes/{id}/resolve': guard('organiser'),
  'POST /api/payments/{id}/reveal': read('payment'),
  'GET /api/payments/attention': guard('super-admin'),
  'GET /api/payments/corrections': guard('super-admin'),
  'POST /api/payments/{id}/returned': guard('super-admin'),
  'POST /api/payments/{id}/kept': guard('super-admin'),
  // Whose payment it is: refund-requests.spec.
  'POST /api/payments/{id}/refund-request': guard('organiser'),
  'POST /api/payments/corrections/{id}/confirm': guard('super-admin'),
  'POST /api/payments/corrections/{id}/reject': guard('super-admin'),
  'GET /api/payments/webhooks/set-aside': guard('super-admin'),
  'POST /api/payments/webhooks/{id}/retry': guard('super-admin'),
  'POST /api/payments/{id}/refund': guard('super-admin'),
  'POST /api/payments/{id}/accept': guard('super-admin'),
  'GET /api/payments/differences': guard('super-admin'),
  'GET /api/payments/{id}/evidence': guard('super-admin'),
  'POST /api/payments/{id}/notes': guard('super-admin'),
  'GET /api/statistics': list,
  'GET /api/statistics/overview': list,
  'GET /api/audit': list,

  'GET /api/users': { access: 'super-admin' },
  'GET /api/users/pending/count': { access: 'super-admin' },
  'GET /api/users/{id}': { access: 'super-admin', of: 'user', adminForeign: 200 },
  'POST /api/users/{id}/reveal': { access: 'super-admin', of: 'user', adminForeign: 200 },
  'PUT /api/users/{id}/approve': { access: 'super-admin', of: 'user', adminForeign: 200 },
  'PUT /api/users/{id}/reject': {
    access: 'super-admin',
    of: 'user',
    adminForeign: 200,
    body: () => ({ reason: 'No' }),
  },
  'DELETE /api/users/{id}': { access: 'super-admin', of: 'user', adminForeign: 200 },
};

let photo: Blob;
function contestantForm(categoryId: string): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({ categoryId, name: 'N', bio: 'B' })) form.set(name, value);
  form.set('photo', photo, 'photo.png');
  return form;
}

const visitor = new ApiClient();
const people = {} as Record<'plain' | 'pending' | 'rejected' | 'organiser' | 'other' | 'admin', BuiltUser>;

beforeAll(async () => {
  photo = await aPicture({ width: 20, height: 20 });
  [people.plain, people.pending, people.rejected, people.organiser, people.other, people.admin] =
    await Promise.all([
      aUser().plain().save(),
      aUser().pending().save(),
      aUser().rejected().save(),
      aUser().save(),
      aUser().save(),
      aUser().superAdmin().save(),
    ]);
}, 300_000);
afterAll(closeDatabase);

/** One of everything, in a contest of this owner. */
async function aWorld(owner: { id: string }): Promise<World> {
  const contest: BuiltContest = await aContest().ownedBy(owner).paid('1.00').withContestants(1).save();
  const [vote, payment] = [randomUUID(), randomUUID()];
  const { id: contestant, categoryId: category } = contest.contestant;
  await database().query(
    `INSERT INTO votes (id, contest_id, category_id, contestant_id, vote_count, price_pesewas, amount_pesewas, status, source,
       voter_phone, idempotency_key, request_digest, created_at)
     VALUES ($1, $2, $3, $4, 1, 100, 100, 'PENDING', 'WEB', '+233241234567', $1, '', now())`,
    [vote, contest.id, category, contestant],
  );
  await database().query(
    `INSERT INTO payments (id, vote_id, contest_id, reference, method, flow, state, amount_pesewas, created_at, updated_at)
     VALUES ($1::uuid, $2, $3, $1::text, 'PAYSTACK', 'CHECKOUT', 'INITIALIZED', 100, now(), now())`,
    [payment, vote, contest.id],
  );
  const user = (await aUser().pending().save()).id;
  return { host: contest.hostId, contest: contest.id, category, contestant, user, vote, payment };
}

const MISSING: World = {
  host: randomUUID(),
  contest: randomUUID(),
  category: randomUUID(),
  contestant: randomUUID(),
  user: randomUUID(),
  vote: randomUUID(),
  payment: randomUUID(),
};

function request(client: ApiClient, route: { method: string; path: string }, row: Row, world: World) {
  const path = route.path
    .replace('/api', '')
    .replace('{provider}', 'paystack')
    .replace('{reference}', 'A-NOBODY')
    .replace(/\{\w+\}/, row.of ? world[row.of] : randomUUID());
  return client.call(route.method, path, row.body?.(world));
}

const routes = apiRoutes();

it('every route has a row', () => {
  const without = routes.map(({ method, path }) => `${method} ${path}`).filter((name) => !ROWS[name]);
  expect(without).toEqual([]);
});

describe.each(routes.filter(({ method, path }) => ROWS[`${method} ${path}`]))('$method $path', (route) => {
  const row = ROWS[`${route.method} ${route.path}`] as Row;

  if (row.access === 'public') {
    it('asks nobody to sign in, and ignores a bad token', async () => {
      for (const client of [visitor, visitor.as('not-a-token')]) {
        const answer = await request(client, route, row, MISSING);
        expect([401, 403]).not.toContain(answer.code === 'INVALID_CREDENTIALS' ? 0 : answer.status);
      }
    });
    return;
  }

  it('is closed to visitors and bad tokens', async () => {
    for (const client of [visitor, visitor.as('not-a-token')]) {
      const answer = await request(client, route, row, MISSING);
      expect([answer.status, answer.code]).toEqual([401, 'UNAUTHENTICATED']);
    }
  });

  if (row.access === 'self') return;

  it('is closed to users who organise nothing', async () => {
    const answer = await request(people.plain.api, route, row, MISSING);
    expect([answer.status, answer.code]).toEqual([403, 'FORBIDDEN']);
  });

  it.each(['pending', 'rejected'] as const)('tells a %s organiser so', async (who) => {
    const answer = await request(people[who].api, route, row, MISSING);
    expect([answer.status, answer.message]).toEqual([403, expect.stringContaining('not approved')]);
  });

  if (row.access === 'super-admin') {
    it('is closed to organisers', async () => {
      const answer = await request(people.organiser.api, route, row, MISSING);
      expect([answer.status, answer.code]).toEqual([403, 'FORBIDDEN']);
    });
  }
  if (row.guardOnly) return;

  const { of } = row;
  if (!of) {
    it('is open to whom it is for', async () => {
      const clients = row.access === 'organiser' ? [people.organiser.api] : [];
      for (const client of [...clients, people.admin.api]) {
        expect((await request(client, route, row, MISSING)).status).toBe(row.own ?? 200);
      }
    });
    return;
  }

  it('finds nothing where there is nothing', async () => {
    const clients = row.access === 'organiser' ? [people.organiser.api] : [];
    for (const client of [...clients, people.admin.api]) {
      const answer = await request(client, route, row, MISSING);
      expect([answer.status, answer.code]).toEqual([404, `${of.toUpperCase()}_NOT_FOUND`]);
    }
  });

  if (row.access === 'organiser') {
    it('looks to another organiser as if there were nothing', async () => {
      const answer = await request(people.other.api, route, row, await aWorld(people.organiser));
      expect([answer.status, answer.code]).toEqual([404, `${of.toUpperCase()}_NOT_FOUND`]);
    });

    it('works for the owner', async () => {
      expect((await request(people.organiser.api, route, row, await aWorld(people.organiser))).status).toBe(
        row.own ?? 200,
      );
    });

    it('works for a super admin’s own', async () => {
      expect((await request(people.admin.api, route, row, await aWorld(people.admin))).status).toBe(
        row.own ?? 200,
      );
    });
  }

  it('gives a super admin what the specification says for things of others', async () => {
    const answer = await request(people.admin.api, route, row, await aWorld(people.organiser));
    expect(answer.status).toBe(row.adminForeign);
    if (row.adminMessage) expect(answer.message).toBe(row.adminMessage);
  });
});
