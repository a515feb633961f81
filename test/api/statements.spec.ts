import type { Statement } from '@abato/contracts';
import { Transactions } from '@abato/database';
import { issueContest, issueMonth, type Issuing } from '@abato/testing/accounting';
import { aContest, aUser, type BuiltUser, database, sql } from '../support/builders.js';
import { beginPaid, waitForState } from '../support/payments.js';
import { pdfText } from '../support/pdf-text.js';
import { SimulatorControl } from '../support/simulator.js';
import { testState } from '../support/state.js';

const simulator = new SimulatorControl();

/** When every month of this run has ended. */
const LATER = new Date(Date.now() + 32 * 86_400_000);
const issuing: Issuing = {
  now: LATER,
  issuer: 'Abato Ltd',
};

/** A contest in which ten votes were paid, with statements of its host: the month, and the contest. */
async function issued(): Promise<{ owner: BuiltUser; admin: BuiltUser; hostId: string; contestId: string }> {
  const owner = await aUser().save();
  const contest = await aContest().ownedBy(owner).active().paid('1.00').save();
  const { hostId, id: contestId } = contest;
  const admin = await aUser().superAdmin().save();
  const fees = { percentage: 5, fixed: 0, minimum: 0, bearer: 'host' };
  expect((await admin.api.put(`/hosts/${hostId}/fee-policy`, fees)).status).toBe(200);
  const { reference } = await beginPaid(contest, { voteCount: 10 });
  await simulator.complete(reference);
  await waitForState(reference, 'COMPLETED');
  const rows = await sql<{ month: string }>`SELECT to_char(min(at) AT TIME ZONE 'UTC', 'YYYY-MM') AS month
    FROM journal WHERE host_id = ${hostId}`;
  await new Transactions(database()).run(async ({ sql }) => {
    expect(await issueMonth(sql, { hostId, month: rows[0]?.month ?? '' }, issuing)).toBe(1);
    expect(await issueContest(sql, { hostId, contestId }, issuing)).toBe(2);
  });
  return { owner, admin, hostId, contestId };
}

async function download(user: BuiltUser, path: string): Promise<{ response: Response; bytes: Buffer }> {
  const response = await fetch(`${testState().baseUrl}/api${path}`, {
    headers: { authorization: `Bearer ${user.token}` },
  });
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
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
  const owner = await aUser().save();
  const contest = await aContest().ownedBy(owner).active().paid('1.00').save();
  const { reference } = await beginPaid(contest, { voteCount: 10 });
  await simulator.script(reference, { amount: 900 });
  await simulator.complete(reference);
  await waitForState(reference, 'REVIEW');
  const { data } = await owner.api.get(`/hosts/${contest.hostId}/balance`);
  expect(data).toMatchObject({ gross: 0, expected: 0, fees: 0, refunded: 0, underReview: 9 });
});
