import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { type BuiltUser, database } from '../support/builders.js';
import { beginPaid, stateOf, waitForState } from '../support/payments.js';
import {
  aContest,
  aUser,
  expect,
  findings,
  overflow,
  pictures,
  signIn,
  SimulatorControl,
  test,
} from './page.js';

const simulator = new SimulatorControl();
const WIDTHS = [360, 1280] as const;

async function open(page: Page, user: BuiltUser, path: string): Promise<void> {
  await page.goto('/login');
  await signIn(page, user);
  await page.waitForURL(/\/admin\//);
  await page.goto(path);
}

/** Nothing for axe to find, nothing wider than the window, and a picture of each width for those who ask for them. */
async function lookAt(page: Page, name: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await pictures(page, name, [width]);
    expect(await overflow(page), `${name} at ${width} px`).toBeLessThanOrEqual(0);
    expect(await findings(page)).toEqual([]);
  }
}

test('a super admin sees why payments are held, keeps notes, takes the evidence, accepts and refunds', async ({
  page,
}) => {
  test.setTimeout(240_000);
  const contest = await aContest().active().paid('2.00').save();
  const held = async (script: Record<string, unknown>): Promise<string> => {
    const { reference } = await beginPaid(contest, { voteCount: 2 });
    await simulator.script(reference, script);
    await simulator.complete(reference);
    await waitForState(reference, 'REVIEW');
    return reference;
  };
  const [less, foreign] = [await held({ amount: 300 }), await held({ currency: 'NGN' })];
  await open(page, await aUser().superAdmin().save(), '/admin/attention');
  const row = (reference: string) => page.locator(`[data-reference="${reference}"]`);
  await expect(row(less)).toContainText('Other amount');
  await expect(row(less)).toContainText('GHS 4.00');
  await expect(row(less)).toContainText('GHS 3.00');
  await expect(row(foreign)).toContainText('NGN 4.00');
  await lookAt(page, 'admin-attention');

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
  test.setTimeout(240_000);
  const owner = await aUser().save();
  const contest = await aContest().ownedBy(owner).active().paid('1.00').save();
  const pay = async (votes: number, state: string, script: Record<string, unknown> = {}): Promise<void> => {
    const { reference } = await beginPaid(contest, { voteCount: votes });
    await simulator.script(reference, script);
    await simulator.complete(reference);
    await waitForState(reference, state);
  };
  await pay(5, 'COMPLETED');
  await pay(2, 'REVIEW', { amount: 150 });
  await open(page, owner, `/admin/reconciliation?contest=${contest.id}`);
  await expect(page.getByTestId('books-taken')).toHaveText('GHS 6.50');
  await expect(page.getByTestId('books-counted')).toHaveText('GHS 5.00');
  await expect(page.getByTestId('books-held')).toHaveText('GHS 1.50');
  await expect(page.getByTestId('books-stayed')).toHaveText('GHS 6.50');
  await expect(page.getByTestId('books-accounted')).toHaveText('GHS 6.50');
  await expect(page.getByTestId('class-held')).toContainText('Held for a decision');
  await expect(page.getByRole('link', { name: 'Reconciliation' })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('link', { name: 'To decide' })).toBeHidden();
  await lookAt(page, 'admin-reconciliation');
});

test('an organiser asks for a refund, a super admin orders it and has a webhook tried again', async ({
  page,
}) => {
  test.setTimeout(240_000);
  const [owner, admin] = [await aUser().save(), await aUser().superAdmin().save()];
  const contest = await aContest().ownedBy(owner).active().paid('1.00').save();
  const paid = async (): Promise<string> => {
    const { reference } = await beginPaid(contest, { voteCount: 10 });
    await simulator.complete(reference);
    await waitForState(reference, 'COMPLETED');
    return reference;
  };
  const [whole, part] = [await paid(), await paid()];
  const { rows } = await database().query<{ id: string }>('SELECT id FROM payments WHERE reference = $1', [
    part,
  ]);
  await admin.api.post(`/payments/${rows[0]?.id}/returned`, { reason: 'By hand', amount: 5 });

  const row = (reference: string) => page.locator(`[data-reference="${reference}"]`);
  await open(page, owner, `/admin/payments?contest=${contest.id}`);
  const both = '10 cast, 5 counted after a refund of GHS 5.00';
  await expect(row(part)).toContainText(both);
  await row(whole).getByTestId('ask-refund').click();
  const dialog = page.getByTestId('refund-dialog');
  await expect(dialog).toContainText('GHS 10.00 goes back to the payer. Taken back with it: 10 votes.');
  await lookAt(page, 'admin-refund-dialog');
  await page.getByRole('textbox', { name: 'Reason' }).fill('Paid for another contest');
  await page.getByTestId('refund-submit').click();
  await expect(row(whole)).toContainText('Refund asked for');
  await expect(row(whole).getByTestId('ask-refund')).toBeHidden();
  await lookAt(page, 'admin-refund-asked');
  await page.goto(`/payment/verify?reference=${part}`);
  await expect(page.getByText(both)).toBeVisible();

  const { rows: webhooks } = await database().query<{ id: number }>(
    `INSERT INTO webhook_inbox (body_sha256, body, event, reference, received_at, processed_at, outcome, attempts, last_error, set_aside_at)
     VALUES (sha256($1), $1, 'charge.success', $2, now(), now(), 'failed', 10, 'payment has no vote', now()) RETURNING id`,
    [Buffer.from(`{"event":"charge.success","reference":"${whole}"}`), whole],
  );
  await page.evaluate(() => localStorage.clear());
  await open(page, admin, '/admin/attention');
  const correction = page.locator(`[data-correction="${whole}"]`);
  await expect(correction).toContainText('Paid for another contest');
  await expect(correction).toContainText('GHS 10.00');
  const webhook = page.locator(`[data-webhook="${webhooks[0]?.id}"]`);
  await expect(webhook).toContainText('payment has no vote');
  await lookAt(page, 'admin-corrections');
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
