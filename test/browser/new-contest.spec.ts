import type { CategoryView, ContestantView, ContestView } from '@abato/contracts';
import type { Locator, Page, Route } from '@playwright/test';
import { aPicture } from '../support/pictures.js';
import {
  aContest,
  aUser,
  type ApiClient,
  checkLooks,
  expect,
  overflow,
  signedIn,
  signIn,
  test,
} from './page.js';

/** An organiser on a phone, who has one host, in front of the list of contests. */
async function organiser(page: Page) {
  const owner = await aUser().save();
  await aContest().ownedBy(owner).save();
  await page.setViewportSize({ width: 360, height: 740 });
  await signedIn(page, owner, '/admin/contests');
  return { owner, form: page.getByRole('dialog') };
}

async function titled(api: ApiClient, title: string): Promise<ContestView[]> {
  const { data } = await api.get<ContestView[]>('/contests');
  return data.filter((contest) => contest.title === title);
}

async function nomineesOf(api: ApiClient, contestId: string) {
  const { data } = await api.get<CategoryView[]>(`/categories/contest/${contestId}`);
  const lists = data.map(async ({ id, name, description }) => {
    const { data: people } = await api.get<ContestantView[]>(`/contestants/category/${id}`);
    return { name, description, people: people.map((person) => [person.name, person.photo !== null]) };
  });
  return Promise.all(lists);
}

test('a running contest with categories, nominees and photos takes four presses', async ({ page }) => {
  const { owner, form } = await organiser(page);
  await page.evaluate(() => {
    const counter = window as Window & { presses?: number };
    counter.presses = 0;
    document.addEventListener('click', () => (counter.presses = (counter.presses ?? 0) + 1), true);
  });
  await page.getByTestId('contest-create').click();
  await expect(form.getByLabel('Host')).not.toHaveValue('');
  await form.getByLabel('Title').fill('Volta Night');
  await form.getByLabel('Description').fill('One night in Ho');
  // Folded at first: they can come later.
  await expect(form.getByTestId('nominee-list-1')).toHaveCount(0);
  await form.getByTestId('form-step-nominees').click();
  const first = form.getByTestId('nominee-group-1');
  await first.getByLabel('Category name').fill('Artiste of the Year');
  await form.getByTestId('nominee-list-1').fill('Ama Serwaa\nKofi Mensah');
  const photo = await aPicture({ width: 64, height: 64 });
  const buffer = Buffer.from(await photo.arrayBuffer());
  await form
    .getByTestId('nominee-list-1-photos')
    .setInputFiles([{ name: 'ama-serwaa.png', mimeType: 'image/png', buffer }]);
  await expect(first.getByText('2 contestants, 1 with a photo')).toBeVisible();
  await form.getByTestId('contest-publish').check();
  await form.getByTestId('contest-form-submit').click();
  await page.waitForURL(/\/admin\/contests\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('heading', { name: 'Volta Night' })).toBeVisible();
  expect(await page.evaluate(() => (window as Window & { presses?: number }).presses)).toBe(4);

  const [contest] = await titled(owner.api, 'Volta Night');
  expect(contest).toMatchObject({ status: 'ACTIVE' });
  expect(await nomineesOf(owner.api, contest?.id ?? '')).toEqual([
    {
      name: 'Artiste of the Year',
      description: 'The nominees for Artiste of the Year',
      people: [
        ['Ama Serwaa', true],
        ['Kofi Mensah', false],
      ],
    },
  ]);
  // Saved: nothing is kept for the next one.
  await page.goto('/admin/contests');
  await page.getByTestId('contest-create').click();
  await expect(form.getByLabel('Title')).toHaveValue('');
  await expect(page.getByTestId('contest-afresh')).toBeHidden();
});

