import type { Page, Route } from '@playwright/test';
import { localPhone } from '@abato/contracts';
import { database, sql } from '../support/builders.js';
import { payCounted } from '../support/payments.js';
import { phonesOf } from '../support/phones.js';
import { aPicture } from '../support/pictures.js';
import {
  aContest,
  aPhone,
  aUser,
  expect,
  fillRegistration,
  pictures,
  signedIn,
  test,
  castVote,
  openAndFill,
} from './page.js';

/**
 * Each form against answers that are lost on the way: the server does what it was asked, and the page is told something else. By default each
 * form meets one kind, the kinds in turn; `ABATO_LOST_ANSWERS=all` runs each form against each kind.
 */

const html = (status: number, text: string) => ({
  status,
  contentType: 'text/html',
  body: `<h1>${text}</h1>`,
});
const KINDS: Record<string, (route: Route, answer: { status: number; text: string }) => Promise<void>> = {
  '502': (route) => route.fulfill(html(502, 'Bad Gateway')),
  '504': (route) => route.fulfill(html(504, 'Gateway Time-out')),
  '524': (route) => route.fulfill(html(524, 'A timeout occurred')),
  portal: (route) => route.fulfill(html(200, 'Sign in to the Wi-Fi')),
  cut: (route, { status, text }) =>
    route.fulfill({ status, contentType: 'application/json', body: text.slice(0, text.length / 2) }),
  dropped: (route) => route.abort('connectionreset'),
};
type Kind = keyof typeof KINDS;
const all = Object.keys(KINDS);
const kindsOf = (index: number): Kind[] =>
  process.env['ABATO_LOST_ANSWERS'] === 'all' ? all : [all[index % all.length] as Kind];

/** The answer of the next write below `path` is lost as `kind`. @returns the path of the write, once it was lost */
async function loseNext(page: Page, kind: Kind, path = '/api/'): Promise<() => string> {
  let lost = '';
  await page.route('**/api/**', async (route) => {
    const request = route.request();
    const { pathname } = new URL(request.url());
    const isWrite = request.method() !== 'GET' && (await request.headerValue('idempotency-key'));
    if (lost || !isWrite || !pathname.startsWith(path)) return route.fallback();
    lost = pathname;
    const answer = await route.fetch();
    expect(answer.status(), lost).toBeLessThan(300);
    await KINDS[kind]?.(route, { status: answer.status(), text: await answer.text() });
  });
  return () => lost;
}

/** @returns a number that the database tells */
async function told(sql: string, ...values: unknown[]): Promise<number> {
  const { rows } = await database().query<{ n: number }>(`SELECT (${sql})::int AS n`, values);
  return rows[0]?.n ?? -1;
}

async function aWorld() {
  const owner = await aUser().save();
  const contest = await aContest().ownedBy(owner).active().save();
  const draft = await aContest().ownedBy(owner).draft().save();
  const paid = await aContest().ownedBy(owner).active().paid('1.00').save();
  // One voter: many phones of one device would be held.
  return { owner, contest, draft, paid, phone: aPhone() };
}
type World = Awaited<ReturnType<typeof aWorld>>;

interface Form {
  /** Opens the form, fills it in and presses its button. @param tag no other run has it */
  press: (page: Page, world: World, tag: string) => Promise<void>;
  /** What the page says in the end. */
  said: string | RegExp;
  /** How often it was done. */
  times: (world: World, tag: string) => Promise<number>;
  /** Of the write whose answer is lost; the first by default. */
  path?: string;
}

const dialog = (page: Page) => page.getByRole('dialog');
const categoryOf = ({ contest }: World) => contest.categories[0]?.id ?? '';

