import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '@/styles/main.css';
import { shareNonceWithLibraries } from '@/lib/nonce';
import { startTheme } from '@/lib/theme';
import { App } from './app';
import { preparePage } from './routes';

/** A page that takes longer begins with the bar and a spinner. */
const FIRST_PAGE_WAIT_MS = 500;
const RELOADED = 'reloaded';
const RELOAD_AGAIN_MS = 60_000;

// Code of this page's build is not there any more: the page of the newest build is. Once a minute, so that a fault is shown, not a loop.
window.addEventListener('vite:preloadError', (event) => {
  const now = Date.now();
  if (!navigator.onLine || now - Number(sessionStorage.getItem(RELOADED)) < RELOAD_AGAIN_MS) return;
  sessionStorage.setItem(RELOADED, String(now));
  event.preventDefault();
  window.location.reload();
});
startTheme();
shareNonceWithLibraries();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
const drawn = createRoot(root);
const draw = () =>
  drawn.render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
const late = new Promise((resolve) => setTimeout(resolve, FIRST_PAGE_WAIT_MS));
void Promise.race([preparePage(window.location.pathname), late]).then(draw);

// After everything the first picture needs; not inside other people's pages.
if (import.meta.env.PROD && window.self === window.top) {
  window.addEventListener('load', () => {
    void import('@/service-worker/register').then(({ keepAppForOffline }) => keepAppForOffline());
  });
}
