import { createHmac } from 'node:crypto';
import type { DisputeView, PaymentCorrection, PaymentCorrectionResult } from '@abato/contracts';
import { aContest, aUser, type BuiltUser, database, sql } from '../support/builders.js';
import { download, formOf } from '../support/http.js';
import { ledgerOf, payCounted, paymentIdOf, waitForState } from '../support/payments.js';
import { pdfText } from '../support/pdf-text.js';
import { SimulatorControl } from '../support/simulator.js';
import { testState } from '../support/state.js';
import { waitFor } from '../support/wait-for.js';

const simulator = new SimulatorControl();

const [owner, stranger, admin] = await Promise.all([
  aUser().save(),
  aUser().save(),
  aUser().superAdmin().save(),
]);
const contest = await aContest().ownedBy(owner).paid('2.00').save();
await sql`INSERT INTO contest_rules (contest_id, in_force_at, document, hash) SELECT id, created_at,
    '{"votePricePesewas":200}', sha256('{"votePricePesewas":200}') FROM contests WHERE id = ${contest.id}`;

async function disputed(
  where = contest,
  fields: object = { voteCount: 3, voterName: 'Efua', voterEmail: 'efua@example.com' },
  refundAmount = 400,
  of: BuiltUser = owner,
): Promise<{ voteId: string; reference: string; id: string }> {
  const begun = await payCounted(where, { ...fields });
  await simulator.dispute(begun.reference, { refundAmount });
  await waitForState(begun.reference, 'DISPUTED');
  const { data } = await of.api.get<DisputeView[]>('/payments/disputes');
  return { ...begun, id: data.find(({ reference }) => reference === begun.reference)?.id ?? '' };
}
const disputeOf = async (user: BuiltUser, id: string) =>
  (await user.api.get<DisputeView[]>('/payments/disputes')).data.find((one) => one.id === id);
const mailsAbout = async (reference: string) => {
  const { rows } = await database().query<{ recipient: string; body: string }>(
    'SELECT recipient, body FROM mail_outbox WHERE body LIKE $1 AND subject LIKE $2 ORDER BY recipient',
    [`%${reference}%`, '%disputed%'],
  );
  return rows;
};

it('a dispute is listed with its due date, and told once to the owner and the super admins', async () => {
  const { id, reference } = await disputed();
  expect(await disputeOf(owner, id)).toMatchObject({
    reference,
    contestId: contest.id,
    voteCount: 3,
    amount: 4,
    paid: 6,
    state: 'open',
    resolution: null,
    resolvedAt: null,
    hasFile: false,
  });
  const due = Date.parse((await disputeOf(owner, id))?.dueAt ?? '');
  expect(due).toBeGreaterThan(Date.now());
  expect(await disputeOf(admin, id)).toBeDefined();
  expect(await disputeOf(stranger, id)).toBeUndefined();
  await simulator.dispute(reference, { action: 'remind' });
  await waitFor(async () => {
    const events = await sql.value<number>`SELECT count(*)::int AS events FROM webhook_inbox
       WHERE reference = ${reference} AND event LIKE 'charge.dispute.%' AND processed_at IS NOT NULL`;
    return events === 2;
  });
  const mails = await mailsAbout(reference);
  const told = mails.map(({ recipient }) => recipient);
  expect(told).toEqual(expect.arrayContaining([owner.email, admin.email]));
  expect(told).not.toContain(stranger.email);
  expect(new Set(told).size).toBe(told.length);
  expect(mails[0]?.body).toContain(new Date(due).toISOString().slice(0, 16).replace('T', ' '));
});

