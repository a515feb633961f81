import type {
  AuditEntryView,
  HostBalance,
  OpenSettlementDifference,
  SettlementAccount,
  SettlementView,
  WaitingSettlementAccount,
} from '@abato/contracts';
import { aContest, aUser, type BuiltContest, database, sql } from '../support/builders.js';
import { ApiClient, download } from '../support/http.js';
import { payCounted } from '../support/payments.js';
import { readSettlements, settleDay } from '../support/settlements.js';
import { SimulatorControl } from '../support/simulator.js';
import { useApiProcess } from '../support/api-process.js';

const WALLET = { type: 'mobile_money', bankCode: 'MTN', accountNumber: '+233551234987' };
const OTHER = { type: 'bank', bankCode: '040100', accountNumber: '1234567890129' };
const NAME = 'AMA TEST MENSAH';
let contest: BuiltContest;
let path: string;

const [owner, admin] = await Promise.all([aUser().save(), aUser().superAdmin().save()]);
beforeEach(async () => {
  contest = await aContest().ownedBy(owner).draft().paid('1.00').save();
  path = `/hosts/${contest.hostId}/settlement-account`;
});
const enter = (body: Record<string, unknown> = WALLET) => owner.api.put<SettlementAccount>(path, body);
const approve = () => admin.api.post<SettlementAccount>(`${path}/approve`, {});
const view = async () => (await owner.api.get<SettlementAccount>(path)).data;

async function mails(): Promise<string[]> {
  const { rows } = await database().query<{ subject: string }>(
    'SELECT subject FROM mail_outbox WHERE recipient = $1 AND body LIKE $2 ORDER BY created_at, id',
    [owner.email, `%${contest.hostId}%`],
  );
  return rows.map(({ subject }) => subject);
}

async function actions(): Promise<string[]> {
  return sql.column<string>`SELECT action FROM audit_log WHERE subject_type = 'host'
    AND subject_id = ${contest.hostId} ORDER BY id`;
}

/** Monday to Friday after the day on which a host's payment was made. */
async function workingDayAfterPayment(hostId: string): Promise<string> {
  return sql.value<string>`SELECT min(d)::date::text AS day FROM payments p, generate_series(1, 3) n, LATERAL
      (SELECT p.paid_at::date + n) t (d) WHERE p.host_id = ${hostId} AND extract(isodow FROM d) < 6`;
}

it('the settlement account of a host is resolved by name, confirmed, and used at once when a super admin has approved it', async () => {
  expect(await view()).toMatchObject({ status: 'NONE', inForce: null, required: false });
  const banks = await owner.api.get<{ code: string }[]>('/hosts/banks?type=bank');
  expect(banks.data).toContainEqual({ code: '040100', name: 'GCB Bank Limited' });
  const resolved = await owner.api.post(`${path}/resolve`, WALLET);
  expect(resolved.data).toEqual({ accountName: NAME });
  const entered = await enter({ ...WALLET, accountName: ` ${NAME.toLowerCase()} ` });
  const shown = { type: 'mobile_money', bankName: 'MTN', accountNumber: '••••987', accountName: NAME };
  expect(entered.data).toMatchObject({ ...shown, status: 'PENDING', confirmed: true, inForce: null });
  const list = await admin.api.get<WaitingSettlementAccount[]>('/hosts/admin/settlement-accounts');
  expect(list.data.find(({ hostId }) => hostId === contest.hostId)).toMatchObject({
    ...shown,
    replaces: null,
  });
  const approved = await approve();
  expect([approved.status, approved.data]).toMatchObject([
    200,
    { ...shown, status: 'APPROVED', inForce: { accountName: NAME } },
  ]);
  const rows = await sql<{ subaccount_code: string; sealed: Buffer }>`SELECT subaccount_code,
      account_number_encrypted AS sealed FROM settlement_accounts WHERE host_id = ${contest.hostId}`;
  expect(rows).toHaveLength(1);
  expect(rows[0]?.sealed.toString('latin1')).not.toContain('0551234987');
  const { subaccounts } = await new SimulatorControl().balances();
  expect(subaccounts).toHaveProperty([rows[0]?.subaccount_code ?? '']);
  expect(await mails()).toEqual([
    'A settlement account was entered for one of your hosts',
    'A settlement account of one of your hosts was approved',
  ]);
  expect(await actions()).toEqual([
    'host.account-lookup',
    'host.account-lookup',
    'host.account-request',
    'host.account-approve',
  ]);
});