/** Forms of an organiser. */
const ORGANISER: Record<string, Form> = {
  'a new host': {
    press: async (page, _, tag) => {
      await page.goto('/admin/hosts');
      await page.getByTestId('host-create').click();
      for (const [label, value] of [
        ['Name', tag],
        ['Email', 'stage@volta.example'],
        ['Phone', '0201234567'],
        ['Description', 'The stage of the Volta Awards'],
      ] as const)
        await dialog(page).getByLabel(label).fill(value);
      await page.getByTestId('host-form-submit').click();
    },
    said: 'Host created successfully!',
    times: (_, tag) => told('SELECT count(*) FROM hosts WHERE name = $1', tag),
  },
  'a changed contest': {
    press: async (page, { draft }, tag) => {
      await page.goto(`/admin/contests/${draft.id}`);
      await page.getByTestId('contest-edit').click();
      await dialog(page).getByLabel('Title').fill(tag);
      await page.getByTestId('contest-form-submit').click();
    },
    said: 'Contest updated successfully!',
    times: (_, tag) => told('SELECT count(*) FROM contests WHERE title = $1', tag),
  },
  'a new category': {
    press: async (page, { draft }, tag) => {
      await page.goto(`/admin/contests/${draft.id}`);
      await page.getByTestId('category-create').click();
      await dialog(page).getByLabel('Category name').fill(tag);
      await dialog(page).getByLabel('Description').fill('Who moved the region most');
      await page.getByTestId('category-form-submit').click();
    },
    said: 'Category created successfully!',
    times: (_, tag) => told('SELECT count(*) FROM categories WHERE name = $1', tag),
  },
  'a new contestant with a photo': {
    press: async (page, { draft }, tag) => {
      await page.goto(`/admin/contests/${draft.id}/categories/${draft.categories[0]?.id}`);
      await page.getByTestId('contestant-create').click();
      await dialog(page).getByLabel('Contestant name').fill(tag);
      await dialog(page).getByLabel('Bio').fill('Sings highlife');
      const buffer = Buffer.from(await (await aPicture()).arrayBuffer());
      await page
        .getByTestId('contestant-photo')
        .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer });
      await page.getByTestId('contestant-form-submit').click();
    },
    said: 'Contestant created successfully!',
    times: (_, tag) => told('SELECT count(*) FROM contestants WHERE name = $1', tag),
  },
  'a list of contestants': {
    press: async (page, { draft }, tag) => {
      await page.goto(`/admin/contests/${draft.id}/categories/${draft.categories[0]?.id}`);
      await page.getByTestId('contestants-list').click();
      await page.getByTestId('contestant-list').fill(`${tag} one\n${tag} two`);
      await page.getByTestId('contestant-list-submit').click();
    },
    said: '2 contestants added.',
    times: async (_, tag) =>
      (await told('SELECT count(*) FROM contestants WHERE name LIKE $1', `${tag}%`)) / 2,
  },
  'a copied contest': {
    press: async (page, { contest }) => {
      await page.goto('/admin/contests');
      await page.getByTestId(`duplicate-${contest.id}`).click();
    },
    said: 'Contest duplicated: this draft has no votes.',
    times: async ({ owner }) => {
      const rows = await sql<{ id: string }>`DELETE FROM contests WHERE user_id = ${owner.id}
        AND title LIKE '%opy%' RETURNING id`;
      return rows.length;
    },
  },
  'votes entered by hand': {
    press: async (page, world, tag) => {
      await page.goto(`/admin/votes?contest=${world.contest.id}`);
      await page.getByTestId('manual-vote').click();
      await page.getByLabel('Category', { exact: true }).selectOption(categoryOf(world));
      await page.getByLabel('Contestant', { exact: true }).selectOption(world.contest.contestant.id);
      await page.getByLabel('Number of votes').fill('5');
      await page.getByLabel('Your name').or(page.getByLabel('Voter name')).first().fill(tag);
      await page.getByLabel('Reason').fill('Ballot box at the gate');
      await page.getByTestId('manual-vote-submit').click();
    },
    said: 'Manual vote recorded: 5 votes.',
    times: (_, tag) => told('SELECT count(*) FROM votes WHERE voter_name = $1', tag),
  },
  'a pause': {
    press: async (page, { contest }) => {
      await page.goto('/admin/contests');
      await page.getByTestId(`toggle-pause-${contest.id}`).click();
    },
    said: 'Contest paused successfully!',
    times: async ({ contest, owner }) => {
      const paused = await told(
        `SELECT count(*) FROM contests WHERE id = $1 AND status = 'PAUSED'`,
        contest.id,
      );
      await owner.api.patch(`/contests/${contest.id}/toggle-pause`);
      return paused;
    },
  },
};