it('evidence and a file go to the provider, and a contested dispute keeps its votes', async () => {
  const { id, reference, voteId } = await disputed();
  const path = `/payments/disputes/${id}`;
  const evidence = { serviceDetails: 'Three votes for Ama.', fileName: 'receipt 1.pdf' };
  const file = { fileType: 'application/pdf', file: Buffer.from('%PDF-1.7').toString('base64') };
  expect((await stranger.api.post(`${path}/evidence`, evidence)).status).toBe(404);
  expect((await owner.api.post(`${path}/evidence`, { ...evidence, file: 'no base64!' })).status).toBe(400);
  expect((await owner.api.post(`${path}/evidence`, { ...evidence, ...file })).status).toBe(200);
  // As the web sends it, and larger than JSON may be.
  const { serviceDetails } = evidence;
  const pdf = new File([`%PDF-1.7${' '.repeat(200_000)}`], 'receipt 2.pdf', { type: 'application/pdf' });
  const page = new File(['<script>'], 'page.html', { type: 'text/html' });
  const send = (file: File) => owner.api.post(`${path}/evidence`, formOf({ serviceDetails }, { file }));
  expect([(await send(pdf)).status, (await send(page)).status]).toEqual([200, 400]);
  expect(await disputeOf(owner, id)).toMatchObject({ state: 'answered', hasFile: true });
  const answer = { answer: 'decline', message: 'The votes were counted.' };
  expect((await stranger.api.post(`${path}/resolve`, answer)).status).toBe(404);
  expect((await owner.api.post(`${path}/resolve`, { ...answer, answer: 'maybe' })).status).toBe(400);
  expect((await owner.api.post(`${path}/resolve`, answer)).status).toBe(200);
  await waitForState(reference, 'COMPLETED');
  expect(await ledgerOf(voteId)).toEqual([3]);
  expect(await disputeOf(owner, id)).toMatchObject({ state: 'resolved', resolution: 'declined' });
  // By us: the provider, which would refuse it too, is not asked.
  const refused = { status: 409, message: 'This dispute is resolved already.' };
  expect(await owner.api.post(`${path}/resolve`, answer)).toMatchObject(refused);
  expect(await owner.api.post(`${path}/evidence`, evidence)).toMatchObject(refused);
  expect(
    await sql.column<string>`SELECT action FROM audit_log WHERE detail ->> 'dispute' = ${id} ORDER BY id`,
  ).toEqual(['dispute.evidence', 'dispute.evidence', 'dispute.resolve']);
});

it('an accepted dispute gives the money back, with a statement of ours where no file was uploaded', async () => {
  const { id, reference } = await disputed();
  const answer = { answer: 'accept', message: 'We are sorry.' };
  expect((await admin.api.post(`/payments/disputes/${id}/resolve`, answer)).status).toBe(200);
  const resolved = await waitFor(async () => {
    const { balance } = await simulator.show(reference);
    return balance === 200 && disputeOf(owner, id);
  });
  expect(resolved).toMatchObject({ state: 'resolved', resolution: 'merchant-accepted' });
});

it.each(['0', 'x', '99999999999999999999'])('a dispute "%s" is not found', async (id) => {
  const answer = { answer: 'accept', message: 'x' };
  expect((await admin.api.post(`/payments/disputes/${id}/resolve`, answer)).status).toBe(404);
});

it('gives owner and super admin the evidence of a dispute as one PDF, and no other organiser', async () => {
  const { id, reference, voteId } = await disputed();
  await waitFor(async () => (await sql`SELECT FROM log_entries WHERE vote_id = ${voteId}`).length > 0);
  const path = `/payments/disputes/${id}/evidence.pdf`;
  const texts = await Promise.all(
    [owner, admin].map(async (user) => {
      const { response, bytes } = await download(user, path);
      const disposition = `attachment; filename="evidence-${reference}.pdf"`;
      expect(response.headers.get('content-type')).toBe('application/pdf');
      expect(response.headers.get('content-disposition')).toBe(disposition);
      return pdfText(bytes);
    }),
  );
  const rows = await sql<{ code: string; index: string; hash: string }>`SELECT r.code, e.leaf_index AS index,
    encode(e.hash, 'base64') AS hash FROM receipts r JOIN log_entries e ON e.vote_id = r.vote_id
    WHERE r.vote_id = ${voteId}`;
  const { code = '', index, hash = '' } = rows[0] ?? {};
  for (const text of texts) {
    const lines = text.split('\n');
    // A name is drawn after its value.
    const valueOf = (name: string) => lines[lines.indexOf(name) - 1];
    expect(valueOf('Disputed')).toBe('GHS 4.00 of GHS 6.00');
    expect(valueOf('Answer due')).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/);
    expect(valueOf('Votes')).toBe('3 at GHS 2.00: GHS 6.00');
    expect(valueOf('Receipt code')?.replace('-', '')).toBe(code.replace('-', ''));
    expect(valueOf('Entry number')).toBe(String(index));
    expect(text.replaceAll('\n', '')).toContain(hash);
    const happened = [
      'Vote cast: 3 for',
      'The provider made a payment page',
      'Signed message of the provider: charge.success',
      'Counted: 3 votes, GHS 6.00',
      'Signed message of the provider: charge.dispute.create',
    ].map((step) => text.indexOf(step));
    expect(Math.min(...happened)).toBeGreaterThan(-1);
    expect(valueOf('votePricePesewas')).toBe('200');
    expect(text).not.toContain('efua@example.com');
  }
  expect(await stranger.api.get(path)).toMatchObject({ status: 404, code: 'PAYMENT_NOT_FOUND' });
  const audit = await sql<{ actor: string }>`SELECT a.actor_user_id AS actor FROM audit_log a JOIN payments p
      ON p.id = a.subject_id WHERE p.reference = ${reference} AND a.action = 'payment.evidence'`;
  expect(new Set(audit.map(({ actor }) => actor))).toEqual(new Set([owner.id, admin.id]));
});

