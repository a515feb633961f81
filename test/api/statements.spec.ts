import type { FeePolicyView, Statement } from '@abato/contracts';
import { Transactions } from '@abato/database';
import { issueContest, issueMonth, type Issuing } from '@abato/testing/accounting';
import type { BuiltContest, BuiltUser } from '../support/builders.js';
import { aContest, aUser, database, withOwner, sql } from '../support/builders.js';
import { ApiClient, download } from '../support/http.js';
import { beginPaid, castPaid, payCounted, waitForState } from '../support/payments.js';
import { pdfText } from '../support/pdf-text.js';
import { SimulatorControl } from '../support/simulator.js';

const simulator = new SimulatorControl();

/** When every month of this run has ended. */
const LATER = new Date(Date.now() + 32 * 86_400_000);
const issuing: Issuing = { now: LATER, issuer: 'Abato Ltd' };

/** A contest in which ten votes were paid, with statements of its host: the month, and the contest. */
async function issued(): Promise<{ owner: BuiltUser; admin: BuiltUser; hostId: string; contestId: string }> {
  const { owner, contest } = await withOwner(aContest().paid('1.00'));
  const { hostId, id: contestId } = contest;
  const admin = await aUser().superAdmin().save();
  const fees = { percentage: 5, fixed: 0, minimum: 0, bearer: 'host' };
  expect((await admin.api.put(`/hosts/${hostId}/fee-policy`, fees)).status).toBe(200);
  await payCounted(contest, { voteCount: 10 });
  const rows = await sql<{ month: string }>`SELECT to_char(min(at) AT TIME ZONE 'UTC', 'YYYY-MM') AS month
    FROM journal WHERE host_id = ${hostId}`;
  await new Transactions(database()).run(async ({ sql }) => {
    expect(await issueMonth(sql, { hostId, month: rows[0]?.month ?? '' }, issuing)).toBe(1);
    expect(await issueContest(sql, { hostId, contestId }, issuing)).toBe(2);
  });
  return { owner, admin, hostId, contestId };
}

it('shows owner and super admin the statements of a host, and no other organiser', async () => {
  const { owner, hostId } = await issued();
  const path = `/hosts/${hostId}/statements`;
  const list = await owner.api.get<Statement[]>(path);
  expect(list.data.map(({ number, kind }) => [number, kind])).toEqual([
    [2, 'CONTEST'],
    [1, 'MONTH'],
  ]);
  const { data: month } = await owner.api.get<Statement>(`${path}/1`);
  expect(month).toEqual(list.data[1]);
  const balance = await owner.api.get<{ expected: number }>(`/hosts/${hostId}/balance`);
  expect(month).toMatchObject({
    votes: 10,
    gross: 10,
    platformFee: 0.5,
    refunds: 0,
    opening: 0,
    settlements: 0,
    net: balance.data.expected,
    closing: balance.data.expected,
    invoice: {
      issuer: 'Abato Ltd',
      net: 0.5,
      taxes: [],
      total: 0.5,
    },
  });

  const admin = await aUser().superAdmin().save();
  expect((await admin.api.get<Statement>(`${path}/1`)).data).toEqual(month);
  const other = await aUser().save();
  for (const part of ['', '/1', '/1.pdf', '/1.csv', '/1.ledger'])
    expect(await other.api.get(`${path}${part}`)).toMatchObject({ status: 404, code: 'HOST_NOT_FOUND' });
  for (const part of ['/3', '/0', '/01', '/x', '/1.txt', '/3.pdf', '/x.csv'])
    expect(await owner.api.get(`${path}${part}`)).toMatchObject({ status: 404, code: 'NOT_FOUND' });
});