test('what is typed into a new contest is kept, mistakes are marked at their step, and the keyboard is enough', async ({
  page,
}) => {
  const { owner, form } = await organiser(page);
  await page.getByTestId('contest-create').press('Enter');
  await expect(form.getByTestId('form-part-basics')).toBeVisible();
  await checkLooks(page, 'contest-form', { light: [360, 1280], dark: [360] });
  await page.setViewportSize({ width: 360, height: 740 });

  await form.getByLabel('Title').fill('Kept Awards');
  await form.getByTestId('form-step-nominees').press('Enter');
  await form.getByTestId('nominee-list-1').fill('Ama\nama');
  await page.goto('/admin/hosts');
  await expect(page.getByTestId('host-create')).toBeVisible();
  // A host that was deleted meanwhile is not proposed again.
  await page.evaluate(() => {
    const record = JSON.parse(localStorage.getItem('keptForm') ?? '') as { values: { hostId: string } };
    record.values.hostId = '019a0000-0000-7000-8000-000000000000';
    localStorage.setItem('keptForm', JSON.stringify(record));
  });
  await page.goBack();
  await page.getByTestId('contest-create').press('Enter');
  await expect(form.getByLabel('Title')).toHaveValue('Kept Awards');
  await expect(form.getByTestId('nominee-list-1')).toHaveValue('Ama\nama');
  await expect(form.getByLabel('Host')).not.toHaveValue('');

  // A folded part opens for its mistake.
  const basics = form.getByTestId('form-part-basics').getByRole('button', { name: /Basics/ });
  await basics.press('Enter');
  await expect(form.getByLabel('Title')).toBeHidden();
  await form.getByTestId('contest-form-submit').press('Enter');
  await expect(form.getByText('Description is required')).toBeVisible();
  await expect(form.getByText('Category 1: Category name is required')).toBeVisible();
  for (const [step, state] of [
    ['basics', 'To be corrected:'],
    ['voting', 'Filled in:'],
    ['nominees', 'To be corrected:'],
  ])
    await expect(form.getByTestId(`form-step-${step}`)).toContainText(state ?? '');
  expect(await overflow(page)).toBeLessThanOrEqual(0);

  await form.getByTestId('form-step-nominees').press('Enter');
  await expect(
    form.getByTestId('form-part-nominees').getByRole('button', { name: /Nominees/ }),
  ).toBeFocused();
  await expect(form.getByTestId('form-part-nominees')).toBeInViewport();
  await form.getByTestId('nominee-group-1').getByLabel('Category name').fill('Best Song');
  await form.getByTestId('nominee-group-add').press('Enter');
  await expect(form.getByTestId('nominee-group-2').getByLabel('Category name')).toBeFocused();
  await form.getByTestId('contest-form-submit').press('Enter');
  await expect(form.getByText('Category 1: Line 2: ama is already on line 1')).toBeVisible();

  await form.getByTestId('contest-afresh').press('Enter');
  await expect(form.getByLabel('Title')).toHaveValue('');
  await expect(page.getByTestId('contest-afresh')).toBeHidden();
  await expect(form.getByLabel('Host')).not.toHaveValue('');

  const kept = () => page.evaluate(() => localStorage.getItem('keptForm'));
  await form.getByLabel('Title').fill('Left behind');
  await expect.poll(kept).toContain('Left behind');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL('/login');
  expect(await kept()).toBeNull();

  await page.evaluate(() => localStorage.setItem('keptForm', '{"of":"contest:another account"}'));
  await signIn(page, owner);
  await expect.poll(kept).toBeNull();
});

/** Types a contest with one category of Ama and Kofi. */
async function typed(form: Locator, title: string) {
  await form.getByLabel('Title').fill(title);
  await form.getByLabel('Description').fill('Saved in two goes');
  await form.getByTestId('form-step-nominees').click();
  await form.getByTestId('nominee-group-1').getByLabel('Category name').fill('Best Song');
  await form.getByTestId('nominee-list-1').fill('Ama\nKofi');
}

/** The browser says of each lost request that it was lost. */
const LOST = 'Failed to load resource: net::ERR_FAILED';
const DRAFT_PAGE = /\/admin\/contests\/[0-9a-f-]{36}$/;