it('the evidence of a bundle that was bought inside a window says what was paid for what', async () => {
  const priced = await aContest().ownedBy(owner).paid('1.00').save();
  const inAnHour = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const prices = {
    bundles: [{ votes: 10, price: 8 }],
    windows: [{ from: inAnHour(-5), until: inAnHour(5), multiplier: 2 }],
  };
  expect((await owner.api.put(`/contests/${priced.id}`, prices)).status).toBe(200);
  const { id } = await disputed(priced, { voteCount: 10 }, 800);
  const { bytes } = await download(owner, `/payments/disputes/${id}/evidence.pdf`);
  const lines = pdfText(bytes).split('\n');
  expect(lines[lines.indexOf('Votes') - 1]).toBe('10 bought for GHS 8.00; each counts 2 times: 20');
});

it('a dispute of a payment that was given back says so, and its loss is booked beyond what was taken', async () => {
  const { reference, voteId } = await payCounted(contest, { voteCount: 3 });
  const id = await paymentIdOf(reference);
  expect((await admin.api.post(`/payments/${id}/refund`, { reason: 'Paid by mistake' })).status).toBe(200);
  await waitForState(reference, 'REFUNDED', 60_000);
  const transactionId = 7_000_000_001;
  await tellDispute('create', reference, transactionId);
  await waitFor(async () => (await mailsAbout(reference)).length > 0);
  expect((await mailsAbout(reference))[0]?.body).toContain(
    'GHS 6.00 of it has been returned already: contest the dispute',
  );
  expect(await disputeOf(owner, String(transactionId))).toMatchObject({
    paid: 6,
    returnedBefore: 6,
    state: 'open',
  });
  await tellDispute('resolve', reference, transactionId);
  await waitFor(async () => (await returnedOf(id)) === 1200);
  const books = await sql<{
    losses: number;
    clearing: number;
    sum: number;
  }>`SELECT sum(losses)::int AS losses,
      sum(provider_clearing + provider_fee)::int AS clearing FROM journal WHERE payment_id = ${id}`;
  expect(books).toEqual([{ losses: 600, clearing: -600 }]);
  const { data } = await admin.api.get<{ id: string; reason: string }[]>('/payments/attention');
  expect(data.find((one) => one.id === id)?.reason).toBe('returned-too-much');
  expect(await ledgerOf(voteId)).toEqual([3, -3]);
  const view = await owner.api.get<{ difference: number }>(`/payments/contest/${contest.id}/reconciliation`);
  expect(view.data.difference).toBe(0);
});