it('gives the same file each time, after more money has moved too', async () => {
  const { owner, hostId } = await issued();
  const path = `/hosts/${hostId}/statements/1`;
  const files = async () =>
    Promise.all(['pdf', 'csv', 'ledger'].map((kind) => download(owner, `${path}.${kind}`)));
  const first = await files();
  expect(first.map(({ response }) => [response.status, response.headers.get('content-type')])).toEqual([
    [200, 'application/pdf'],
    [200, 'text/csv; charset=utf-8'],
    [200, 'text/plain; charset=utf-8'],
  ]);
  const [pdf, csv, ledger] = first;
  expect(pdf?.response.headers.get('content-disposition')).toMatch(
    /^attachment; filename="[a-z0-9-]+-statement-1\.pdf"$/,
  );
  expect(pdf?.response.headers.get('cache-control')).toBe('no-store');
  expect(pdfText(pdf?.bytes ?? Buffer.alloc(0))).toContain('GHS 10.00');
  expect(csv?.bytes.toString()).toContain('"Paid by voters",10\r\n');
  expect(ledger?.bytes.toString()).toContain('GHS -10.00');

  // The name of the host is a part of what was issued.
  expect((await owner.api.put(`/hosts/${hostId}`, { name: 'Another name' })).status).toBe(200);
  for (const [index, { bytes }] of (await files()).entries())
    expect(bytes.equals(first[index]?.bytes ?? Buffer.alloc(0))).toBe(true);
});

it('are read by owner and super admin after contest and host were deleted', async () => {
  const { owner, admin, hostId, contestId } = await issued();
  const path = `/hosts/${hostId}`;
  expect((await owner.api.delete(`/contests/${contestId}`)).status).toBe(200);
  expect((await owner.api.delete(path)).status).toBe(200);
  expect((await owner.api.get(path)).status).toBe(404);
  const other = await aUser().save();
  for (const part of [
    'statements',
    'statements/1',
    'statements/1.pdf',
    'balance',
    'settlements',
    'settlements.csv',
  ]) {
    const statusFor = async (user: BuiltUser) => (await download(user, `${path}/${part}`)).response.status;
    expect([part, await statusFor(owner), await statusFor(admin), await statusFor(other)]).toEqual([
      part,
      200,
      200,
      404,
    ]);
  }
});

it('a held payment is under review and in no other figure of the balance', async () => {
  const { owner, contest } = await withOwner(aContest().paid('1.00'));
  const { reference } = await beginPaid(contest, { voteCount: 10 });
  await simulator.script(reference, { amount: 900 });
  await simulator.complete(reference);
  await waitForState(reference, 'REVIEW');
  const { data } = await owner.api.get(`/hosts/${contest.hostId}/balance`);
  expect(data).toMatchObject({ gross: 0, expected: 0, fees: 0, refunded: 0, underReview: 9 });
});

const FIVE_PERCENT = { percentage: 5, fixed: 0.1, minimum: 0.5, bearer: 'host' };
let contest: BuiltContest;

const [owner, admin] = await Promise.all([aUser().save(), aUser().superAdmin().save()]);
beforeEach(async () => {
  contest = await aContest().ownedBy(owner).paid('1.00').save();
});
const setFees = (policy: Record<string, unknown>, who = admin) =>
  who.api.put<FeePolicyView>(`/hosts/${contest.hostId}/fee-policy`, policy);

/** An account in force. @returns its code at the provider */
async function account(): Promise<string> {
  const path = `/hosts/${contest.hostId}/settlement-account`;
  const wallet = { type: 'mobile_money', bankCode: 'MTN', accountNumber: '0551234987' };
  expect((await owner.api.put(path, wallet)).status).toBe(200);
  expect((await admin.api.post(`${path}/approve`, {})).status).toBe(200);
  return sql.value<string>`SELECT subaccount_code FROM settlement_accounts
    WHERE host_id = ${contest.hostId} AND subaccount_code IS NOT NULL`;
}

async function termsOf(reference: string): Promise<Record<string, unknown>> {
  const rows = await sql<Record<string, unknown>>`SELECT fee_policy_version AS version,
     fee_bearer AS bearer, charge_pesewas AS charge, subaccount_code AS subaccount,
       told_platform_pesewas AS "toldPlatform", told_host_pesewas AS "toldHost",
       told_subaccount AS "toldSubaccount", fees_pesewas AS fees
     FROM payments WHERE reference = ${reference}`;
  return rows[0] ?? {};
}

