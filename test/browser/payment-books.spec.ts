import { readFile } from 'node:fs/promises';
import { type BuiltContest, database, sql } from '../support/builders.js';
import { beginPaid, payCounted, stateOf, waitForState } from '../support/payments.js';
import { pdfText } from '../support/pdf-text.js';
import { settleDay } from '../support/settlements.js';
import { aContest, aUser, checkLooks, expect, openAs, SimulatorControl, test } from './page.js';

const simulator = new SimulatorControl();

/** @returns the reference of a payment that the provider completes as the script says, once it has this state */
async function payUntil(
  state: string,
  contest: BuiltContest,
  voteCount: number,
  script: Record<string, unknown> = {},
): Promise<string> {
  const { reference } = await beginPaid(contest, { voteCount });
  await simulator.script(reference, script);
  await simulator.complete(reference);
  await waitForState(reference, state);
  return reference;
}

test('a super admin sees why payments are held, keeps notes, takes the evidence, accepts and refunds', async ({
  page,
}) => {
  const contest = await aContest().active().paid('2.00').save();
  const less = await payUntil('REVIEW', contest, 2, { amount: 300 });
  const foreign = await payUntil('REVIEW', contest, 2, { currency: 'NGN' });
  await openAs(page, await aUser().superAdmin().save(), '/admin/attention');
  const row = (reference: string) => page.locator(`[data-reference="${reference}"]`);
  await expect(row(less)).toContainText('Other amount');
  await expect(row(less)).toContainText('GHS 4.00');
  await expect(row(less)).toContainText('GHS 3.00');
  await expect(row(foreign)).toContainText('NGN 4.00');
  await checkLooks(page, 'admin-attention');

  await row(less).getByTestId('note').click();
  await page.getByRole('textbox', { name: 'Note' }).fill('Called the payer');
  await page.getByTestId('decision-submit').click();
  await expect(row(less)).toContainText('1 note');

  const download = page.waitForEvent('download');
  await row(less).getByTestId('evidence').click();
  const file = await (await download).path();
  const evidence = JSON.parse(await readFile(file, 'utf8')) as { payment: { reference: string } };
  expect(evidence.payment.reference).toBe(less);

  await row(less).getByTestId('accept').click();
  await page.getByTestId('decision-submit').click();
  await expect(page.getByText('Reason is required')).toBeVisible();
  expect(await stateOf(less)).toBe('REVIEW');
  await page.getByRole('textbox', { name: 'Reason' }).fill('Agreed with the payer');
  await page.getByTestId('decision-submit').click();
  await expect(row(less)).toBeHidden();
  expect(await stateOf(less)).toBe('COMPLETED');

  await row(foreign).getByTestId('refund').click();
  await page.getByRole('textbox', { name: 'Reason' }).fill('Wrong currency');
  await page.getByTestId('decision-submit').click();
  await expect(row(foreign)).toBeHidden();
  expect(await stateOf(foreign)).toMatch(/^REFUND/);
});

test('an organiser sees whether the books of a contest agree, and what differs', async ({ page }) => {
  const owner = await aUser().save();
  const contest = await aContest().ownedBy(owner).active().paid('1.00').save();
  await payUntil('COMPLETED', contest, 5);
  await payUntil('REVIEW', contest, 2, { amount: 150 });
  await openAs(page, owner, `/admin/reconciliation?contest=${contest.id}`);
  await expect(page.getByTestId('books-taken')).toHaveText('GHS 6.50');
  await expect(page.getByTestId('books-counted')).toHaveText('GHS 5.00');
  await expect(page.getByTestId('books-held')).toHaveText('GHS 1.50');
  await expect(page.getByTestId('books-stayed')).toHaveText('GHS 6.50');
  await expect(page.getByTestId('books-accounted')).toHaveText('GHS 6.50');
  await expect(page.getByTestId('class-held')).toContainText('Held for a decision');
  await expect(page.getByRole('link', { name: 'Reconciliation' })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('link', { name: 'To decide' })).toBeHidden();
  await checkLooks(page, 'admin-reconciliation');
});

