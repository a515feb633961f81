const PUBLIC = {
  home: '/',
  contests: '/contests',
  login: '/login',
  register: '/register',
  'forgot-password': '/forgot-password',
  'find-my-vote': '/find-my-vote',
  contact: '/contact',
  terms: '/terms',
  privacy: '/privacy',
  status: '/status',
  'reset-password': '/reset-password?token=x',
  'verify-email': '/verify-email?token=x',
  'pending-approval': '/pending-approval',
  unauthorized: '/unauthorized',
  'payment-unknown': '/payment/verify?reference=none',
};

/**
 * Screens by name: address, or what makes it, and who looks at it. `act` brings the page to what is wanted.
 * @param of ids of the contests, nominees and receipts that are shown
 */
export function screens(of) {
  const list = [];
  const add = (who, name, path, act) => list.push({ who, name, path, act });
  for (const [name, path] of Object.entries(PUBLIC)) add('visitor', name, path);
  for (const [key, id] of Object.entries(of.variants)) {
    if (key !== 'draft') {
      add('visitor', `contest-${key}`, `/contests/${id}`);
      add('visitor', `stage-${key}`, `/contests/${id}/stage`);
      add('visitor', `embed-${key}`, `/embed/contests/${id}`);
      add('visitor', `light-${key}`, `/v/${id}`);
    }
    add('organiser', `console-${key}`, `/admin/contests/${id}`);
  }
  add('visitor', 'vote-sheet', `/contests/${of.variants.zero}`, async (page) => {
    await page.locator('[data-testid^="vote-now-"]').first().click();
    await page.getByLabel('Number of votes').waitFor();
  });
  // With pictures, as the others have none.
  add('visitor', 'contest-demo', `/contests/${of.paid}`);
  add('visitor', 'stage-demo', `/contests/${of.paid}/stage`);
  add('visitor', 'embed-demo', `/embed/contests/${of.paid}`);
  add('visitor', 'light-ballot', `/v/${of.variants.zero}/${of.nominee.code}`);
  add('visitor', 'audit', `/contests/${of.variants.three}/audit`);
  add('visitor', 'audit-hidden', `/contests/${of.variants.hidden}/audit`);
  add('visitor', 'poster', `/contests/${of.paid}/poster`);
  add('visitor', 'receipt', `/r/${of.receiptCode}`);
  add('visitor', 'receipt-unknown', '/r/0000-0000-0000');
  for (const name of ['phone', 'sms']) add('visitor', `simulator-${name}`, `${of.simulator}/${name}`);
  for (const tab of ['nominees', 'money', 'share', 'settings', 'log'])
    add('organiser', `tab-${tab}`, `/admin/contests/${of.paid}?tab=${tab}`);
  add('organiser', 'remote-link', `/admin/contests/${of.paid}`, async (page) => {
    await page.getByTestId('stage-remote').click();
    await page.getByRole('dialog').waitFor();
  });
  for (const key of ['categories', 'hidden'])
    // A link works once and for a quarter of an hour; the device is known afterwards.
    add(
      'presenter',
      `remote-${key}`,
      () => of.remoteOf(key),
      async (page) => {
        await page.getByTestId('remote').getByRole('heading').first().waitFor();
      },
    );
  for (const name of [
    'hosts',
    'contests',
    'votes',
    'payments',
    'disputes',
    'reconciliation',
    'statistics',
    'audit',
  ])
    add('organiser', `admin-${name}`, `/admin/${name}`);
  // The newest contest is chosen otherwise, which has neither.
  for (const book of ['payments', 'votes', 'reconciliation'])
    add('organiser', `book-${book}`, `/admin/${book}?contest=${of.paid}`);
  const dialogOf = (name, path, trigger) =>
    add('organiser', name, path, async (page) => {
      await page.locator(trigger).first().click();
      await page.getByRole('dialog').waitFor();
    });
  dialogOf('host-form', '/admin/hosts', '[data-testid="host-create"]');
  dialogOf('category-form', `/admin/contests/${of.paid}?tab=nominees`, '[data-testid="category-create"]');
  const firstCategory = `/admin/contests/${of.variants.zero}/categories/${of.nominee.categoryId}`;
  dialogOf('nominee-form', firstCategory, '[data-testid="contestant-create"]');
  dialogOf('payment-details', `/admin/payments?contest=${of.paid}`, '[data-testid="payment-row"] button');
  add('organiser', 'menu-organiser', '/admin/hosts', openMenu);
  add('organiser', 'contest-form', '/admin/contests', async (page) => {
    await page.getByTestId('contest-create').click();
    await page.getByRole('dialog').waitFor();
  });
  add('organiser', 'contest-form-filled', '/admin/contests', async (page) => {
    await page.getByTestId('contest-create').click();
    await page.getByTestId('contest-form-submit').click();
  });
  add('organiser', 'category', firstCategory);
  add('organiser', 'preview', `/admin/contests/${of.variants.draft}/preview`);
  add('organiser', 'electorate', `/admin/contests/${of.variants.electorate}?tab=settings`);
  add('organiser', 'ballot-codes', `/admin/contests/${of.variants.electorate}?tab=settings`, async (page) => {
    await page.getByTestId('electorate-codes').fill('12');
    await page.getByTestId('electorate-make').click();
    await page.getByTestId('electorate-print').click();
    await page.getByTestId('ballot-slips').waitFor();
  });
  add('organiser', 'host-money', `/admin/hosts/${of.hostId}/money`);
  add('organiser', 'held', `/admin/votes/held?contest=${of.free}`);
  add('organiser', 'quarantine', `/admin/votes/quarantine?contest=${of.free}`);
  add('organiser', 'cash', '/admin/votes/cash');
  add('organiser', 'profile', '/profile');
  add('organiser', 'command-bar', '/admin/contests', async (page) => {
    await page.keyboard.press('Control+k');
    await page.getByTestId('command-input').fill('a');
    await page.getByRole('option').first().waitFor();
  });
  for (const name of [
    'dashboard',
    'users',
    'attention',
    'contests',
    'hosts',
    'payments',
    'statistics',
    'audit',
    'disputes',
    'reconciliation',
  ])
    add('superAdmin', `super-${name}`, `/admin/${name}`);
  add('superAdmin', 'super-review', '/admin/users', async (page) => {
    await page.locator('[data-testid^="review-"]').first().click();
    await page.getByRole('dialog').waitFor();
  });
  add('superAdmin', 'super-profile', '/profile');
  add('superAdmin', 'super-console', `/admin/contests/${of.paid}`);
  add('superAdmin', 'super-money', `/admin/hosts/${of.hostId}/money`);
  return list;
}

async function openMenu(page) {
  await page
    .getByRole('button', { name: /menu|account of/i })
    .filter({ visible: true })
    .first()
    .click();
}
