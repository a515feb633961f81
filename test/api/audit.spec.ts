import { AUDIT_ACTIONS } from '@abato/testing/accounts';
import type { AuditEntryView } from '@abato/contracts';
import { runAdmin } from '../support/admin.js';
import { aContest, aUser, type BuiltUser, database, sql } from '../support/builders.js';
import type { ApiClient } from '../support/http.js';
import { waitFor } from '../support/wait-for.js';
import { AUDITED } from './audit-actions.js';
import { anAuditWorld, type AuditWorld } from './audit-world.js';

const [owner, admin] = await Promise.all([aUser().save(), aUser().superAdmin().save()]);
const contest = await aContest().ownedBy(owner).withContestants(2).save();
// Decisions on three days; the last with a change of each kind.
for (const [day, action] of [
  ['2026-11-01', 'contest.change'],
  ['2026-11-02', 'contest.change'],
  ['2026-11-02', 'vote.release'],
]) {
  await database().query(
    `INSERT INTO audit_log (at, actor_user_id, action, subject_type, subject_id) VALUES ($1::timestamptz, $2, $3, 'contest', $4)`,
    [`${day}T23:59:59.999Z`, admin.id, action, contest.id],
  );
}
await owner.api.patch(`/contests/${contest.id}/toggle-pause`);
await owner.api.delete(`/contestants/${contest.contestant.id}`);
const read = async (api: ApiClient, query: string): Promise<AuditEntryView[]> => {
  const answer = await api.get<AuditEntryView[]>(`/audit?${query}`);
  expect(answer.status).toBe(200);
  return answer.data;
};
const actions = async (by: BuiltUser, query: string): Promise<string[]> =>
  (await read(by.api, query)).map(({ action }) => action);

describe('each audited action', () => {
  let world: AuditWorld;
  beforeAll(async () => {
    world = await anAuditWorld();
  });

  it('has a row that does it', () => expect(Object.keys(AUDITED).sort()).toEqual([...AUDIT_ACTIONS].sort()));

  it.each(
    Object.entries(AUDITED).flatMap(([action, row]) => ('elsewhere' in row ? [] : [[action, row] as const])),
  )('%s is written with what it was about and is read by its organiser', async (action, act) => {
    const about = await act(world);
    const isAccount = 'account' in about;
    const { api } = world.owner;
    const entries = () =>
      isAccount
        ? read(about.reader, `action=${action}&subject=${about.account}`)
        : read(api, `action=${action}&pageSize=1000`);
    const wanted = isAccount ? [null, null] : [about.contest, about.host];
    // What a periodic check does comes later.
    const columns = await waitFor(async () => {
      const rows = await sql<{ contest_id: string | null; host_id: string | null }>`SELECT contest_id,
        host_id FROM audit_log WHERE id = ANY(${(await entries()).map(({ id }) => id)})`;
      return (action !== 'contest.erase-voters' || rows.length > 0) && rows;
    });
    expect(columns.map((row) => [row.contest_id, row.host_id])).toContainEqual(wanted);
  });
});

it('the audit log of an organiser has a changed payout account and searches by a whole number, without the number', async () => {
  const person = await aUser().save();
  const mine = await aContest().ownedBy(person).save();
  const account = { type: 'mobile_money', bankCode: 'MTN', accountNumber: '0241234567' };
  expect((await person.api.put(`/hosts/${mine.hostId}/settlement-account`, account)).status).toBe(200);
  for (const search of ['024 123 4567', 'ama@example.com', 'Ama'])
    await person.api.post(`/votes/contest/${mine.id}/search`, { search });
  await person.api.post('/payments/find', { search: '+233241234567' });
  const found = await read(person.api, 'action=person');
  expect(found.map(({ subjectType, detail }) => [subjectType, detail])).toEqual([
    ['user', { in: 'codes', by: 'phone' }],
    ['contest', { in: 'votes', by: 'email' }],
    ['contest', { in: 'votes', by: 'phone' }],
  ]);
  expect(await actions(person, 'action=host')).toContain('host.account-request');
});

