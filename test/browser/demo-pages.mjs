import { chromium } from '@playwright/test';

/** Accounts of the demo data. */
const ACCOUNTS = {
  organiser: { email: 'organiser@abato.test', password: 'Organiser-2026' },
  admin: { email: 'admin@abato.test', password: 'Admin-2026' },
};

/** @returns token and user of a demo account. @throws Error with a sentence for the operator when it cannot sign in */
export async function signIn(base, whose = 'organiser') {
  const response = await fetch(new URL('/api/auth/login', base), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ACCOUNTS[whose]),
  }).catch(() => undefined);
  if (!response?.ok) throw new Error(`${base} has no demo ${whose}: start it with npm start first.`);
  return (await response.json()).data;
}

export async function withChromium(executablePath, use) {
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const browser = await chromium.launch({ executablePath, args });
  try {
    await use(browser);
  } finally {
    await browser.close();
  }
}

/** A page with a storage of its own, which holds a session where one is given. */
export async function openPage(browser, baseURL, session) {
  const context = await browser.newContext({ baseURL, reducedMotion: 'reduce', colorScheme: 'light' });
  if (session)
    await context.addInitScript(({ token, user }) => {
      localStorage.setItem('token', token);
      localStorage.setItem('user', JSON.stringify(user));
    }, session);
  return context.newPage();
}
