import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { makeVariants } from './screen-variants.mjs';

const ORGANISER = { email: 'organiser@abato.test', password: 'Organiser-2026' };
const SUPER_ADMIN = { email: 'admin@abato.test', password: 'Admin-2026' };
const SIZES = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
];
const THEMES = ['light', 'dark'];
const TRANSITIONS_DONE = `(async () => {
  for (;;) {
    const running = document.getAnimations().filter((one) => one instanceof CSSTransition);
    if (running.length === 0) return;
    await Promise.allSettled(running.map((one) => one.finished));
  }
})()`;
/** A longer page is cut: what repeats below looks the same. */
const MOST_HEIGHT = 2600;
/** Width of each picture in the sheet of a screen. */
const SHEET_WIDTHS = [300, 460, 640, 800];

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

/** Screens by name: address, or what makes it, and who looks at it. `act` brings the page to what is wanted. */
function screens(of) {
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
  add('organiser', 'contest-form', '/admin/contests', async (page) => {
    await page.getByTestId('contest-create').click();
    await page.getByRole('dialog').waitFor();
  });
  add('organiser', 'contest-form-filled', '/admin/contests', async (page) => {
    await page.getByTestId('contest-create').click();
    await page.getByTestId('contest-form-submit').click();
  });
  add('organiser', 'category', `/admin/contests/${of.variants.zero}/categories/${of.nominee.categoryId}`);
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
  add('superAdmin', 'super-console', `/admin/contests/${of.paid}`);
  add('superAdmin', 'super-money', `/admin/hosts/${of.hostId}/money`);
  return list;
}

/**
 * Takes every screen at four widths in light and dark from a running platform with its demo data, and joins the eight pictures of each
 * in one sheet. For looking at: nothing compares them.
 * @param only parts of names; empty: all screens
 * @param onSheet called with the name of each sheet, and with what is wider than its window
 */
export async function takeAllScreens({ base, executablePath, folder, only = [], onSheet }) {
  await mkdir(join(folder, 'parts'), { recursive: true });
  const organiser = await signIn(base, ORGANISER);
  const call = callerOf(base, organiser.token);
  const of = { variants: await makeVariants(call) };
  of.remoteOf = async (key) =>
    `/remote#${(await call('POST', `/contests/${of.variants[key]}/stage-remote`)).token}`;
  const { data: demo } = await (await fetch(new URL('/api/contests/public', base))).json();
  of.paid = demo.find(({ title }) => title === 'Volta Music Awards 2026').id;
  of.free = demo.find(({ title }) => title === 'Campus Choice Awards').id;
  of.hostId = demo.find(({ id }) => id === of.paid).host.id;
  const nominees = async (id) => {
    const [category] = (await call('GET', `/contests/${id}/public`)).categories;
    return category.contestants;
  };
  [of.nominee] = await nominees(of.variants.zero);
  const [first] = await nominees(of.variants.three);
  const vote = { contestId: of.variants.three, categoryId: first.categoryId, contestantId: first.id };
  const cast = { ...vote, voteCount: 1, voterPhone: '0241234567' };
  of.receiptCode = (await call('POST', '/votes/cast', cast)).receiptCode;
  // The simulators' port follows the platform's by default.
  of.simulator = process.env.SIMULATOR_URL ?? `http://localhost:${Number(new URL(base).port || 3000) + 1}`;
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const browser = await chromium.launch({ executablePath, args });
  try {
    const sessions = {
      visitor: null,
      presenter: null,
      organiser,
      superAdmin: await signIn(base, SUPER_ADMIN),
    };
    const pages = {};
    const isWanted = ({ name }) => only.length === 0 || only.some((part) => name.includes(part));
    for (const screen of screens(of).filter(isWanted)) {
      const page = (pages[screen.who] ??= await openPage(browser, base, sessions[screen.who]));
      const wide = await takeScreen(page, screen, folder);
      await joinSheet(screen.name, folder);
      onSheet(screen.name, wide);
    }
  } finally {
    await browser.close();
  }
}

async function openPage(browser, baseURL, session) {
  const context = await browser.newContext({ baseURL, reducedMotion: 'reduce' });
  if (session)
    await context.addInitScript(({ token, user }) => {
      localStorage.setItem('token', token);
      localStorage.setItem('user', JSON.stringify(user));
    }, session);
  return context.newPage();
}

/** @returns the widths at which the page is wider than its window */
async function takeScreen(page, { name, path: given, act }, folder) {
  const wide = [];
  const path = typeof given === 'function' ? await given() : given;
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme: THEMES[0] });
    // Another fragment alone would not load the page again.
    await page.goto('about:blank');
    await page.goto(size !== SIZES[0] ? path.replace(/#.*/, '') : path);
    await page.waitForLoadState('networkidle');
    await page.evaluate('document.fonts.ready');
    await act?.(page);
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme });
      // Colours of nested elements change one after the other: a picture taken in between shows unreadable texts.
      await page.evaluate(TRANSITIONS_DONE);
      await page.evaluate(
        'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))',
      );
      const file = join(folder, 'parts', `${name}-${colorScheme}-${size.width}.png`);
      const height = await page.evaluate('document.documentElement.scrollHeight');
      const clip = act ? undefined : { x: 0, y: 0, width: size.width, height: Math.min(height, MOST_HEIGHT) };
      await page.screenshot({ path: file, fullPage: !act, clip });
    }
    if (await page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth'))
      wide.push(size.width);
  }
  return wide;
}

async function joinSheet(name, folder) {
  for (const theme of THEMES) {
    let left = 0;
    const parts = [];
    for (const [index, { width }] of SIZES.entries()) {
      const picture = sharp(join(folder, 'parts', `${name}-${theme}-${width}.png`)).resize({
        width: SHEET_WIDTHS[index],
      });
      const { data, info } = await picture.png().toBuffer({ resolveWithObject: true });
      parts.push({ input: data, left, top: 0, height: info.height });
      left += info.width + 16;
    }
    const height = Math.max(...parts.map((part) => part.height));
    await sharp({ create: { width: left, height, channels: 3, background: '#888888' } })
      .composite(parts)
      .png()
      .toFile(join(folder, `${name}-${theme}.png`));
  }
}

async function signIn(base, account) {
  const response = await fetch(new URL('/api/auth/login', base), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  }).catch(() => undefined);
  if (!response) throw new Error(`${base} does not answer: start it with npm start first.`);
  const answer = await response.json();
  if (!answer.success) throw new Error(`${base} does not let ${account.email} in: ${answer.message}`);
  return answer.data;
}

const callerOf = (base, token) => async (method, path, body) => {
  const response = await fetch(new URL(`/api${path}`, base), {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    body: body && JSON.stringify(body),
  });
  const answer = await response.json();
  if (!answer.success) throw new Error(`${method} ${path}: ${answer.message}`);
  return answer.data;
};