test('an organiser asks for a refund, a super admin orders it and has a webhook tried again', async ({
  page,
}) => {
  const [owner, admin] = [await aUser().save(), await aUser().superAdmin().save()];
  const contest = await aContest().ownedBy(owner).active().paid('1.00').save();
  const whole = await payUntil('COMPLETED', contest, 10);
  const part = await payUntil('COMPLETED', contest, 10);
  const rows = await sql<{ id: string }>`SELECT id FROM payments WHERE reference = ${part}`;
  await admin.api.post(`/payments/${rows[0]?.id}/returned`, { reason: 'By hand', amount: 5 });

  const row = (reference: string) => page.locator(`[data-reference="${reference}"]`);
  await openAs(page, owner, `/admin/payments?contest=${contest.id}`);
  const both = '10 cast, 5 counted after a refund of GHS 5.00';
  await expect(row(part)).toContainText(both);
  await page.getByTestId('book-search').fill(part.toLowerCase());
  await expect(page.getByTestId('found')).toHaveText('1 record found');
  await expect(row(whole)).toBeHidden();
  expect(page.url().toLowerCase()).not.toContain(part.toLowerCase());
  const opener = (reference: string) => page.getByRole('button', { name: `Details of ${reference}` });
  await opener(part).focus();
  await page.keyboard.press('Enter');
  const timeline = page.getByTestId('timeline');
  for (const step of ['Vote cast', 'Webhook from the provider', 'Counted', 'Votes taken back'])
    await expect(timeline).toContainText(step);
  await checkLooks(page, 'admin-payment-history');
  await page.keyboard.press('Escape');
  await expect(timeline).toBeHidden();
  await expect(opener(part)).toBeFocused();
  await page.getByTestId('book-search').fill('');
  await expect(row(whole)).toBeVisible();
  await page.getByTestId('payment-row').first().getByRole('button').first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByTestId('payment-row').nth(1).getByRole('button').first()).toBeFocused();
  await row(whole).getByTestId('ask-refund').click();
  const dialog = page.getByTestId('refund-dialog');
  await expect(dialog).toContainText('GHS 10.00 goes back to the payer. Taken back with it: 10 votes.');
  await checkLooks(page, 'admin-refund-dialog');
  await page.getByRole('textbox', { name: 'Reason' }).fill('Paid for another contest');
  await page.getByTestId('refund-submit').click();
  await expect(row(whole)).toContainText('Refund asked for');
  await expect(row(whole).getByTestId('ask-refund')).toBeHidden();
  await checkLooks(page, 'admin-refund-asked');
  await row(whole).getByTestId('withdraw-refund').click();
  await page.getByTestId('confirm').click();
  await expect(row(whole)).toContainText('Request withdrawn');
  await row(whole).getByTestId('ask-refund').click();
  await page.getByRole('textbox', { name: 'Reason' }).fill('Paid for another contest');
  await page.getByTestId('refund-submit').click();
  await expect(row(whole)).toContainText('Refund asked for');
  await page.goto(`/payment/verify?reference=${part}`);
  await expect(page.getByText(both)).toBeVisible();

  const { rows: webhooks } = await database().query<{ id: number }>(
    `INSERT INTO webhook_inbox (body_sha256, body, event, reference, received_at, processed_at, outcome, attempts, last_error, set_aside_at)
     VALUES (sha256($1), $1, 'charge.success', $2, now(), now(), 'failed', 10, 'payment has no vote', now()) RETURNING id`,
    [Buffer.from(`{"event":"charge.success","reference":"${whole}"}`), whole],
  );
  await openAs(page, admin, '/admin/attention');
  const correction = page.locator(`[data-correction="${whole}"]`);
  await expect(correction).toContainText('Paid for another contest');
  await expect(correction).toContainText('GHS 10.00');
  const webhook = page.locator(`[data-webhook="${webhooks[0]?.id}"]`);
  await expect(webhook).toContainText('payment has no vote');
  await checkLooks(page, 'admin-corrections');
  await webhook.getByTestId('webhook-retry').click();
  await expect(webhook).toBeHidden();
  await correction.getByTestId('correction-confirm').click();
  await expect(page.getByRole('alertdialog')).toContainText(
    'GHS 10.00 goes back to the payer. Taken back with it: 10 votes.',
  );
  expect(await stateOf(whole)).toBe('COMPLETED');
  await page.getByTestId('confirm').click();
  await expect(correction).toBeHidden();
  expect(await stateOf(whole)).toMatch(/^REFUND/);
});

test('an organiser sends evidence about a dispute, a super admin contests it, and the votes stay', async ({
  page,
}) => {
  const [owner, admin] = [await aUser().save(), await aUser().superAdmin().save()];
  const contest = await aContest().ownedBy(owner).active().paid('2.00').save();
  const reference = await payUntil('COMPLETED', contest, 3);
  await simulator.dispute(reference, { refundAmount: 400 });
  await waitForState(reference, 'DISPUTED');

  const row = page.locator(`[data-reference="${reference}"]`);
  await openAs(page, owner, '/admin/disputes');
  await expect(row).toContainText('Waits for you');
  await expect(row).toContainText('GHS 4.00 of GHS 6.00');
  await expect(row.getByTestId('dispute-due')).not.toHaveText('Soon');
  await checkLooks(page, 'admin-disputes');
  const download = page.waitForEvent('download');
  await row.getByTestId('dispute-pack').click();
  const pack = await download;
  expect(pack.suggestedFilename()).toBe(`evidence-${reference}.pdf`);
  const text = pdfText(await readFile(await pack.path()));
  for (const said of ['Evidence of a payment', reference, 'GHS 4.00 of GHS 6.00', '3 at GHS 2.00: GHS 6.00'])
    expect(text).toContain(said);
  await row.getByTestId('dispute-evidence').click();
  await page.getByTestId('dispute-submit').click();
  await expect(page.getByTestId('dispute-dialog')).toContainText('required');
  await page.getByRole('textbox', { name: 'What was paid for' }).fill('Three votes, counted at once.');
  await page
    .getByTestId('dispute-file')
    .setInputFiles({ name: 'receipt.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') });
  await checkLooks(page, 'admin-dispute-evidence');
  await page.getByTestId('dispute-submit').click();
  await expect(row).toContainText('Waits for the bank');

  await openAs(page, admin, '/admin/disputes');
  await row.getByTestId('dispute-decline').click();
  await page.getByRole('textbox', { name: 'Message to the bank' }).fill('The votes were counted.');
  await checkLooks(page, 'admin-dispute-contest');
  await page.getByTestId('dispute-submit').click();
  await expect(row).toContainText('Contested');
  await expect(row.getByTestId('dispute-accept')).toBeHidden();
  await waitForState(reference, 'COMPLETED');
});