it('the audit log says who decided what about which contest, newest first', async () => {
  const [deleted, paused] = await read(owner.api, `actor=${owner.id}`);
  expect(deleted).toMatchObject({
    action: 'contestant.delete',
    subjectType: 'contestant',
    subjectId: contest.contestant.id,
    contest: { id: contest.id, title: contest.title },
    detail: { contestId: contest.id },
  });
  expect(paused).toMatchObject({
    action: 'contest.change',
    subjectType: 'contest',
    subjectId: contest.id,
    actor: { id: owner.id, name: expect.stringMatching(/\S/) },
    detail: { status: { from: 'ACTIVE', to: 'PAUSED' } },
  });
  expect(new Date(paused?.at ?? '').getTime()).toBeGreaterThan(Date.now() - 600_000);
});

it.each([
  ['action=contest.change', ['contest.change', 'contest.change', 'contest.change']],
  ['action=contest', ['contest.change', 'contest.change', 'contest.change']],
  ['action=contes', []],
  ['subjectType=contestant', ['contestant.delete']],
  ['from=2026-11-02&to=2026-11-02', ['vote.release', 'contest.change']],
  ['to=2026-11-01', ['contest.change']],
  ['from=2026-11-02&to=2026-11-02&action=vote', ['vote.release']],
])('the audit log keeps what fits %s', async (query, expected) => {
  expect(await actions(owner, query)).toEqual(expected);
  const about = query.includes('subjectType') ? '' : `&subject=${contest.id}`;
  const all = await read(admin.api, `${query}${about}&pageSize=1000`);
  const own = all.filter((entry) => entry.contest?.id === contest.id);
  expect(own.map(({ action }) => action)).toEqual(expected);
});

it('the audit log keeps what one person did', async () => {
  for (const { id } of [owner, admin]) {
    const found = await read(owner.api, `actor=${id}`);
    expect(found.length).toBeGreaterThan(0);
    expect(found.map(({ actor }) => actor?.id)).toEqual(found.map(() => id));
  }
});

it('the audit log comes in pages with a total', async () => {
  const page = (number: number) =>
    owner.api.get<AuditEntryView[]>(`/audit?subject=${contest.id}&pageSize=3&page=${number}`);
  const [first, second] = [await page(1), await page(2)];
  expect([first.data.length, second.data.length]).toEqual([3, 1]);
  expect(first.pagination).toEqual({ page: 1, pageSize: 3, total: 4, totalPages: 2 });
  const ids = [...first.data, ...second.data].map(({ id }) => id);
  expect(ids).toEqual([...ids].sort((a, b) => b - a));
});

it('the audit log shows an organiser nothing of other organisers, and a super admin all', async () => {
  const other = await aUser().save();
  expect(await read(other.api, `subject=${contest.id}`)).toEqual([]);
  expect(await read(other.api, '')).toEqual([]);
  expect(await read(admin.api, `subject=${contest.id}`)).toHaveLength(4);
});

it('the audit log holds no detail of users for organisers', async () => {
  const pending = await aUser().pending().save();
  await admin.api.put(`/users/${pending.id}/approve`);
  expect(await read(owner.api, `subject=${pending.id}`)).toEqual([]);
  expect(await actions(admin, `subject=${pending.id}`)).toEqual(['user.approve']);
});

it.each([
  ['from=2027-02-30', 'From must be an existing date, for example 2026-12-31'],
  ['to=yesterday', 'To must be an existing date, for example 2026-12-31'],
  ['actor=me', 'Actor must be a valid id'],
  ['action=DROP', 'Action must look like contest.change or contest'],
  ['action=%25', 'Action must look like contest.change or contest'],
])('the audit log refuses %s', async (query, message) => {
  expect(await admin.api.get(`/audit?${query}`)).toMatchObject({ status: 400, message });
});

it('the audit log is printed by the operator’s command with the same filters', async () => {
  const args = ['audit', '--subject', contest.id, '--from', '2026-11-02', '--to', '2026-11-02'];
  const { code, out } = await runAdmin([...args, '--action', 'contest.change']);
  expect(code).toBe(0);
  const lines = out.trim().split('\n');
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain(`2026-11-02T23:59:59.999Z  contest.change  by`);
  expect(lines[0]).toContain(admin.id);
  for (const wrong of [
    ['--from', '2027-02-30'],
    ['--limit', '0'],
    ['--actor', 'me'],
  ])
    expect((await runAdmin(['audit', ...wrong])).code).toBe(1);
});