it('the fees of a host are versions with examples, set by super admins and shown to the organiser', async () => {
  const path = `/hosts/${contest.hostId}/fee-policy`;
  expect((await owner.api.get(path)).data).toMatchObject({ version: 0, percentage: 0, bearer: 'host' });
  expect((await setFees(FIVE_PERCENT, owner)).status).toBe(403);
  expect((await setFees({ ...FIVE_PERCENT, percentage: 7.25 })).data).toMatchObject({ version: 1 });
  await setFees(FIVE_PERCENT);
  const { data } = await owner.api.get<FeePolicyView>(path);
  expect(data).toMatchObject({ ...FIVE_PERCENT, version: 2 });
  expect(data.examples).toEqual([
    { amount: 1, provider: 0.02, platform: 0.5, host: 0.48 },
    { amount: 10, provider: 0.2, platform: 0.6, host: 9.2 },
    { amount: 100, provider: 1.95, platform: 5.1, host: 92.95 },
  ]);
});

it.each([{ percentage: 101 }, { percentage: 1.234 }, { fixed: -1 }, { minimum: 1.001 }, { bearer: 'voter' }])(
  'the fees of a host refuse %j',
  async (wrong) => {
    const answer = await setFees({ ...FIVE_PERCENT, ...wrong });
    expect([answer.status, answer.errors?.[0]?.field]).toEqual([400, Object.keys(wrong)[0]]);
  },
);

it('the fees of a host are those of the time when a payment began', async () => {
  await setFees({ ...FIVE_PERCENT, percentage: 20 });
  await setFees(FIVE_PERCENT);
  const { reference } = await beginPaid(contest, { voteCount: 10 });
  await setFees({ ...FIVE_PERCENT, percentage: 50 });
  expect(await termsOf(reference)).toMatchObject({ version: 2, bearer: 'host', charge: 60 });
});

it.each([
  ['host', 'subaccount', { toldPlatform: 60, toldHost: 920 }],
  ['platform', 'account', { toldPlatform: 40, toldHost: 940 }],
])(
  'a payment for a host with an account in force is split by the provider when the %s pays the fee',
  async (bearer, at, parts) => {
    await setFees({ ...FIVE_PERCENT, bearer });
    const subaccount = await account();
    const { reference } = await payCounted(contest, { voteCount: 10 });
    const { data } = await simulator.show(reference);
    expect(data.fees_split).toMatchObject({ params: { bearer: at, transaction_charge: '60' } });
    expect(await termsOf(reference)).toEqual({
      version: 1,
      bearer,
      charge: 60,
      subaccount,
      toldSubaccount: subaccount,
      fees: 20,
      ...parts,
    });
    const { subaccounts } = await simulator.balances();
    expect(subaccounts[subaccount]?.balance).toBe(parts.toldHost);
  },
);

it('a payment for a host with an account in force is split also when a wallet is charged directly', async () => {
  await setFees(FIVE_PERCENT);
  const subaccount = await account();
  const voteId = await castPaid(contest, { voteCount: 10 });
  const charged = await new ApiClient().post<{ reference: string }>('/payments/paystack/charge', {
    voteId,
    phoneNumber: '0551234987',
    network: 'mtn',
  });
  const { data } = await simulator.show(charged.data.reference);
  expect(data.subaccount).toMatchObject({ subaccount_code: subaccount });
});

it('a payment for a host with an account in force goes to the platform’s own account while the host has none', async () => {
  const { reference } = await payCounted(contest);
  const { data } = await simulator.show(reference);
  expect([data.fees_split, data.subaccount]).toEqual([null, {}]);
  expect(await termsOf(reference)).toMatchObject({
    version: 0,
    charge: 0,
    subaccount: null,
    toldHost: null,
  });
});