test('an owner sees account, balance and payouts of a host, and what of them is not explained', async ({
  page,
}) => {
  const [owner, admin] = [await aUser().save(), await aUser().superAdmin().save()];
  const contest = await aContest().ownedBy(owner).active().paid('1.00').save();
  const account = `/hosts/${contest.hostId}/settlement-account`;
  const wallet = { type: 'mobile_money', bankCode: 'MTN', accountNumber: '+233551234987' };
  await owner.api.put(account, wallet);
  await admin.api.post(`${account}/approve`, {});
  await payCounted(contest, { voteCount: 10 });
  const number = await settleDay(contest.hostId, { short: 30 });

  await openAs(page, owner, `/admin/hosts/${contest.hostId}/money`);
  await expect(page.getByTestId('settlement-account')).toContainText('AMA TEST MENSAH');
  const balance = page.getByTestId('balance');
  for (const amount of ['GHS 9.80', 'GHS 9.50', 'GHS 0.30']) await expect(balance).toContainText(amount);
  await expect(balance).toContainText('No day is known yet.');
  await expect(page.getByTestId('unexplained')).toHaveText(
    `Payout ${number} is about GHS 9.50; its payments make GHS 9.80.`,
  );
  const payout = page.locator(`[data-settlement="${number}"]`);
  await expect(payout).toContainText('Paid');
  await expect(payout).toContainText('GHS 9.50');
  const download = page.waitForEvent('download');
  await page.getByTestId('export-settlements').click();
  expect(await readFile(await (await download).path(), 'utf8')).toContain(number);
  await checkLooks(page, 'host-money');
});

test('an organiser finds the statements of a host from a contest, and saves one', async ({ page }) => {
  const owner = await aUser().save();
  const contest = await aContest().ownedBy(owner).active().paid('2.00').save();
  const { hostId } = contest;
  const money = {
    votes: 625,
    gross: 125_000,
    providerFee: 2_438,
    platformFee: 6_250,
    refunds: 1_000,
    disputes: 0,
  };
  const content = {
    ...money,
    net: 115_312,
    cash: 0,
    opening: 0,
    settlements: 100_000,
    closing: 15_312,
    host: 'Volta Music',
    contest: null,
    from: '2026-09-01T00:00:00Z',
    to: '2026-10-01T00:00:00Z',
    invoice: {
      number: 17,
      issuer: 'Abato',
      net: 5_435,
      taxes: [{ name: 'VAT', basisPoints: 1_500, amount: 815 }],
      total: 6_250,
    },
  };
  await database().query(
    `INSERT INTO statements (host_id, number, month, contest_id, issued_at, content, totals)
     VALUES ($1, 1, '2026-09', NULL, '2026-10-01T01:00:00Z', $2::jsonb, '{}'),
       ($1, 2, NULL, $3, '2026-10-02T01:00:00Z', $2::jsonb || '{"contest":"Volta Music Awards 2026","invoice":null}', '{}')`,
    [hostId, JSON.stringify(content), contest.id],
  );
  await openAs(page, owner, `/admin/contests/${contest.id}?tab=money`);
  await page.getByRole('link', { name: 'Balance and statements' }).click();
  const statement = page.locator('[data-testid="statement"][data-number="1"]');
  await expect(statement).toContainText('September 2026');
  await expect(statement).toContainText('GHS 1,153.12');
  await expect(statement).toContainText('No. 17: GHS 62.50');
  await expect(page.locator('[data-testid="statement"][data-number="2"]')).toContainText(
    'Volta Music Awards 2026',
  );
  await checkLooks(page, 'admin-statements');
  const saved = page.waitForEvent('download');
  await statement.getByTestId('statement-pdf').click();
  const file = await (await saved).path();
  expect((await readFile(file)).subarray(0, 5).toString()).toBe('%PDF-');
});
