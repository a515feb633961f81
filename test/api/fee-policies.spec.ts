import type { FeePolicyView } from '@abato/contracts';
import { aContest, aUser, type BuiltContest, sql } from '../support/builders.js';
import { beginPaid, castPaid, payCounted } from '../support/payments.js';
import { ApiClient } from '../support/http.js';
import { SimulatorControl } from '../support/simulator.js';

const simulator = new SimulatorControl();
const FIVE_PERCENT = { percentage: 5, fixed: 0.1, minimum: 0.5, bearer: 'host' };
let contest: BuiltContest;

const [owner, admin] = await Promise.all([aUser().save(), aUser().superAdmin().save()]);
beforeEach(async () => {
  contest = await aContest().ownedBy(owner).active().paid('1.00').save();
});
const setFees = (policy: Record<string, unknown>, who = admin) =>
  who.api.put<FeePolicyView>(`/hosts/${contest.hostId}/fee-policy`, policy);

/** An account in force. @returns its code at the provider */
async function account(): Promise<string> {
  const path = `/hosts/${contest.hostId}/settlement-account`;
  const wallet = { type: 'mobile_money', bankCode: 'MTN', accountNumber: '0551234987' };
  expect((await owner.api.put(path, wallet)).status).toBe(200);
  expect((await admin.api.post(`${path}/approve`, {})).status).toBe(200);
  const rows = await sql<{ subaccount_code: string }>`SELECT subaccount_code FROM settlement_accounts
    WHERE host_id = ${contest.hostId} AND subaccount_code IS NOT NULL`;
  return rows[0]?.subaccount_code ?? '';
}

async function termsOf(reference: string): Promise<Record<string, unknown>> {
  const rows = await sql<Record<string, unknown>>`SELECT fee_policy_version AS version,
     fee_bearer AS bearer, charge_pesewas AS charge, subaccount_code AS subaccount,
       told_platform_pesewas AS "toldPlatform", told_host_pesewas AS "toldHost",
       told_subaccount AS "toldSubaccount", fees_pesewas AS fees
     FROM payments WHERE reference = ${reference}`;
  return rows[0] ?? {};
}

describe('the fees of a host', () => {
  it('are versions with examples, set by super admins and shown to the organiser', async () => {
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

  it.each([
    { percentage: 101 },
    { percentage: 1.234 },
    { fixed: -1 },
    { minimum: 1.001 },
    { bearer: 'voter' },
  ])('refuse %j', async (wrong) => {
    const answer = await setFees({ ...FIVE_PERCENT, ...wrong });
    expect([answer.status, answer.errors?.[0]?.field]).toEqual([400, Object.keys(wrong)[0]]);
  });

  it('are those of the time when a payment began', async () => {
    await setFees({ ...FIVE_PERCENT, percentage: 20 });
    await setFees(FIVE_PERCENT);
    const { reference } = await beginPaid(contest, { voteCount: 10 });
    await setFees({ ...FIVE_PERCENT, percentage: 50 });
    expect(await termsOf(reference)).toMatchObject({ version: 2, bearer: 'host', charge: 60 });
  });
});

describe('a payment for a host with an account in force', () => {
  it.each([
    ['host', 'subaccount', { toldPlatform: 60, toldHost: 920 }],
    ['platform', 'account', { toldPlatform: 40, toldHost: 940 }],
  ])('is split by the provider when the %s pays the fee', async (bearer, at, parts) => {
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
  });

  it('is split also when a wallet is charged directly', async () => {
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

  it('goes to the platform’s own account while the host has none', async () => {
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
});