/** Forms of a super admin. */
const ADMIN: Record<string, Form> = {
  'fees of a host': {
    press: async (page, { contest }, tag) => {
      await page.goto(`/admin/hosts/${contest.hostId}/money`);
      await page.getByTestId('change-fees').click();
      await page
        .getByLabel('Percentage')
        .or(page.getByLabel(/percent/i))
        .first()
        .fill(`1.${tag.length % 9}`);
      await page.getByTestId('fees-submit').click();
    },
    said: 'Fees saved.',
    times: async ({ contest }) => {
      const rows = await sql`DELETE FROM fee_policies WHERE host_id = ${contest.hostId}
        RETURNING host_id`;
      return rows.length;
    },
  },
  'an approval': {
    press: async (page, { owner }) => {
      await sql`UPDATE users SET approval_status = 'PENDING' WHERE id = ${owner.id}`;
      await page.goto('/admin/users');
      await page.getByTestId('user-search').fill(owner.email);
      await page
        .getByRole('row', { name: new RegExp(owner.email) })
        .getByRole('button', { name: /^Approve/ })
        .click();
      await page.getByTestId('confirm').click();
    },
    said: 'User approved successfully!',
    times: ({ owner }) =>
      told(`SELECT count(*) FROM users WHERE id = $1 AND approval_status = 'APPROVED'`, owner.id),
  },
  'a refund': {
    press: async (page, { paid }, tag) => {
      const { reference } = await payCounted(paid, { voterName: tag });
      await page.goto(`/admin/payments?contest=${paid.id}`);
      await page.locator(`[data-reference="${reference}"]`).getByTestId('ask-refund').click();
      await dialog(page).getByLabel('Reason').fill('Paid for another contest');
      await page.getByTestId('refund-submit').click();
    },
    said: 'The refund is on its way.',
    times: (_, tag) =>
      told(
        `SELECT count(*) FROM refunds r JOIN payments p ON p.id = r.payment_id JOIN votes v ON v.id = p.vote_id
         WHERE v.voter_name = $1`,
        tag,
      ),
  },
};

const votesOf = (_: World, tag: string) => told('SELECT count(*) FROM votes WHERE voter_name = $1', tag);
/** Votes of this name, where each has one payment. */
const paymentsOf = (_: World, tag: string) =>
  told('SELECT count(*) FROM payments p JOIN votes v ON v.id = p.vote_id WHERE voter_name = $1', tag);
/** Simulated wallets that never answer, each for one prompt: their number is limited. */
const WALLET = /0003$/;
const nextWallet = phonesOf('lost-answers-wallets');
const aWallet = (): string => localPhone(nextWallet('0003'));

async function vote(page: Page, contest: World['paid'], tag: string, phone: string): Promise<void> {
  await openAndFill(page, contest, 3, phone);
  await page.getByLabel('Your name').fill(tag);
  if (WALLET.test(phone)) await page.getByTestId('pay-momo').check();
  await page.getByTestId('vote-submit').click();
}

/** Forms of a voter. */
const VOTER: Record<string, Form> = {
  'a free vote': {
    press: (page, { contest, phone }, tag) => vote(page, contest, tag, phone),
    said: 'Vote cast successfully!',
    times: votesOf,
  },
  'a paid vote': {
    press: (page, { paid }, tag) => vote(page, paid, tag, aWallet()),
    said: 'Approve the prompt on your phone.',
    times: votesOf,
  },
  'a prompt on the phone': {
    press: (page, { paid }, tag) => vote(page, paid, tag, aWallet()),
    said: 'Approve the prompt on your phone.',
    times: paymentsOf,
    path: '/api/payments/paystack/charge',
  },
  'a payment on the provider’s page': {
    press: (page, { paid, phone }, tag) => vote(page, paid, tag, phone),
    said: 'Approve GHS 3.00',
    times: paymentsOf,
    path: '/api/payments/paystack/initialize',
  },
};