it('the settlement account of a host that replaces another takes effect 48 hours after its approval, and can be withdrawn until then', async () => {
  await enter();
  await approve();
  await enter(OTHER);
  expect(await view()).toMatchObject({
    status: 'PENDING',
    accountName: 'KOFI TEST ADDO',
    inForce: { accountName: NAME },
  });
  const { data } = await approve();
  expect(data).toMatchObject({ status: 'APPROVED', inForce: { accountName: NAME } });
  const waits = Date.parse(data.effectiveAt ?? '') - Date.parse(data.approvedAt ?? '');
  expect(waits).toBe(48 * 3_600_000);
  const withdrawn = await owner.api.delete<SettlementAccount>(path);
  expect(withdrawn.data).toMatchObject({ status: 'APPROVED', accountName: NAME, bankName: 'MTN' });
  expect((await mails()).at(-1)).toBe('A change of a settlement account was withdrawn');
  expect((await owner.api.delete(path)).status).toBe(409);
});

it('the settlement account of a host is in force from the time on that was said', async () => {
  await enter();
  await approve();
  await enter(OTHER);
  await approve();
  await sql`UPDATE settlement_accounts SET effective_at = effective_at - interval '48 hours'
      WHERE host_id = ${contest.hostId}`;
  expect(await view()).toMatchObject({ inForce: { accountName: 'KOFI TEST ADDO' } });
});

it('the settlement account of a host is refused with another name than the provider has, at an unknown bank, and when there is none', async () => {
  for (const [field, body] of [
    ['accountName', { ...WALLET, accountName: 'KWAME OTHER' }],
    ['bankCode', { ...WALLET, bankCode: 'NONE' }],
    ['accountNumber', { ...WALLET, accountNumber: '12345678' }],
    ['accountNumber', { ...OTHER, accountNumber: '12345678' }],
    ['type', { ...WALLET, type: 'cheque' }],
  ] as const) {
    const answer = await enter(body);
    expect([answer.status, answer.errors?.[0]?.field]).toEqual([400, field]);
  }
  expect(await view()).toMatchObject({ status: 'NONE' });
  expect((await approve()).status).toBe(409);
});

it('the settlement account of a host is the newest request: an older one that waits is replaced', async () => {
  await enter();
  await enter(OTHER);
  const { data } = await approve();
  expect(data).toMatchObject({ accountName: 'KOFI TEST ADDO', bankName: 'GCB Bank Limited' });
  expect((await approve()).status).toBe(409);
});

it('the settlement account of a host of an own host, or entered by oneself, is approved by another super admin', async () => {
  const own = await aContest().ownedBy(admin).draft().save();
  const address = `/hosts/${own.hostId}/settlement-account`;
  await admin.api.put(address, WALLET);
  const refused = await admin.api.post(`${address}/approve`, {});
  expect([refused.status, refused.code]).toEqual([403, 'FORBIDDEN']);
  expect(refused.message).toBe('This account is for your own host. Another super admin has to approve it.');
  const second = await aUser().superAdmin().save();
  await sql`UPDATE hosts SET user_id = ${owner.id} WHERE id = ${own.hostId}`;
  expect((await admin.api.post(`${address}/approve`, {})).status).toBe(403);
  expect((await second.api.post(`${address}/approve`, {})).status).toBe(200);
});

it('the settlement account of a host is approved as it was seen: a newer request waits for another look', async () => {
  const seen = (await enter()).data.requestedAt ?? '';
  await enter(OTHER);
  const approveSeen = (at: string) =>
    admin.api.post<SettlementAccount>(`${path}/approve?requestedAt=${encodeURIComponent(at)}`, {});
  expect(await approveSeen(seen)).toMatchObject({ status: 409, code: 'CONFLICT' });
  const { requestedAt } = await view();
  expect(await approveSeen(requestedAt ?? '')).toMatchObject({
    status: 200,
    data: { status: 'APPROVED', accountName: 'KOFI TEST ADDO' },
  });
});