test('a new contest whose answer stayed lost is kept, and made once when it is sent again after a reload and a new sign-in', async ({
  page,
  complaints,
}) => {
  const { owner, form } = await organiser(page);
  await page.getByTestId('contest-create').click();
  await typed(form, 'Twice Awards');
  await form.getByTestId('nominee-group-add').click();
  await form.getByTestId('nominee-group-2').getByLabel('Category name').fill('Best Video');
  await form.getByTestId('nominee-list-2').fill('Esi');
  const submit = form.getByTestId('contest-form-submit');
  const create = (route: Route) => route.request().method() === 'POST';
  await page.route(
    '**/api/contests',
    async (route) => {
      if (!create(route)) return route.fallback();
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  // Nor can it be asked what became of it.
  await page.route('**/api/requests/*', (route) => route.abort());
  await submit.click();
  await expect(page.getByTestId('doubt-notice')).toBeVisible();
  expect(await titled(owner.api, 'Twice Awards')).toHaveLength(1);

  await page.goto('/admin/contests');
  await page.getByTestId('contest-create').click();
  await expect(form.getByText(/What you typed on .* is back/)).toBeVisible();
  await expect(form.getByTestId('nominee-list-2')).toHaveValue('Esi');
  const json = { success: false, message: 'Please sign in', code: 'UNAUTHENTICATED' };
  await page.route('**/api/contests', (route) => route.fulfill({ status: 401, json }), { times: 1 });
  await submit.click();
  await page.waitForURL('/login');
  await signIn(page, owner);
  // The form is open again.
  await expect(form.getByTestId('nominee-list-2')).toHaveValue('Esi');
  await submit.click();
  await page.waitForURL(DRAFT_PAGE);
  const made = await titled(owner.api, 'Twice Awards');
  expect(made).toHaveLength(1);
  const nominees = await nomineesOf(owner.api, made[0]?.id ?? '');
  expect(nominees.map(({ people }) => people.map(([person]) => person))).toEqual([['Ama', 'Kofi'], ['Esi']]);
  expect(await page.evaluate(() => localStorage.getItem('keptForm'))).toBeNull();
  expect(new Set(complaints.splice(0))).toEqual(new Set([LOST]));
});

test('a contest that is being saved can be neither changed nor closed, and is made once when it is sent again meanwhile', async ({
  page,
}) => {
  const { owner, form } = await organiser(page);
  await page.getByRole('link', { name: 'My Hosts' }).click();
  await page.getByRole('link', { name: 'My Contests' }).click();
  await page.getByTestId('contest-create').click();
  await typed(form, 'First Awards');
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/contests', (route) => held.then(() => route.continue()), { times: 1 });
  const submit = form.getByTestId('contest-form-submit');
  const sent = page.waitForRequest((request) => request.method() === 'POST');
  await form.getByLabel('Title').press('Enter');
  await sent;
  await expect(submit).toBeFocused();
  const title = form.getByLabel('Title');
  await title.focus();
  await expect(title).not.toBeFocused();
  await page.keyboard.press('Escape');
  await form.getByRole('button', { name: 'Close' }).click();
  await page.mouse.click(180, 5);
  await expect(form.getByRole('button', { name: 'Cancel' })).toBeDisabled();

  await page.goBack();
  await expect(page.getByTestId('host-create')).toBeVisible();
  await page.goForward();
  await page.getByTestId('contest-create').click();
  await expect(form.getByTestId('nominee-list-1')).toHaveValue('Ama\nKofi');
  await submit.click();
  await page.waitForURL(DRAFT_PAGE);
  const first = page.waitForResponse((response) => response.request().method() === 'POST');
  release();
  expect((await first).status()).toBe(201);
  const made = await titled(owner.api, 'First Awards');
  expect(made).toHaveLength(1);
  const [category] = await nomineesOf(owner.api, made[0]?.id ?? '');
  expect(category?.people).toHaveLength(2);
});

test('a contest that cannot be activated is not made, and says why beside the choice', async ({
  page,
  complaints,
}) => {
  const { owner, form } = await organiser(page);
  await page.getByTestId('contest-create').click();
  await typed(form, 'Too late');
  await form.getByLabel('Start date').fill('2026-01-01T10:00');
  await form.getByLabel('End date').fill('2026-01-02T10:00');
  await form.getByTestId('contest-publish').check();
  await form.getByTestId('contest-form-submit').click();
  const publish = form.getByTestId('form-part-look');
  await expect(publish.getByRole('alert')).toHaveText(/The end date must be in the future/);
  expect(await titled(owner.api, 'Too late')).toEqual([]);
  await form.getByTestId('contest-publish').uncheck();
  await form.getByTestId('contest-form-submit').click();
  await page.waitForURL(DRAFT_PAGE);
  expect(await titled(owner.api, 'Too late')).toHaveLength(1);
  complaints.splice(0);
});
