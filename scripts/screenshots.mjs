import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { checkNodeVersion } from './lib/node-version.mjs';
import { main, Problem, say } from './lib/output.mjs';
import { ensurePackages } from './lib/packages.mjs';
import { ROOT } from './lib/paths.mjs';
import { ensureChromium } from './lib/system.mjs';

/**
 * `npm run screenshots`: the pictures of docs/organisers, taken from a running `npm start` with its demo data. Run it again after a
 * change of these screens, look at the pictures, and commit them.
 */
const OUT = join(ROOT, 'docs', 'images', 'organisers');
const ORGANISER = { email: 'organiser@abato.test', password: 'Organiser-2026' };
const WIDE = { width: 1280, height: 800 };
const PHONE = { width: 360, height: 740 };

/** @param of ids of the demo contests: `paid`, `ended` */
const pictures = (of) => [
  { name: 'contests', path: '/admin/contests', size: WIDE },
  { name: 'console', path: `/admin/contests/${of.paid}`, size: WIDE },
  { name: 'share', path: `/admin/contests/${of.paid}/share`, size: WIDE },
  { name: 'payments', path: `/admin/payments?contest=${of.paid}`, size: WIDE },
  { name: 'votes', path: `/admin/votes?contest=${of.paid}`, size: WIDE },
  { name: 'stage', path: `/contests/${of.paid}/stage`, size: WIDE },
  { name: 'final', path: `/contests/${of.ended}`, size: PHONE },
];

await main(async () => {
  checkNodeVersion();
  const base = process.argv[2] ?? 'http://localhost:3000';
  if (!URL.canParse(base)) throw new Problem('Usage: npm run screenshots -- [http://localhost:3000]');
  await ensurePackages();
  const { chromium } = await import('@playwright/test');
  const { default: sharp } = await import('sharp');
  const session = await signIn(base);
  await mkdir(OUT, { recursive: true });
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args });
  try {
    const context = await browser.newContext({
      baseURL: base,
      reducedMotion: 'reduce',
      colorScheme: 'light',
    });
    await context.addInitScript(({ token, user }) => {
      localStorage.setItem('token', token);
      localStorage.setItem('user', JSON.stringify(user));
    }, session);
    const page = await context.newPage();
    for (const { name, path, size } of pictures(await demoContests(base))) {
      await page.setViewportSize(size);
      await page.goto(path, { waitUntil: 'networkidle' });
      await page.locator('.skeleton').first().waitFor({ state: 'detached' });
      await page.evaluate('document.fonts.ready');
      const file = join(OUT, `${name}.webp`);
      const { size: bytes } = await sharp(await page.screenshot())
        .webp({ quality: 78 })
        .toFile(file);
      say('screenshots', `${name}: ${Math.round(bytes / 1024)} KB`);
    }
  } finally {
    await browser.close();
  }
});

/** Token and account of the demo organiser. */
async function signIn(base) {
  const response = await fetch(new URL('/api/auth/login', base), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ORGANISER),
  }).catch(() => undefined);
  if (!response?.ok) throw new Problem(`${base} has no demo organiser: start it with npm start first.`);
  const { data } = await response.json();
  return { token: data.token ?? data.accessToken, user: data.user };
}

async function demoContests(base) {
  const { data } = await (await fetch(new URL('/api/contests/public', base))).json();
  const find = (fits) => {
    const found = data.find(fits);
    if (!found)
      throw new Problem('The demo data lacks a contest that the pictures need: use an empty database.');
    return found.id;
  };
  return {
    paid: find(({ votePrice, status, showResults }) => votePrice > 0 && status === 'ACTIVE' && showResults),
    ended: find(({ status }) => status === 'ENDED'),
  };
}