it('the settlement account of a host is approved once by two super admins at the same time', async () => {
  await enter();
  const second = await aUser().superAdmin().save();
  const answers = await Promise.all([approve(), second.api.post(`${path}/approve`, {})]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

it('a contest that has left draft does not move to a host with another account', async () => {
  await enter();
  await approve();
  const move = async (moved: BuiltContest) => {
    const { status } = await owner.api.put(`/contests/${moved.id}`, { hostId: contest.hostId });
    const rows = await sql`SELECT c.host_id AS host, (SELECT detail -> 'hostId' FROM audit_log
        WHERE subject_id = c.id) AS moved FROM contests c WHERE c.id = ${moved.id}`;
    return { status, ...(rows[0] as object) };
  };
  const taking = await aContest().ownedBy(owner).paid('1.00').save();
  expect(await move(taking)).toEqual({ status: 409, host: taking.hostId, moved: null });
  const draft = await aContest().ownedBy(owner).draft().paid('1.00').save();
  const to = contest.hostId;
  expect(await move(draft)).toEqual({ status: 200, host: to, moved: { from: draft.hostId, to } });
});

it('accounts of a deleted organiser lose name and number; requests of theirs wait no more', async () => {
  const leaving = await aUser().save();
  const { hostId } = await aContest().ownedBy(leaving).draft().save();
  const ask = (account: object) => leaving.api.put(`/hosts/${hostId}/settlement-account`, account);
  expect((await ask(WALLET)).status).toBe(200);
  expect((await admin.api.post(`/hosts/${hostId}/settlement-account/approve`, {})).status).toBe(200);
  expect((await ask(OTHER)).status).toBe(200);
  expect((await admin.api.delete(`/users/${leaving.id}`)).status).toBe(200);
  const rows = await sql`SELECT a.account_name AS name, a.last_digits AS digits,
     a.account_number_encrypted = u.id_number_encrypted AS emptied, a.decision,
       a.subaccount_code IS NOT NULL AS named
     FROM settlement_accounts a JOIN users u ON u.id = ${leaving.id} WHERE a.host_id = ${hostId}
     ORDER BY a.requested_at`;
  const gone = { name: '', digits: '', emptied: true };
  expect(rows).toEqual([
    { ...gone, decision: 'APPROVED', named: true },
    { ...gone, decision: 'WITHDRAWN', named: false },
  ]);
  const waiting = await admin.api.get<WaitingSettlementAccount[]>('/hosts/admin/settlement-accounts');
  expect(waiting.data.filter((account) => account.hostId === hostId)).toEqual([]);
});

it('a host that the books of money name is archived, not deleted', async () => {
  await enter();
  expect((await owner.api.delete(`/contests/${contest.id}`)).status).toBe(200);
  expect((await owner.api.delete(`/hosts/${contest.hostId}`)).status).toBe(200);
  const rows = await sql`SELECT h.archived_at IS NOT NULL AS archived FROM settlement_accounts a
    JOIN hosts h ON h.id = a.host_id WHERE h.id = ${contest.hostId}`;
  expect(rows).toEqual([{ archived: true }]);
});

it('what the provider pays out is listed, exported and part of the balance, for the owner and super admins', async () => {
  const paid = await aContest().ownedBy(owner).paid('1.00').save();
  const host = `/hosts/${paid.hostId}`;
  await owner.api.put(`${host}/settlement-account`, WALLET);
  await admin.api.post(`${host}/settlement-account/approve`, {});
  await payCounted(paid, { voteCount: 10 });
  const balance = async () => (await owner.api.get<HostBalance>(`${host}/balance`)).data;
  expect(await balance()).toMatchObject({ expected: 9.8, onTheWay: 9.8, received: 0, withPlatform: 0 });
  const next = { day: await workingDayAfterPayment(paid.hostId), amount: 9.8, announced: false };
  expect((await balance()).nextPayout).toEqual(next);
  const id = await settleDay(paid.hostId, { short: 30, status: 'processing' });
  const [announced] = (await owner.api.get<SettlementView[]>(`${host}/settlements`)).data;
  const announcedDay = announced?.settledAt.slice(0, 10);
  expect((await balance()).nextPayout).toEqual({ day: announcedDay, amount: 9.5, announced: true });
  await new SimulatorControl().changeSettlement(id, 'success');
  await readSettlements(paid.hostId);
  expect(await balance()).toMatchObject({
    expected: 9.8,
    onTheWay: 0.3,
    received: 9.5,
    fees: 0.2,
    refunded: 0,
    gross: 10,
    nextPayout: null,
    unexplained: [{ class: 'amount', providerId: id, reference: null, theirs: 9.5, ours: 9.8 }],
  });
  const list = await admin.api.get<SettlementView[]>(`${host}/settlements`);
  expect(list.body).toMatchObject({
    data: [{ providerId: id, status: 'SUCCESS', amount: 9.5, deductions: 0, payments: 1 }],
    pagination: { total: 1 },
  });
  const open = await admin.api.get<OpenSettlementDifference[]>('/hosts/admin/settlement-differences');
  const found = open.data.find(({ hostId }) => hostId === paid.hostId);
  expect(found).toMatchObject({ class: 'amount', difference: -0.3 });
  const close = (difference = found?.difference) =>
    admin.api.post(`/hosts/admin/settlement-differences/${found?.id}/close`, {
      note: 'Paid with the next',
      difference,
    });
  expect(await close(-0.2)).toMatchObject({ status: 409, code: 'CONFLICT' });
  expect((await close()).status).toBe(200);
  expect(await close()).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  expect((await balance()).unexplained).toEqual([]);
  const closed = await sql`SELECT actor_user_id AS by, host_id AS host, detail FROM audit_log
    WHERE subject_id = ${found?.id} AND action = 'settlement.difference-close'`;
  expect(closed).toEqual([
    {
      by: admin.id,
      host: paid.hostId,
      detail: {
        class: 'amount',
        subject: id,
        pesewas: -30,
        note: 'Paid with the next',
        hostId: paid.hostId,
      },
    },
  ]);
  const audit = await owner.api.get<AuditEntryView[]>('/audit?action=settlement.difference-close');
  expect(audit.data[0]).toMatchObject({ subjectId: found?.id, host: { id: paid.hostId } });
  const { bytes } = await download(owner, `${host}/settlements.csv`);
  const day = list.data[0]?.settledAt.slice(0, 10);
  const lines = bytes.toString().trim().split('\r\n');
  expect(lines.slice(1)).toEqual([`"${id}","${day}","SUCCESS",9.5,0,1`]);
});

it('names of accounts are told to one person 20 times an hour', async () => {
  const curious = await aUser().save();
  const { hostId } = await aContest().ownedBy(curious).draft().save();
  const look = () => curious.api.post(`/hosts/${hostId}/settlement-account/resolve`, WALLET);
  await sql`INSERT INTO audit_log (at, actor_user_id, action, subject_type, subject_id, detail)
     SELECT now(), ${curious.id}, 'host.account-lookup', 'host', ${hostId}, '{}' FROM generate_series(1, 19)`;
  expect((await look()).status).toBe(200);
  expect(await look()).toMatchObject({ status: 429, code: 'RATE_LIMITED' });
});

describe('where a settlement account is required', () => {
  const strict = useApiProcess({ REQUIRE_SETTLEMENT_ACCOUNT: 'true' });
  const activate = (id: string, fields: Record<string, unknown> = { status: 'ACTIVE' }) =>
    new ApiClient(strict.baseUrl).as(owner.token).put(`/contests/${id}`, fields);

  it('a paid contest is activated only when its host has one in force', async () => {
    expect(await activate(contest.id)).toMatchObject({ status: 409, code: 'SETTLEMENT_ACCOUNT_REQUIRED' });
    await enter();
    expect((await activate(contest.id)).status).toBe(409);
    await approve();
    expect((await activate(contest.id)).status).toBe(200);
  });

  it('a free contest needs none until it has a price', async () => {
    const free = await aContest().ownedBy(owner).draft().save();
    expect((await activate(free.id)).status).toBe(200);
    expect((await activate(free.id, { votePrice: 1 })).code).toBe('SETTLEMENT_ACCOUNT_REQUIRED');
    expect((await activate(free.id, { title: 'Another title' })).status).toBe(200);
  });

  it('a contest that takes money already goes on without one', async () => {
    const taking = await aContest().ownedBy(owner).paid('1.00').save();
    expect((await activate(taking.id, { title: 'Another title' })).status).toBe(200);
  });
});
