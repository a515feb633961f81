import { randomUUID } from 'node:crypto';
import { aContest, aUser, type BuiltContest, type BuiltUser, sql } from '../support/builders.js';
import { ApiClient } from '../support/http.js';
import { apiRoutes } from '../support/open-api.js';
import { aPicture } from '../support/pictures.js';
import { expectRefusal } from '../support/refusal.js';
import { type Row, ROWS, type World } from './authorization-rows.js';

let photo: Blob;
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
});

/** One of everything, in a contest of this owner. */
async function aWorld(owner: { id: string }, of?: Row['of']): Promise<World> {
  const contest: BuiltContest = await aContest().ownedBy(owner).paid('1.00').withContestants(1).save();
  const [vote, payment] = [randomUUID(), randomUUID()];
  const { id: contestant, categoryId: category } = contest.contestant;
  await sql`INSERT INTO votes (id, contest_id, category_id, contestant_id, vote_count, price_pesewas,
     amount_pesewas, status, source,
       voter_phone, idempotency_key, request_digest, created_at)
     VALUES (${vote}, ${contest.id}, ${category}, ${contestant}, 1, 100, 100, 'PENDING', 'WEB',
     '+233241234567', ${vote}, '', now())`;
  await sql`INSERT INTO payments (id, vote_id, contest_id, reference, method, flow, state, amount_pesewas,
     created_at, updated_at)
     VALUES (${payment}::uuid, ${vote}, ${contest.id}, ${payment}::text, 'PAYSTACK', 'CHECKOUT', 'INITIALIZED',
     100, now(), now())`;
  const user = of === 'user' ? (await aUser().pending().save()).id : '';
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
  return client.call(route.method, path, row.body?.(world, photo));
}

/**
 * Every route × every kind of person × own, foreign and missing things. The routes come from the API's own document: a new route
 * without a row in authorization-rows.ts fails.
 */
const routes = apiRoutes();

it('every route has a row', () => {
  const without = routes.map(({ method, path }) => `${method} ${path}`).filter((name) => !ROWS[name]);
  expect(without).toEqual([]);
});

describe.each(routes.filter(({ method, path }) => ROWS[`${method} ${path}`]))('$method $path', (route) => {
  const row = ROWS[`${route.method} ${route.path}`] as Row;

  it('needs the permission of its row, as the document says', () =>
    expect(/Needs the permission `([a-z.]+)`/.exec(route.description)?.[1]).toBe(row.permission));

  if (row.access === 'public') {
    const badToken = row.readsToken ? 'refuses' : 'ignores';
    it(`asks nobody to sign in, and ${badToken} a bad token`, async () => {
      for (const client of [visitor, visitor.as('not-a-token')]) {
        const answer = await request(client, route, row, MISSING);
        if (row.readsToken && client !== visitor) expect(answer.code).toBe('UNAUTHENTICATED');
        else expect([401, 403]).not.toContain(answer.code === 'INVALID_CREDENTIALS' ? 0 : answer.status);
      }
    });
    return;
  }

  it('is closed to visitors and bad tokens', async () => {
    for (const client of [visitor, visitor.as('not-a-token')])
      await expectRefusal(request(client, route, row, MISSING), 401, 'UNAUTHENTICATED');
  });

  if (row.access === 'self') return;

  it('is closed to users who organise nothing', async () => {
    await expectRefusal(request(people.plain.api, route, row, MISSING), 403, 'FORBIDDEN');
  });

  it.each(['pending', 'rejected'] as const)('tells a %s organiser so', async (who) => {
    const answer = await request(people[who].api, route, row, MISSING);
    expect([answer.status, answer.message]).toEqual([403, expect.stringContaining('not approved')]);
  });

  if (row.access === 'super-admin') {
    it('is closed to organisers', async () => {
      await expectRefusal(request(people.organiser.api, route, row, MISSING), 403, 'FORBIDDEN');
    });
  }
  if (row.guardOnly) return;

  const { of } = row;
  if (!of) {
    it('is open to whom it is for', async () => {
      const clients = row.access === 'organiser' ? [people.organiser.api] : [];
      for (const client of [...clients, people.admin.api])
        expect((await request(client, route, row, MISSING)).status).toBe(row.own ?? 200);
    });
    return;
  }

  it('finds nothing where there is nothing', async () => {
    const clients = row.access === 'organiser' ? [people.organiser.api] : [];
    for (const client of [...clients, people.admin.api])
      await expectRefusal(request(client, route, row, MISSING), 404, `${of.toUpperCase()}_NOT_FOUND`);
  });

  if (row.access === 'organiser') {
    it('looks to another organiser as if there were nothing', async () => {
      const answer = await request(people.other.api, route, row, await aWorld(people.organiser, of));
      expect([answer.status, answer.code]).toEqual([404, `${of.toUpperCase()}_NOT_FOUND`]);
    });

    it('works for the owner', async () =>
      expect(
        (await request(people.organiser.api, route, row, await aWorld(people.organiser, of))).status,
      ).toBe(row.own ?? 200));

    it('works for a super admin’s own', async () =>
      expect((await request(people.admin.api, route, row, await aWorld(people.admin, of))).status).toBe(
        row.own ?? 200,
      ));
  }

  it('gives a super admin what the specification says for things of others', async () => {
    const answer = await request(people.admin.api, route, row, await aWorld(people.organiser, of));
    expect(answer.status).toBe(row.adminForeign);
    if (row.adminMessage) expect(answer.message).toBe(row.adminMessage);
  });
});
