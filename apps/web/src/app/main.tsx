import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '@/styles/main.css';
import { isReachable } from '@/lib/connection';
import type { TabItem } from '@/lib/stored-items';
import { startTheme } from '@/lib/theme';
import { App } from './app';
import { preparePage } from './routes';

declare global {
  var __webpack_nonce__: string | undefined;
}

/** A page that takes longer begins with the bar and a spinner. */
const FIRST_PAGE_WAIT_MS = 500;
/** Where the server has drawn the top of the page, which says more than a spinner. */
const DRAWN_PAGE_WAIT_MS = 10_000;
const RELOADED = 'reloaded' satisfies TabItem;
const RELOAD_AGAIN_MS = 60_000;

/**
 * Code of this page's build is not there any more: the page of the newest build is. Not while the server does not answer, or the page
 * would be lost too; once a minute, so that a fault is shown, not a loop.
 */
async function reloadOnce(): Promise<void> {
  const now = Date.now();
  if (now - Number(sessionStorage.getItem(RELOADED)) < RELOAD_AGAIN_MS) return;
  if (!(await isReachable())) return;
  sessionStorage.setItem(RELOADED, String(now));
  window.location.reload();
}
window.addEventListener('vite:preloadError', () => void reloadOnce());
startTheme();
// Before the first dialog: read by the style-element helper inside Radix's scroll lock. The dev server sends no policy, and no nonce.
globalThis.__webpack_nonce__ = document.querySelector<HTMLMetaElement>(
  'meta[name="csp-nonce"]:not([content^="__"])',
)?.content;

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
const drawn = createRoot(root);
const draw = () =>
  drawn.render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
const wait = root.firstElementChild ? DRAWN_PAGE_WAIT_MS : FIRST_PAGE_WAIT_MS;
const late = new Promise((resolve) => setTimeout(resolve, wait));
void Promise.race([preparePage(window.location.pathname), late]).then(draw, draw);

// After everything the first picture needs; not inside other people's pages.
if (import.meta.env.PROD && window.self === window.top) {
  window.addEventListener('load', () => {
    void import('@/service-worker/register').then(({ keepAppForOffline }) => keepAppForOffline());
  });
}
