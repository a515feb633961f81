import { test as base, expect, type Page } from '@playwright/test';
import { aContest, aUser, closeDatabase, SimulatorControl } from '../support/index.js';

export { aContest, aUser, expect, SimulatorControl };

/**
 * A page that fails its test when the browser complains: an error in the console, a refused style or script (content
 * security policy), an exception nobody caught.
 */
export const test = base.extend<{ complaints: string[] }>({
  complaints: [
    async ({ context }, use) => {
      const complaints: string[] = [];
      context.on('weberror', (error) => complaints.push(error.error().message));
      context.on('console', (message) => {
        // A refusal that the page shows to the person is no complaint; the browser logs every 4xx by itself.
        if (
          message.type() === 'error' &&
          !/the server responded with a status of 4\d\d/.test(message.text())
        ) {
          complaints.push(message.text());
        }
      });
      await use(complaints);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});

test.afterAll(closeDatabase);

/** Read the number that a rolling counter will end at. */
export async function countOf(page: Page, contestantId: string): Promise<number> {
  return Number(
    (await page.getByTestId(`vote-count-${contestantId}`).first().innerText()).replace(/\D/g, ''),
  );
}

let phones = 0;
export const aPhone = (): string =>
  `024${String(3_000_000 + (process.pid % 5_000) * 100 + phones++).padStart(7, '0')}`;

/** Open the vote dialog of a contestant and fill it in. */
export async function fillVote(page: Page, contestantId: string, votes = 1, phone = aPhone()): Promise<void> {
  await page.getByTestId(`vote-now-${contestantId}`).click();
  await page.getByLabel('Number of votes').fill(String(votes));
  await page.getByLabel('Your phone number').fill(phone);
}

/** Sign in through the form. */
export async function signIn(page: Page, user: { email: string; password: string }): Promise<void> {
  await page.getByLabel('Email', { exact: false }).first().fill(user.email);
  await page.locator('input[type=password]').fill(user.password);
  await page.getByTestId('login-submit').click();
}
