import type { Page } from '@playwright/test';
import { aContest, aPhone, checkLooks, codeSentTo, expect, test } from './page.js';

test.use({ javaScriptEnabled: false });

test('a voter without JavaScript finds the light page, proves the number by SMS, and votes', async ({
  page,
  browser,
}) => {
  const contest = await aContest().active().verifiedPhones().withContestants(20, 5).save();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/contests/${contest.id}`);
  // It shows after some seconds only: the app starts sooner where it can.
  const link = page.getByRole('link', { name: 'Slow connection? Use the light page', includeHidden: true });
  await page.goto((await link.getAttribute('href')) ?? '');
  await page.getByRole('link', { name: 'Category 1' }).click();
  await page.getByRole('link', { name: contest.contestant.name, exact: true }).click();
  const form = page.url();

  const phone = aPhone();
  await page.getByLabel('Number of votes').fill('2');
  await page.getByLabel('Your phone number').fill('024');
  await page.getByRole('button', { name: 'Cast Vote' }).click();
  await expect(page.getByRole('alert')).toContainText('Enter a valid phone number');
  expect(await page.getByLabel('Number of votes').inputValue()).toBe('2');
  await page.getByLabel('Your phone number').fill(phone);
  await page.getByRole('button', { name: 'Cast Vote' }).click();
  await expect(page.getByText(`We have sent a code to ${phone}.`)).toBeVisible();
  await page.getByLabel('Code from the SMS').fill(await codeSentTo(phone));
  await page.getByRole('button', { name: 'Confirm and vote' }).click();
  await expect(page.getByRole('heading', { name: 'Your 2 votes are in' })).toBeVisible();
  const [, receipt] =
    /\/r\/([\w-]+)/.exec((await page.getByRole('link', { name: /public log/ }).getAttribute('href')) ?? '') ??
    [];
  await expect(page.getByText(receipt ?? 'no receipt')).toBeVisible();
  const statement = await page
    .getByRole('link', { name: 'Download the signed receipt' })
    .getAttribute('href');
  const file = await page.request.get(statement ?? '');
  expect(file.headers()['content-disposition']).toBe(`attachment; filename="receipt-${receipt}.txt"`);
  expect(await file.text()).toContain(`/log/${contest.id}\nreceipt\n${receipt}\n`);
  const result = page.url();
  await page.getByRole('link', { name: 'Vote again' }).click();
  await page.getByLabel('Your phone number').fill(phone);
  await page.getByRole('button', { name: 'Cast Vote' }).click();
  await expect(page.getByRole('heading', { name: 'Your vote is in' })).toBeVisible();

  // The rules for people who cannot see well are checked by a program, which needs JavaScript itself.
  const looking = await browser.newContext({ baseURL: new URL(form).origin, javaScriptEnabled: true });
  await looksOf(await looking.newPage(), { form, result, list: `/v/${contest.id}?c=1` });
  await looking.close();
});

async function looksOf(
  page: Page,
  { form, result, list }: Record<'form' | 'result' | 'list', string>,
): Promise<void> {
  const widths = { light: [360, 1280], dark: [360] };
  await page.goto(list);
  await checkLooks(page, 'light-list', widths);
  await page.goto(form);
  await page.getByRole('button', { name: 'Cast Vote' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await checkLooks(page, 'light-form', widths);
  await page.goto(result);
  await checkLooks(page, 'light-result', widths);
}
