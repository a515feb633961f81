import AxeBuilder from '@axe-core/playwright';
import { expect, test } from './page.js';

test('the catalogue of components opens without console errors and axe findings', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/dev/components');
  await expect(page.getByRole('heading', { name: 'Toasts and dialogs' })).toBeVisible();
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(
    violations.map((one) => `${one.id} ${one.nodes.map((node) => node.target.join(' ')).join(', ')}`),
  ).toEqual([]);
  await page.getByRole('button', { name: 'Toast: warning' }).click();
  await expect(page.getByText('A toast of the kind warning')).toBeVisible();
});

test('millions of cedis stay inside their card on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/dev/components');
  const figure = page.getByText('GHS 4,000,000.00');
  await expect
    .poll(() => figure.evaluate((text) => text.scrollWidth - text.clientWidth))
    .toBeLessThanOrEqual(0);
});

test('the API reference works under its content policy', async ({ page }) => {
  await page.goto('/api/docs');
  await expect(page.getByRole('heading', { name: /^Abato/ })).toBeVisible();
  await expect(page.locator('.opblock').first()).toBeVisible();
});
