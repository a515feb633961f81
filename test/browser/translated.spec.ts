import { database } from '../support/builders.js';
import { manyPhonesOfOneDevice } from '../support/held-votes.js';
import { aContest, aPhone, expect, SimulatorControl, test } from './page.js';
import { Untranslated, writtenIn } from './untranslated.js';

type Built = Awaited<ReturnType<ReturnType<typeof aContest>['save']>>;

/** What a simulated wallet does depends on the last four digits of its number. */
const NEVER_ANSWERS = '024 123 0003';
const SPOKEN = 'language=en-XA';

test('every text of a voter’s journey comes from the catalogue: nothing of it is English in a generated language', async ({
  page,
}) => {
  // Fourteen screens, one after the other.
  test.setTimeout(300_000);
  const free = await aContest().active().withContestants(3).save();
  const paid = await aContest().active().paid('1.50').save();
  const proven = await aContest().active().verifiedPhones().save();
  const election = await aContest().electorate().save();
  const watched = await aContest().save();
  const untranslated = new Untranslated(page, await writtenIn(free, paid, proven, election, watched));
  const look = (screen: string) => untranslated.look(screen);
  const open = async (contest: Built) => {
    await page.goto(`/contests/${contest.id}?${SPOKEN}`);
    await page.getByTestId(`vote-now-${contest.contestant.id}`).click();
    await expect(page.getByTestId('vote-submit')).toBeVisible();
  };
  const phone = aPhone();

  await page.goto(`/contests?search=${encodeURIComponent(free.title)}&${SPOKEN}`);
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-XA');
  const card = page.locator(`a[href="/contests/${free.id}"]`);
  await expect(card).toBeVisible();
  await look('list of contests');

  await card.click();
  await expect(page.locator('#rankings')).toBeVisible();
  await look('contest');

  await page.getByTestId(`vote-now-${free.contestant.id}`).click();
  await page.getByTestId('vote-submit').click();
  await expect(page.getByRole('alert').first()).toBeVisible();
  await look('vote form with a missing field');

  await page.locator('input[type=tel]').fill(phone);
  await page.getByTestId('vote-submit').click();
  const done = page.getByTestId('vote-done');
  await expect(done).toBeVisible();
  await expect(page.locator('[data-sonner-toast]').first()).toBeVisible();
  await done.locator('button[aria-expanded]').click();
  await look('after the vote');

  await done.locator('a[href^="/r/"]').click();
  await expect(page.getByTestId('receipt-state')).toBeVisible();
  await look('receipt');

  const code = decodeURIComponent(new URL(page.url()).pathname.split('/').at(-1) ?? '');
  await page.goto(`/find-my-vote?reference=0000-0000&${SPOKEN}`);
  await page.locator('input[type=tel]').fill(phone);
  await page.locator('main button[type=submit]').click();
  await expect(page.locator('[data-sonner-toast]').first()).toBeVisible();
  await look('a vote that is not found');
  await page.locator('main input').last().fill(code);
  await page.locator('main button[type=submit]').click();
  await expect(page.locator(`a[href="/contests/${free.id}"]`)).toBeVisible();
  await look('find my vote');

  const { held } = await manyPhonesOfOneDevice(watched, 6);
  const { rows } = await database().query<{ voter_phone: string }>(
    'SELECT voter_phone FROM votes WHERE id = $1',
    [held[0]?.id],
  );
  await page.goto(`/find-my-vote?reference=${held[0]?.receiptCode}&${SPOKEN}`);
  await page.locator('input[type=tel]').fill(rows[0]?.voter_phone ?? '');
  await page.locator('main button[type=submit]').click();
  const ask = page.locator('main [aria-live=polite] button:not([aria-expanded])');
  await expect(ask).toBeVisible();
  await look('a held vote');
  await ask.click();
  await expect(ask).toBeHidden();
  await look('a held vote that the organiser is asked to look at');

  await open(proven);
  await page.locator('input[type=tel]').fill(phone);
  await page.getByTestId('vote-submit').click();
  await expect(page.getByTestId('vote-submit')).toBeHidden();
  await look('proof of a number');

  await open(election);
  await page.getByTestId('ballot-code').fill('ZZZZ-ZZZZ');
  await page.getByTestId('vote-submit').click();
  await expect(page.getByTestId('vote-modal').getByRole('alert').first()).toBeVisible();
  await look('a wrong ballot code');

  await open(paid);
  await page.getByTestId('pay-checkout').check();
  await look('form of a paid vote');
  await page.getByTestId('pay-momo').check();
  await page.locator('input[type=tel]').fill(NEVER_ANSWERS);
  await look('mobile money');
  await page.getByTestId('vote-submit').click();
  await expect(page.getByTestId('charge-step')).toHaveAttribute('data-step', 'approve_on_phone');
  await look('prompt on the phone');
  const record = await page.evaluate(() => sessionStorage.getItem('pendingPayment'));
  await new SimulatorControl().complete((JSON.parse(record ?? '{}') as { reference: string }).reference);
  await expect(page.getByTestId('verify-status')).toHaveAttribute('data-status', 'success');
  await look('after the payment');

  expect(untranslated.found).toEqual({});
});