/** Runs each form of a table, with an account or as a voter. */
async function runAll(
  page: Page,
  forms: Record<string, Form>,
  world: World,
  complaints: string[],
): Promise<void> {
  for (const [index, [name, form]] of Object.entries(forms).entries()) {
    for (const kind of kindsOf(index)) {
      await test.step(`${name}, answer lost as ${kind}`, async () => {
        const tag = `${name} ${kind} ${Date.now()}`;
        const lost = await loseNext(page, kind, form.path);
        await form.press(page, world, tag);
        await expect.poll(lost, 'the write went through the shared mechanism').not.toBe('');
        await expect(page.getByText(form.said).first()).toBeVisible();
        await expect(page.getByTestId('doubt-notice')).toHaveCount(0);
        expect(await form.times(world, tag), 'how often it was done').toBe(1);
        await page.unrouteAll({ behavior: 'wait' });
      });
    }
  }
  expect(logged(complaints)).toEqual([]);
}

/** Complaints of the app; the browser logs statuses and connections by itself. */
function logged(complaints: string[]): string[] {
  return complaints.splice(0).filter((text) => !/status of 5\d\d|ERR_CONNECTION_RESET/.test(text));
}

for (const [whose, forms, account] of [
  ['an organiser', ORGANISER, ({ owner }: World) => owner],
  ['a super admin', ADMIN, () => aUser().superAdmin().save()],
  ['a voter', VOTER, () => null],
] as const) {
  const title = `forms of ${whose} are done once, and say so, when the answer is lost`;
  test(title, async ({ page, complaints }) => {
    const world = await aWorld();
    const user = await account(world);
    if (user) await signedIn(page, user);
    await runAll(page, forms, world, complaints);
  });
}

test('a corrected number leads to the payment that was begun before, and is not paid a second time', async ({
  page,
  complaints,
}) => {
  const { paid } = await aWorld();
  const name = `Corrected ${paid.id}`;
  let unreachable = true;
  await page.route('**/api/requests/*', (route) =>
    unreachable ? route.fulfill(html(504, 'Gateway Time-out')) : route.continue(),
  );
  await loseNext(page, '504', '/api/payments/paystack/charge');
  await vote(page, paid, name, aWallet());
  await expect(page.getByTestId('vote-doubt')).toContainText(
    'We do not know yet whether your vote was taken',
  );
  await pictures(page, 'lost-answer', [360, 1280]);
  expect(await page.getByTestId('vote-modal').innerText()).not.toContain('nothing was taken');
  await page.getByRole('button', { name: 'Stop asking' }).click();
  await page.getByRole('button', { name: 'Close' }).first().click();
  await castVote(page, paid.contestant.id, 3, '024 123 0013');
  unreachable = false;
  await page.waitForURL(/\/payment\/verify\?/);
  await expect(page.getByTestId('verify-status')).toBeVisible();
  expect(await told('SELECT count(*) FROM votes WHERE contest_id = $1', paid.id)).toBe(1);
  expect(await told('SELECT count(*) FROM payments WHERE contest_id = $1', paid.id)).toBe(1);
  expect(complaints.splice(0).every((text) => /status of 504/.test(text))).toBe(true);
});

test('a registration whose answer is lost leads to signing in', async ({ page, complaints }) => {
  for (const kind of kindsOf(3)) {
    await test.step(`answer lost as ${kind}`, async () => {
      const email = `lost-${kind}-${Date.now()}@example.com`;
      await loseNext(page, kind);
      await page.goto('/register');
      await fillRegistration(page, email);
      for (const field of await page.locator('input[type=password]').all())
        await field.fill('Correct-Horse-7');
      await page.getByTestId('register-submit').click();
      await page.waitForURL('/login');
      await expect(page.getByText('We do not know yet whether your account was made')).toBeVisible();
      expect(await told('SELECT count(*) FROM users WHERE email = $1', email)).toBe(1);
      await page.unrouteAll({ behavior: 'wait' });
    });
  }
  expect(logged(complaints)).toEqual([]);
});