it('the acceptance of a dispute above the setting waits for the second person that a refund needs', async () => {
  const [asker, careful] = [await withSecondFactor(aUser()), await withSecondFactor(aUser().superAdmin())];
  const { id, reference, voteId } = await dearDispute(asker);
  const accept = ({ api }: BuiltUser) =>
    api.post<PaymentCorrectionResult>(`/payments/disputes/${id}/resolve`, ACCEPT);
  const decide = (who: BuiltUser, correctionId: string | null, what: 'confirm' | 'reject') =>
    who.api.post(`/payments/corrections/${correctionId}/${what}`, { reason: 'Contest it' });
  expect((await accept(admin)).code).toBe('SECOND_FACTOR_REQUIRED');
  const { data: first } = await accept(asker);
  expect(first).toEqual({ awaitsConfirmation: true, correctionId: expect.any(String) });
  expect((await accept(asker)).status).toBe(409);
  const { data: list } = await admin.api.get<PaymentCorrection[]>('/payments/corrections');
  expect(list.find((one) => one.id === first.correctionId)).toMatchObject({
    kind: 'DISPUTE',
    amount: 1100,
    returned: 0,
    votesBack: 11,
    reason: ACCEPT.message,
    reference,
    enteredBy: { id: asker.id },
  });
  expect((await decide(asker, first.correctionId, 'confirm')).status).toBe(403);
  expect((await decide(admin, first.correctionId, 'confirm')).code).toBe('SECOND_FACTOR_REQUIRED');
  expect((await decide(admin, first.correctionId, 'reject')).status).toBe(200);
  expect(await disputeOf(asker, id)).toMatchObject({
    state: 'open',
    refundRequest: { state: 'REJECTED', decisionReason: 'Contest it' },
  });
  // It can be asked for again, and is accepted at the provider when the second person confirms it.
  const { data: second } = await accept(asker);
  expect((await decide(careful, second.correctionId, 'confirm')).status).toBe(200);
  expect((await decide(careful, second.correctionId, 'confirm')).status).toBe(409);
  await waitForState(reference, 'REVERSED');
  expect(await ledgerOf(voteId)).toEqual([11, -11]);
  expect(await disputeOf(asker, id)).toMatchObject({
    state: 'resolved',
    resolution: 'merchant-accepted',
    refundRequest: { state: 'ORDERED' },
  });
  expect(
    await sql.column<string>`SELECT body FROM mail_outbox WHERE recipient = ${asker.email}
    AND subject LIKE 'Your request%' ORDER BY created_at, id`,
  ).toEqual([expect.stringContaining('is not accepted'), expect.stringContaining('was accepted')]);
});

it('an organiser who contests a dispute withdraws the request to accept it, and needs none below the setting', async () => {
  const asker = await withSecondFactor(aUser());
  const { id, reference } = await dearDispute(asker);
  const path = `/payments/disputes/${id}/resolve`;
  expect((await asker.api.post(path, ACCEPT)).data).toMatchObject({ awaitsConfirmation: true });
  expect((await asker.api.post(path, { ...ACCEPT, answer: 'decline' })).status).toBe(200);
  await waitForState(reference, 'COMPLETED');
  expect(await disputeOf(asker, id)).toMatchObject({
    state: 'resolved',
    refundRequest: { state: 'WITHDRAWN' },
  });
  const small = await disputed();
  expect((await owner.api.post(`/payments/disputes/${small.id}/resolve`, ACCEPT)).data).toEqual({
    awaitsConfirmation: false,
    correctionId: null,
  });
});

const ACCEPT = { answer: 'accept', message: 'Our mistake' };

async function withSecondFactor(builder: ReturnType<typeof aUser>): Promise<BuiltUser> {
  const user = await builder.save();
  await sql`UPDATE users SET second_factor_encrypted = '\\x00', second_factor_at = now() WHERE id = ${user.id}`;
  return user;
}

/** Of 11 votes for GHS 1,100. */
const dearDispute = async (of: BuiltUser): ReturnType<typeof disputed> =>
  disputed(await aContest().ownedBy(of).paid('100.00').save(), { voteCount: 11 }, 110_000, of);

const returnedOf = (id: string) =>
  sql.value<number>`SELECT returned_pesewas::int AS sum FROM payments WHERE id = ${id}`;

/** A signed webhook about a dispute of the whole payment. */
async function tellDispute(what: 'create' | 'resolve', reference: string, id: number): Promise<void> {
  const transaction = { id: 1, reference, status: 'success', amount: 600, currency: 'GHS', domain: 'test' };
  const ended =
    what === 'resolve'
      ? { status: 'resolved', resolution: 'merchant-accepted' }
      : { status: 'awaiting-merchant-feedback' };
  const body = JSON.stringify({
    event: `charge.dispute.${what}`,
    data: { id, refund_amount: 600, ...ended, transaction },
  });
  const signature = createHmac('sha512', 'sk_test_local').update(body).digest('hex');
  const { status } = await fetch(`${testState().baseUrl}/api/payments/paystack/webhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-paystack-signature': signature },
    body,
  });
  expect(status).toBe(200);
}
