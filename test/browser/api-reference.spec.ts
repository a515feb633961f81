import { expect, test } from './page.js';

test('the API reference works under its content policy', async ({ page }) => {
  await page.goto('/api/docs');
  await expect(page.getByRole('heading', { name: /^Abato/ })).toBeVisible();
  await expect(page.locator('.opblock').first()).toBeVisible();
});
